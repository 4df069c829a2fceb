import type { AccountExport, ChangeOfNumber, Confirmation } from '@foray/contract';
import { err, ok, type Person, type Result } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { CallServer } from '../state/client-ports.ts';
import { personOf } from '../state/client-state.ts';
import { serverAsker, type ServerFailure } from './server-question.ts';

/**
 * The signed-in person's actions on their account. All need the server (product.md, "Signing in"), and
 * `signal` aborts the call: whether the server performed it is then unknown.
 */
export function accountActions(accounts: AccountManager, callServer: CallServer) {
  const ask = serverAsker(accounts, callServer);
  return {
    /** Changes the person's name, shown here at once. */
    async rename(name: string, signal: CancelSignal): Promise<Result<Person, ServerFailure>> {
      const answer = await ask('updateMe', { body: { name } }, signal);
      if (!answer.ok) return answer;
      await accounts.ownName.set(answer.value.user);
      return ok(answer.value.user);
    },
    /**
     * Changes the person's number. If the server sends codes, it needs a code sent to each of the two
     * numbers, or a recovery code in place of the current number's, and fails with `invalid_code` without;
     * `number_taken`: the new number has an account.
     */
    async changeNumber(
      body: ChangeOfNumber,
      signal: CancelSignal,
    ): Promise<Result<Person, ServerFailure>> {
      const answer = await ask('changeNumber', { body }, signal);
      if (!answer.ok) return answer;
      await accounts.ownName.set(answer.value.user);
      return ok(answer.value.user);
    },
    /**
     * Everything that the server holds about the person. If the server sends codes, it fails with
     * `invalid_code` without a fresh one or a recovery code, here and below.
     */
    exportAccount: (
      signal: CancelSignal,
      proof?: Confirmation,
    ): Promise<Result<AccountExport, ServerFailure>> => ask('exportMe', { body: proof }, signal),
    /**
     * Erases the account on the server and all its data on this device. Without a response, the next
     * response decides whether the local data stays (decision 0087).
     */
    async deleteAccount(
      signal: CancelSignal,
      proof?: Confirmation,
    ): Promise<Result<void, ServerFailure>> {
      const user = personOf(accounts.session.get());
      if (user === null) return err({ code: 'guest' });
      await accounts.deletion.request(user);
      let isDeleted = false;
      const noting: CallServer = async (id, input) => {
        const reply = await callServer(id, input);
        isDeleted = reply.kind === 'answer';
        return reply;
      };
      const answer = await serverAsker(accounts, noting)('deleteMe', { body: proof }, signal);
      // Nothing was deleted, so no later response has to decide.
      if (!answer.ok && answer.error.code === 'invalid_code') await accounts.deletion.cancel(user);
      // The 401 of another call may have ended the session before this response arrived.
      if (!isDeleted && !answer.ok) return answer;
      await accounts.eraseDeleted(user);
      return ok(undefined);
    },
  };
}
