import type {
  Confirmation,
  MakeRecoveryCodes,
  SecurityEventsPage,
  SessionsAnswer,
} from '@foray/contract';
import { ok, type Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ServerAsker, ServerFailure } from './server-question.ts';

/**
 * The sessions, security events and recovery codes of the signed-in person's account. `signal` aborts a call:
 * whether the server performed it is then unknown.
 */
export function securityActions(accounts: AccountManager, ask: ServerAsker) {
  return {
    /** The sessions of the account, latest used first, and whether it is an operator's. */
    listSessions: (signal: CancelSignal): Promise<Result<SessionsAnswer, ServerFailure>> =>
      ask('listSessions', {}, signal),
    /**
     * A page of the account's security events, latest first; `before` is the `next` of the previous page.
     */
    listSecurityEvents: (
      before: number | null,
      signal: CancelSignal,
    ): Promise<Result<SecurityEventsPage, ServerFailure>> =>
      ask('listSecurityEvents', { query: { before } }, signal),
    /** The number of unused recovery codes. */
    async countRecoveryCodes(signal: CancelSignal): Promise<Result<number, ServerFailure>> {
      const answer = await ask('countRecoveryCodes', {}, signal);
      return answer.ok ? ok(answer.value.left) : answer;
    },
    /**
     * New recovery codes, which replace the former ones and can be read only here; `invalid_code` without a
     * fresh code.
     */
    async makeRecoveryCodes(
      body: MakeRecoveryCodes,
      signal: CancelSignal,
    ): Promise<Result<readonly string[], ServerFailure>> {
      const answer = await ask('makeRecoveryCodes', { body }, signal);
      return answer.ok ? ok(answer.value.codes) : answer;
    },
    async endSession(id: number, signal: CancelSignal): Promise<Result<void, ServerFailure>> {
      const answer = await ask('endSession', { params: { id } }, signal);
      // A session that has already ended counts as success.
      return answer.ok || answer.error.code === 'not_found' ? ok(undefined) : answer;
    },
    /**
     * Ends all sessions, including this one; unsent changes stay on this device. If the server sends codes,
     * it fails with `invalid_code` without a fresh one or a recovery code.
     */
    async endAllSessions(
      signal: CancelSignal,
      proof?: Confirmation,
    ): Promise<Result<void, ServerFailure>> {
      const answer = await ask('endSessions', { body: proof }, signal);
      if (!answer.ok) return answer;
      await accounts.signOut(false);
      return ok(undefined);
    },
  };
}
