import type { ContactsSyncAnswer, Mutual } from '@foray/contract';
import type { AuthorityLimits } from '../store/authority-limits.ts';
import { putNotice } from '../items/notices.ts';
import { peopleFor } from '../items/people.ts';
import { eventOf } from '../store/request.ts';
import type { Caller } from '../store/request.ts';
import type { ContactRow, FeedKind, FeedRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Store, Tx } from '../store/store.ts';

/** A number to be imported, as it was typed. */
export interface ImportedNumber {
  readonly typed: string;
  /** Every valid reading in E.164, the likeliest first; at least one. */
  readonly readings: readonly string[];
}

/** The response to an import, without the invalid numbers, which the caller has removed. */
export type ImportAnswer = Omit<ContactsSyncAnswer, 'invalid'>;

/**
 * Adds numbers to the caller's list, up to a limit (product.md, "Contacts"; decision 0033). A user who has
 * one of them and has imported the caller's number becomes a mutual contact: both receive it in their
 * feeds, and the other is notified. The response depends only on the numbers and the caller's own list, so
 * that it reveals nothing about other users.
 */
export async function importContacts(
  store: Store,
  now: string,
  caller: Caller,
  numbers: readonly ImportedNumber[],
  limits: AuthorityLimits,
): Promise<ImportAnswer> {
  return store.tx(async (tx) => {
    const phones = [...new Set(numbers.flatMap(({ readings }) => readings))];
    // An import locks both users of a pair, so that the second of two simultaneous imports sees the
    // first.
    const owners = await tx.usersWithPhones(phones);
    const users = await tx.lockUsers([caller.userId, ...owners]);
    const me = users.find(({ id }) => id === caller.userId);
    if (me === undefined) throw new Error(`user ${caller.userId} is missing`);
    // Another user may have got one of these numbers before it was locked.
    const ownersNow = await tx.usersWithPhones(phones);
    if (!ownersNow.every((id) => users.some((user) => user.id === id)))
      throw new RetryTransaction();

    await tx.renewContacts(me.id, phones);
    const { rows, beyond } = await chooseContacts(tx, me.id, phones, numbers, limits.contacts);
    if (rows.length > 0) await tx.putContacts(rows);
    const found = users.filter(({ id }) => id !== me.id).flatMap(({ phone }) => phone ?? []);
    // Numbers beyond the limit are not on the list, so their users do not count.
    const imported = await tx.usersWithPhones(await tx.contactsAmong(me.id, found));
    const importers = me.phone === null ? [] : await tx.importersAmong(me.phone, imported);
    const others = await strangersAmong(tx, me.id, importers);
    await makeMutual(tx, now, me.id, others);
    if (rows.some(({ is_first }) => is_first)) {
      await tx.putSecurityEvent(eventOf(caller, 'contacts_imported', now));
    }
    return { count: numbers.length - beyond.length, beyond };
  });
}

/** All mutual contacts of the caller, in ascending order of id. */
export async function listMutuals(store: Store, caller: Caller): Promise<readonly Mutual[]> {
  return store.read(async (reads) => {
    const ids = await reads.mutualsOf(caller.userId);
    const people = await peopleFor(reads, caller.userId, ids);
    return [...people.values()].map(({ id, name, phone }) => ({ id, name, phone }));
  });
}

/** The rows to add, and the numbers beyond the limit as they were typed. */
async function chooseContacts(
  tx: Tx,
  userId: number,
  phones: readonly string[],
  numbers: readonly ImportedNumber[],
  most: number,
): Promise<{ readonly rows: readonly ContactRow[]; readonly beyond: string[] }> {
  const known = new Set(await tx.contactsAmong(userId, phones));
  let capacity = most - (await tx.contactCount(userId));
  const rows: ContactRow[] = [];
  const beyond: string[] = [];
  for (const { typed, readings } of numbers) {
    const isNew = !readings.some((phone) => known.has(phone));
    if (isNew && capacity <= 0) {
      beyond.push(typed);
      continue;
    }
    if (isNew) capacity -= 1;
    for (const [index, phone] of readings.entries()) {
      if (known.has(phone)) continue;
      known.add(phone);
      rows.push({ user_id: userId, phone, is_first: isNew && index === 0 });
    }
  }
  return { rows, beyond };
}

/** The people among them who can become mutual contacts: they are not yet, and no block separates them. */
async function strangersAmong(
  tx: Tx,
  userId: number,
  people: readonly number[],
): Promise<readonly number[]> {
  const already = await tx.mutualsAmong(userId, people);
  const parted = await tx.blocksAmong(userId, people);
  return people.filter((id) => !already.includes(id) && !parted.includes(id));
}

/** Makes others mutual contacts of the user, on both sides, and notifies the others. */
async function makeMutual(
  tx: Tx,
  now: string,
  userId: number,
  others: readonly number[],
): Promise<void> {
  if (others.length === 0) return;
  const mine = { user_id: userId, by: others.length };
  // Each person receives first the contact, then the notification.
  const heads = await tx.advanceHeads([mine, ...others.map((user_id) => ({ user_id, by: 2 }))]);
  const feed: FeedRow[] = [];
  const append = (user_id: number, kind: FeedKind, ref_id: number, behind: number): void => {
    feed.push({ user_id, kind, ref_id, seq: (heads.get(user_id) ?? 0) - behind, removed: false });
  };
  for (const [index, other] of others.entries()) {
    append(userId, 'mutual', other, others.length - 1 - index);
    append(other, 'mutual', userId, 1);
    const notice = { user_id: other, kind: 'mutual', campaign_id: null, item_id: null } as const;
    append(other, 'notification', await putNotice(tx, userId, now, notice), 0);
  }
  await tx.putFeed(feed);
}
