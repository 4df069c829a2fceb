import type { BlockBody, BlockedPerson, ContactsSyncAnswer, ReportBody } from '@foray/contract';
import { ok, type Result } from '@foray/domain';
import type { CancelSignal, LocalContact } from '@foray/sync';
import type { AccountManager } from '../accounts/account-manager.ts';
import type { ServerAsker, ServerFailure } from './server-question.ts';

/**
 * The signed-in person's actions on contacts. All need the server, and `signal` aborts the call. Changes
 * reach this device with the next sync, like the person's other devices.
 */
export function contactActions({ session, watch }: AccountManager, ask: ServerAsker) {
  /** Changes the relation to a person. `not_found`: they are neither a contact nor blocked any more. */
  async function change(asked: ReturnType<ServerAsker>): Promise<Result<void, ServerFailure>> {
    const answer = await asked;
    if (answer.ok || answer.error.code === 'not_found') watch.requestSync();
    return answer.ok ? ok(undefined) : answer;
  }

  /** Ends the relation to a person; one that has already ended counts as success. */
  async function end(asked: ReturnType<ServerAsker>): ReturnType<typeof change> {
    const ended = await change(asked);
    return !ended.ok && ended.error.code === 'not_found' ? ok(undefined) : ended;
  }

  return {
    /** All current mutual contacts on the server. */
    async listMutuals(
      signal: CancelSignal,
    ): Promise<Result<readonly LocalContact[], ServerFailure>> {
      const present = session.get();
      const answer = await ask('listMutuals', {}, signal);
      if (!answer.ok) return answer;
      const ownId = present.kind === 'user' ? present.user.id : 0;
      return ok(
        answer.value.mutuals.map(({ id, name, phone }) => ({
          id,
          user_id: ownId,
          name,
          contact_phone: phone,
        })),
      );
    },
    /** Sends phone numbers of people the user knows; the mutual contacts arrive with the next sync. */
    async importContacts(
      phones: readonly string[],
      signal: CancelSignal,
    ): Promise<Result<ContactsSyncAnswer, ServerFailure>> {
      const answer = await ask('syncContacts', { body: { contacts: [...phones] } }, signal);
      if (answer.ok) watch.requestSync();
      return answer;
    },
    /** All blocked people, latest first. */
    async listBlocked(
      signal: CancelSignal,
    ): Promise<Result<readonly BlockedPerson[], ServerFailure>> {
      const answer = await ask('listBlocked', {}, signal);
      return answer.ok ? ok(answer.value.blocked) : answer;
    },
    /** Removes a mutual contact's number from the person's list. */
    removeContact: (id: number, signal: CancelSignal) =>
      end(ask('removeContact', { params: { id } }, signal)),
    /** Blocks a person; with `leave` the user also leaves all of that person's items. */
    blockContact: (id: number, how: BlockBody, signal: CancelSignal) =>
      change(ask('blockContact', { params: { id }, body: how }, signal)),
    unblockContact: (id: number, signal: CancelSignal) =>
      end(ask('unblockContact', { params: { id } }, signal)),
    /** Reports a person to the operator, and blocks them too if the report says so. */
    reportContact: (id: number, report: ReportBody, signal: CancelSignal) =>
      change(ask('reportContact', { params: { id }, body: report }, signal)),
  };
}
