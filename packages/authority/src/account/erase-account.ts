import { removeFromBlockersLists } from './blocks.ts';
import { eraseHoldings } from './erase-holdings.ts';
import { AccountEnded, epochCheckedStore } from '../epochs/epoch-checked-store.ts';
import type { Caller } from '../store/request.ts';
import type { FeedKind, FeedRow, UserRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Store, Tx } from '../store/store.ts';

/** The name that others see of a deleted user. */
const deletedUserName = 'Deleted user';

/**
 * Deletes the caller's account (decision 0035). `eraseHoldings` removes their items; their contacts,
 * notifications, name and number are erased, and every session ends. The row stays without name and number,
 * because the log and others' items refer to it. An interrupted deletion can be repeated.
 */
export async function deleteAccount(store: Store, now: string, caller: Caller): Promise<void> {
  const erasing = erase(store, epochCheckedStore(store, caller), now, caller.userId, (user) => ({
    ...user,
    phone: null,
    name: deletedUserName,
    placeholder: false,
    phone_verified_at: null,
    updated_at: now,
  }));
  try {
    await erasing;
  } catch (error) {
    // Another deletion of this account has finished meanwhile.
    if (!(error instanceof AccountEnded)) throw error;
  }
}

/**
 * Empties an account that starts again. It keeps its number for the person who now signs in with it, and
 * takes their name; others receive nothing else.
 */
export function emptyAccount(
  store: Store,
  now: string,
  userId: number,
  name: string,
): Promise<void> {
  const begun = { name, placeholder: true, created_at: now, updated_at: now };
  const leave = (user: UserRow) => ({ ...user, ...begun });
  return erase(store, store, now, userId, leave);
}

/** Rolls back the last transaction, because the user received an item before it locked their head. */
class StillHoldsItems extends Error {
  override readonly name = 'StillHoldsItems';
}

/** `checked` is the caller's store, which commits nothing after their account has ended. */
async function erase(
  store: Store,
  checked: Store,
  now: string,
  userId: number,
  leave: (user: UserRow) => UserRow,
): Promise<void> {
  const observers = new Map<number, number>();
  for (let isErased = false; !isErased;) {
    const found = await checked.read(async (reads) => reads.lives(await reads.observersOf(userId)));
    for (const [observer, life] of found) observers.set(observer, life);
    await eraseHoldings(checked, now, userId);
    try {
      await store.tx((tx) => eraseUser(tx, userId, observers, leave));
      isErased = true;
    } catch (error) {
      if (!(error instanceof StillHoldsItems)) throw error;
    }
  }
}

/**
 * Erases a user who has no items left, and writes that to the feeds of the mutual contacts and of those
 * observers whose account has the same generation as when they saw the user.
 */
async function eraseUser(
  tx: Tx,
  userId: number,
  observers: ReadonlyMap<number, number>,
  leave: (user: UserRow) => UserRow,
): Promise<void> {
  const [user] = await tx.lockUsers([userId]);
  if (user === undefined || user.phone === null) return;
  const mutuals = await tx.mutualsOf(userId);
  const known = [...new Set([...observers.keys(), ...mutuals])];
  const steps = known.map((user_id) => ({ user_id, by: mutuals.includes(user_id) ? 2 : 1 }));
  // A change that gives the user an item locks their head until it ends, so this waits for the head first:
  // another device or person may have written until now.
  const heads = await tx.advanceHeads([{ user_id: userId, by: 0 }, ...steps]);
  // A contact whose account ended while this waited for their head must receive nothing.
  if ((await tx.mutualsOf(userId)).length !== mutuals.length) throw new RetryTransaction();
  if ((await tx.holdings(userId, 1)).length > 0) throw new StillHoldsItems();
  const row = (user_id: number, kind: FeedKind, behind: number): FeedRow => {
    const seq = (heads.get(user_id) ?? 0) - behind;
    return { user_id, kind, ref_id: userId, seq, removed: kind === 'mutual' };
  };
  // An observer whose account started empty before their head was locked no longer knows the user.
  const lives = await tx.lives([...observers.keys()]);
  const readers = known.filter((id) => mutuals.includes(id) || lives.get(id) === observers.get(id));
  // Others receive the new name, and that the user is no longer a mutual contact.
  const places = [
    ...readers.map((reader) => row(reader, 'user', 0)),
    ...mutuals.map((mutual) => row(mutual, 'mutual', 1)),
  ];
  if (places.length > 0) await tx.putFeed(places);
  const left = leave(user);
  if (left.phone === null) await removeFromBlockersLists(tx, userId, user.phone);
  await tx.eraseUser(userId, { isEnd: left.phone === null });
  await tx.updateUser(left);
}
