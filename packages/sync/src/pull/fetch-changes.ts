import { protocol } from '@foray/contract';
import type { ChangesDelta } from '@foray/contract';
import { unsentReadUpTo } from '../actions/read-notifications.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';
import { applyPrivateRows, beginPrivateFetch, endPrivateFetch } from '../remote/private-rows.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { cursorOf } from './pages-ahead.ts';
import type { PageAhead } from './pages-ahead.ts';

/** Fetches and applies the stream of everything that is not an item; `first` is a page that has been requested. */
export async function fetchChanges(
  cycle: CycleContext,
  first?: PageAhead<ChangesDelta>,
): Promise<void> {
  let ahead = first;
  for (;;) {
    const { cursor: since, fullSince } = await cycle.read((tx) => cursorOf(tx, 'changes'));
    const isAsked = ahead?.since === since && ahead.fullSince === fullSince;
    const answer = await (ahead !== undefined && isAsked
      ? ahead.page
      : cycle.call('changes', (context) =>
          cycle.transport.fetchChanges(since, cycle.sizes.pageRows, context),
        ));
    ahead = undefined;
    const page = answer.body;
    await cycle.writeBulk(async (unit) => {
      const state = await cursorOf(unit.tx, 'changes');
      if (state.cursor !== since || state.fullSince !== fullSince) return;
      await cycle.acceptAnswer(unit, answer);
      const isFull = state.fullSince !== null;
      if (isFull && since === 0) await clearInbox(unit);
      await applyChanges(unit, page);
      if (isFull && !page.more) await endPrivateFetch(unit);
      const isComplete = state.isComplete || !page.more;
      const isSame = page.cursor === state.cursor && isComplete === state.isComplete;
      if (isSame && !isFull) return;
      await unit.tx.putMeta('cursor', 'changes', {
        cursor: page.cursor,
        fullSince: page.more ? state.fullSince : null,
        isComplete,
        protocol,
      });
    });
    if (!page.more) return;
  }
}

/**
 * Clears contacts and notifications at the start of a full fetch; the server sends the current ones again.
 * Private rows stay, so that the person misses none meanwhile.
 */
async function clearInbox(unit: UnitOfWork): Promise<void> {
  const { tx } = unit;
  for (const { id } of await tx.contacts()) await tx.delete('contacts', id);
  for (const { id } of await tx.notifications()) await tx.delete('notifications', id);
  await beginPrivateFetch(unit);
}

async function applyChanges(unit: UnitOfWork, page: ChangesDelta): Promise<void> {
  await unit.putUsers(page.users);
  for (const { id, name, phone } of page.mutuals) {
    await unit.tx.put('contacts', { id, user_id: unit.userId, name, contact_phone: phone });
  }
  for (const id of page.removedMutuals) await unit.tx.delete('contacts', id);
  await applyPrivateRows(unit, page.private_rows ?? []);
  const readUpTo = page.notifications.length > 0 ? await unsentReadUpTo(unit.tx) : 0;
  for (const one of page.notifications) {
    const isRead = one.rev <= readUpTo && one.read_at === null;
    await unit.tx.put('notifications', isRead ? { ...one, read_at: unit.serverNow() } : one);
  }
  if (page.mutuals.length + page.removedMutuals.length + page.notifications.length > 0) {
    unit.touchInbox();
  }
}
