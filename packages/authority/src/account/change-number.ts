import type { OwnPerson } from '@foray/contract';
import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { putNotice } from '../items/notices.ts';
import { eventOf } from '../store/request.ts';
import type { Caller } from '../store/request.ts';
import type { FeedKind, FeedRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Store, Tx } from '../store/store.ts';
import { removeFromBlockersLists } from './blocks.ts';
import { writtenPerson } from './own-person.ts';

/** The number that a person has from now on. */
export interface NewNumber {
  /** The current number, for which the person has given proof. */
  readonly from: string;
  readonly phone: string;
  readonly verified: boolean;
  /** Also ends the caller's sessions except the one that makes the request. */
  readonly endOtherSessions?: boolean | undefined;
}

/** Whether the number belongs to another user. */
export async function isTakenNumber(store: Store, userId: number, phone: string): Promise<boolean> {
  const holder = await store.read((reads) => reads.userByPhone(phone));
  return holder !== null && holder.id !== userId;
}

/**
 * Gives the caller another number (decision 0123). Their id, items and rights stay, and so do their
 * sessions unless the others are to end; the former number is free at once. Mutual contacts who have not
 * imported the new number are no longer contacts; a user who has imported it, and whose number the caller
 * has imported, becomes one. The account's devices are notified.
 */
export async function changeNumber(
  store: Store,
  now: string,
  caller: Caller,
  { from, phone, verified, endOtherSessions = false }: NewNumber,
): Promise<Result<OwnPerson, 'not_found' | 'other_number' | 'number_taken'>> {
  const { userId, sessionId: id } = caller;
  const endOthers = async (tx: Tx) => {
    if (endOtherSessions && id !== undefined) await tx.endOtherSessions({ id, userId }, now);
  };
  return store.tx(async (tx) => {
    await tx.lockNumbers();
    const [mutuals, imported] = [await tx.mutualsOf(userId), await tx.importedUsers(userId)];
    const locked = await tx.lockUsers([userId, ...mutuals, ...imported]);
    const me = locked.find(({ id }) => id === userId);
    if (me === undefined || me.phone === null) return err('not_found');
    // Another change came first: the proof was for a number that is no longer the current one.
    if (me.phone !== from) return err('other_number');
    if (me.phone === phone) {
      await endOthers(tx);
      return ok(await writtenPerson(tx, userId));
    }
    if ((await tx.userByPhone(phone)) !== null) return err('number_taken');
    // Until these users were locked, others may have become contacts or changed their number.
    const isLocked = (ids: readonly number[]) =>
      ids.every((other) => locked.some(({ id }) => id === other));
    const [mutualsNow, importedNow] = [await tx.mutualsOf(userId), await tx.importedUsers(userId)];
    if (!isLocked([...mutualsNow, ...importedNow])) throw new RetryTransaction();
    // A contact is a user whose number was imported, even if the store cannot find it while it renews its
    // keys.
    const near = [...new Set([...mutualsNow, ...importedNow])];
    const apart = await tx.blocksAmong(userId, near);
    const after = (await tx.importersAmong(phone, near)).filter((id) => !apart.includes(id));
    await notifyContacts(tx, now, userId, mutualsNow, after);
    const changed = {
      ...me,
      phone,
      phone_verified_at: verified ? now : null,
      updated_at: now,
    };
    await removeFromBlockersLists(tx, userId, me.phone);
    await tx.changeNumber(changed, me.phone);
    await tx.putSecurityEvent(eventOf(caller, 'number_changed', now));
    await endOthers(tx);
    return ok(await writtenPerson(tx, userId));
  });
}

/**
 * Writes to the feeds who is a new mutual contact and who is no longer one, and to the others' feeds the
 * new number.
 */
async function notifyContacts(
  tx: Tx,
  now: string,
  userId: number,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const lost = before.filter((id) => !after.includes(id));
  const gained = after.filter((id) => !before.includes(id));
  // Counts the user, the notification, and each contact that changes.
  const mine = { user_id: userId, by: 2 + lost.length + gained.length };
  const heads = await tx.advanceHeads([
    mine,
    ...[...new Set([...before, ...after])].map((user_id) => ({
      user_id,
      by: gained.includes(user_id) ? 2 : 1,
    })),
  ]);
  const feed: FeedRow[] = [];
  const put = (user_id: number, kind: FeedKind, ref_id: number, behind: number, removed = false) =>
    feed.push({ user_id, kind, ref_id, seq: (heads.get(user_id) ?? 0) - behind, removed });
  const about = { campaign_id: null, item_id: null };
  put(userId, 'user', userId, mine.by - 1);
  const notice = { ...about, user_id: userId, kind: 'number_changed' } as const;
  put(userId, 'notification', await putNotice(tx, userId, now, notice), mine.by - 2);
  for (const [index, other] of [...lost, ...gained].entries()) {
    put(userId, 'mutual', other, index, lost.includes(other));
  }
  for (const other of lost) put(other, 'mutual', userId, 0, true);
  // Contacts who had already imported the new number receive it now.
  for (const other of after) put(other, 'mutual', userId, gained.includes(other) ? 1 : 0);
  for (const other of gained) {
    const met = { ...about, user_id: other, kind: 'mutual' } as const;
    put(other, 'notification', await putNotice(tx, userId, now, met), 0);
  }
  await tx.putFeed(feed);
}
