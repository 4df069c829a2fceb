import { AccountEnded } from '../epochs/epoch-changed.ts';
import { eraseHoldings } from './erase-holdings.ts';
import { epochCheckedStore } from '../epochs/epoch-checked-store.ts';
import type { Caller } from '../store/request.ts';
import type { FeedKind, FeedRow, UserRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store.ts';
import type { Store, Tx } from '../store/store.ts';

/** What is left of a deleted user's name, where others still meet it. */
const nameOfNobody = 'Deleted user';

/**
 * Deletes the caller's account (product.md, "Signing in"; decision 0035). What they held goes as in
 * `eraseHoldings`; contacts, notifications, name and number are erased and every session ends. A row
 * without either stays, because the log and others' items name it. Cut off anywhere, it can be asked
 * again.
 */
export async function deleteAccount(store: Store, now: string, caller: Caller): Promise<void> {
  const erasing = erase(store, epochCheckedStore(store, caller), now, caller.userId, (user) => ({
    ...user,
    phone: null,
    name: nameOfNobody,
    placeholder: false,
    phone_verified_at: null,
    updated_at: now,
  }));
  try {
    await erasing;
  } catch (error) {
    // Asked for twice at once: the other call has done it.
    if (!(error instanceof AccountEnded)) throw error;
  }
}

/** The same for an account that starts over: its number stays, for anyone who signs in with it now. */
export function emptyAccount(store: Store, now: string, userId: number): Promise<void> {
  const leave = (user: UserRow) => ({ ...user, placeholder: true, created_at: now });
  return erase(store, store, now, userId, leave);
}

/** Undoes the last transaction of an end: something was given to the person before it had their head. */
class HoldsAgain extends Error {
  override readonly name = 'HoldsAgain';
}

/** `checked` is the store in the hands of who asks: it commits nothing once their account has ended. */
async function erase(
  store: Store,
  checked: Store,
  now: string,
  userId: number,
  leave: (user: UserRow) => UserRow,
): Promise<void> {
  const observers = new Set<number>();
  for (let isErased = false; !isErased;) {
    const found = await checked.read((reads) => reads.observersOf(userId));
    for (const observer of found) observers.add(observer);
    await eraseHoldings(checked, now, userId);
    try {
      await store.tx((tx) => end(tx, userId, [...observers], leave));
      isErased = true;
    } catch (error) {
      if (!(error instanceof HoldsAgain)) throw error;
    }
  }
}

/** Erases a person who holds nothing any more, and tells those who knew them. */
async function end(
  tx: Tx,
  userId: number,
  observers: readonly number[],
  leave: (user: UserRow) => UserRow,
): Promise<void> {
  const [user] = await tx.lockUsers([userId]);
  if (user === undefined || user.phone === null) return;
  const mutuals = await tx.mutualsOf(userId);
  const readers = [...new Set([...observers, ...mutuals])];
  const steps = readers.map((user_id) => ({ user_id, by: mutuals.includes(user_id) ? 2 : 1 }));
  // A change that gives them something holds their head to its end, so wait for it first: another
  // device, or another person, may have gone on working until now.
  const heads = await tx.advanceHeads([{ user_id: userId, by: 0 }, ...steps]);
  // One of them may have ended while this waited for their head: they are told nothing any more.
  if ((await tx.mutualsOf(userId)).length !== mutuals.length) throw new RetryTransaction();
  if ((await tx.holdings(userId, 1)).length > 0) throw new HoldsAgain();
  const row = (user_id: number, kind: FeedKind, behind: number): FeedRow => {
    const seq = (heads.get(user_id) ?? 0) - behind;
    return { user_id, kind, ref_id: userId, seq, removed: kind === 'mutual' };
  };
  // Others hear that the person is no contact any more, and is called something else.
  const places = [
    ...readers.map((reader) => row(reader, 'user', 0)),
    ...mutuals.map((mutual) => row(mutual, 'mutual', 1)),
  ];
  if (places.length > 0) await tx.putFeed(places);
  const left = leave(user);
  await tx.eraseUser(userId, { isEnd: left.phone === null });
  await tx.updateUser(left);
}
