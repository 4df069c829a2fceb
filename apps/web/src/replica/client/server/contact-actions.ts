import type { BlockBody, BlockedPerson, ContactsSyncAnswer, ReportBody } from '@foray/contract';
import { ok, type Result } from '@foray/domain';
import type { CallContext, CancelSignal, LocalContact, Reply } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ServerCalls } from '../state/client-ports.ts';
import { serverAsker, type ServerFailure } from './server-question.ts';

/**
 * The actions of the signed-in person on contacts. All need the server, and `signal` aborts the call. Changes
 * come to this device with the next sync, as to the person's others.
 */
export function contactActions(accounts: AccountManager, calls: ServerCalls) {
  const ask = serverAsker(accounts);
  const { watch } = accounts;

  /** Changes the relation to a person. `not_found`: they are neither a contact nor blocked any more. */
  async function change(
    call: (context: CallContext) => Promise<Reply<unknown>>,
    signal: CancelSignal,
  ): Promise<Result<void, ServerFailure>> {
    const answer = await ask(call, signal);
    if (answer.ok || answer.error.code === 'not_found') watch.nudge();
    return answer.ok ? ok(undefined) : answer;
  }

  /** Ends the relation to a person; an ended one counts as success. */
  async function end(...asked: Parameters<typeof change>): ReturnType<typeof change> {
    const ended = await change(...asked);
    return !ended.ok && ended.error.code === 'not_found' ? ok(undefined) : ended;
  }

  return {
    /** All mutual contacts as the server has them now. */
    async listMutuals(
      signal: CancelSignal,
    ): Promise<Result<readonly LocalContact[], ServerFailure>> {
      const session = accounts.session.get();
      const answer = await ask(calls.listMutuals, signal);
      if (!answer.ok) return answer;
      const ownId = session.kind === 'user' ? session.user.id : 0;
      return ok(
        answer.value.mutuals.map(({ id, name, phone }) => ({
          id,
          user_id: ownId,
          name,
          contact_phone: phone,
        })),
      );
    },
    /** Sends phone numbers to be known by; the mutual contacts come with the next sync. */
    async importContacts(
      phones: readonly string[],
      signal: CancelSignal,
    ): Promise<Result<ContactsSyncAnswer, ServerFailure>> {
      const answer = await ask((context) => calls.importContacts(phones, context), signal);
      if (answer.ok) watch.nudge();
      return answer;
    },
    /** All blocked people, latest first. */
    async listBlocked(
      signal: CancelSignal,
    ): Promise<Result<readonly BlockedPerson[], ServerFailure>> {
      const answer = await ask(calls.listBlocked, signal);
      return answer.ok ? ok(answer.value.blocked) : answer;
    },
    /** Removes a mutual contact's number from the person's list. */
    removeContact: (id: number, signal: CancelSignal) =>
      end((context) => calls.removeContact(id, context), signal),
    /** Blocks a person; with `leave` the user also leaves all items of theirs. */
    blockContact: (id: number, how: BlockBody, signal: CancelSignal) =>
      change((context) => calls.blockContact(id, how, context), signal),
    unblockContact: (id: number, signal: CancelSignal) =>
      end((context) => calls.unblockContact(id, context), signal),
    /** Reports a person to the operator, and blocks them too if the report says so. */
    reportContact: (id: number, report: ReportBody, signal: CancelSignal) =>
      change((context) => calls.reportContact(id, report, context), signal),
  };
}
