import type { SessionInfo } from '@foray/contract';
import { ok, type Person, type Result } from '@foray/domain';
import type { CallContext, Reply } from '@foray/sync';
import type { AccountSwitch } from './account-switch.ts';
import type { AccountCalls } from './client-ports.ts';
import { askServer, type ServerFailure } from './server-question.ts';

/** What a person can do with their account; all of it needs the server (product.md, "Signing in"). */
export interface AccountActions {
  /** Gives oneself another name, shown here at once. */
  rename(name: string): Promise<Result<Person, ServerFailure>>;
  /** Where one is signed in, latest used first. */
  listSessions(): Promise<Result<readonly SessionInfo[], ServerFailure>>;
  endSession(id: number): Promise<Result<void, ServerFailure>>;
  /** Ends all sessions, this one too; what was never sent stays on this device. */
  endAllSessions(): Promise<Result<void, ServerFailure>>;
  /** Erases the account on the server and everything of it on this device. */
  deleteAccount(): Promise<Result<void, ServerFailure>>;
}

/** Makes the actions for whoever is signed in when they are called. */
export function accountActions(accounts: AccountSwitch, calls: AccountCalls): AccountActions {
  const ask = <T>(call: (context: CallContext) => Promise<Reply<T>>) => askServer(accounts, call);
  return {
    async rename(name) {
      const answer = await ask((context) => calls.rename(name, context));
      if (!answer.ok) return answer;
      accounts.takeName(answer.value.user);
      return ok(answer.value.user);
    },
    async listSessions() {
      const answer = await ask((context) => calls.listSessions(context));
      return answer.ok ? ok(answer.value.data) : answer;
    },
    async endSession(id) {
      const answer = await ask((context) => calls.endSession(id, context));
      // One that is over already is what was asked for.
      return answer.ok || answer.error.code === 'not_found' ? ok(undefined) : answer;
    },
    async endAllSessions() {
      const answer = await ask((context) => calls.endAllSessions(context));
      if (!answer.ok) return answer;
      await accounts.signOut(false);
      return ok(undefined);
    },
    async deleteAccount() {
      const answer = await ask((context) => calls.deleteAccount(context));
      if (!answer.ok) return answer;
      await accounts.signOut(true);
      return ok(undefined);
    },
  };
}
