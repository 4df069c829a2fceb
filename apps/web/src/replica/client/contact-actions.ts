import type { BlockBody, BlockedPerson, ContactsSyncAnswer, ReportBody } from '@foray/contract';
import { ok, type Result } from '@foray/domain';
import type { CallContext, CancelSignal, LocalContact, Reply } from '@foray/sync';
import type { AccountManager } from './account-manager.ts';
import type { ServerCalls } from './client-ports.ts';
import { serverAsker, type ServerFailure } from './server-question.ts';

/**
 * What the person who is signed in can do with contacts; all of it needs the server, and `signal` gives the call
 * up. What changes comes to this device with the sync that follows, as to the others.
 */
export function contactActions(accounts: AccountManager, calls: ServerCalls) {
  const ask = serverAsker(accounts);
  const { watch } = accounts;

  /** Changes what somebody is to the person; `not_found`: they are no contact any more, and no blocked person. */
  async function change(
    call: (context: CallContext) => Promise<Reply<unknown>>,
    signal: CancelSignal,
  ): Promise<Result<void, ServerFailure>> {
    const answer = await ask(call, signal);
    if (answer.ok || answer.error.code === 'not_found') watch.nudge();
    return answer.ok ? ok(undefined) : answer;
  }

  /** Ends what somebody is to the person; that it is over already is what was asked for. */
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
    /** Sends phone numbers to be known by; the mutual contacts come with the sync that follows. */
    async importContacts(
      phones: readonly string[],
      signal: CancelSignal,
    ): Promise<Result<ContactsSyncAnswer, ServerFailure>> {
      const answer = await ask((context) => calls.importContacts(phones, context), signal);
      if (answer.ok) watch.nudge();
      return answer;
    },
    /** Everybody whom the person has blocked, latest first. */
    async listBlocked(
      signal: CancelSignal,
    ): Promise<Result<readonly BlockedPerson[], ServerFailure>> {
      const answer = await ask(calls.listBlocked, signal);
      return answer.ok ? ok(answer.value.blocked) : answer;
    },
    /** Takes a mutual contact's number off the person's list. */
    removeContact: (id: number, signal: CancelSignal) =>
      end((context) => calls.removeContact(id, context), signal),
    /** Blocks somebody; with `leave` the person also leaves everything of theirs. */
    blockContact: (id: number, how: BlockBody, signal: CancelSignal) =>
      change((context) => calls.blockContact(id, how, context), signal),
    unblockContact: (id: number, signal: CancelSignal) =>
      end((context) => calls.unblockContact(id, context), signal),
    /** Reports somebody to the operator, and blocks them too if the report says so. */
    reportContact: (id: number, report: ReportBody, signal: CancelSignal) =>
      change((context) => calls.reportContact(id, report, context), signal),
  };
}
