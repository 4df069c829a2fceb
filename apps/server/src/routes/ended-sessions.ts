import type { accountRoutes } from '@foray/contract';
import type { StandbyDatabases } from '../db/pool/standbys.ts';
import type { Handlers } from '../http/server/bind.ts';

type AccountHandlers = Handlers<keyof typeof accountRoutes>;

/**
 * The handlers of accounts, whose successes wait, where a session may have ended, until no node finds that
 * session on a standby (decision 0191).
 */
export function waitingForStandbys(
  handlers: AccountHandlers,
  standbys: Pick<StandbyDatabases, 'caughtUp'>,
): AccountHandlers {
  const waiting =
    <Input, Answer extends object | 'sent'>(
      handle: (input: Input) => Promise<Answer>,
      endsSessions: (input: Input) => boolean = () => true,
    ) =>
    async (input: Input): Promise<Answer> => {
      const answer = await handle(input);
      const isRefused = typeof answer === 'object' && 'refusal' in answer;
      if (!isRefused && endsSessions(input)) await standbys.caughtUp();
      return answer;
    };
  const { login, logout, endSession, endSessions, changeNumber, deleteMe, makeRecoveryCodes } =
    handlers;
  return {
    ...handlers,
    login: waiting(
      login,
      ({ session, body }) => session !== null || body.start === 'empty' || body.code !== undefined,
    ),
    logout: waiting(logout),
    endSession: waiting(endSession),
    endSessions: waiting(endSessions),
    changeNumber: waiting(changeNumber),
    deleteMe: waiting(deleteMe),
    makeRecoveryCodes: waiting(makeRecoveryCodes),
  };
}
