import type { BlockedPerson } from '@foray/contract';
import type { ReportReason } from '@foray/domain';
import { eventOf } from '../store/request.ts';
import type { Caller } from '../store/request.ts';
import type { FeedRow, UserRow } from '../store/rows.ts';
import type { Store, Tx } from '../store/store.ts';
import { leaveItemsOf } from './leave-items.ts';

/** A report about a person, as its text is stored. */
export interface PersonReport {
  readonly reason: ReportReason;
  readonly text: string;
  /** The reported person is blocked as well. */
  readonly block: boolean;
}

/**
 * Removes a mutual contact's number from the caller's list. The two are no longer contacts until the caller
 * imports the number again (decision 0119). False if they were not mutual contacts.
 */
export async function removeContact(
  store: Store,
  caller: Caller,
  otherId: number,
): Promise<boolean> {
  return withPair(store, caller, otherId, async (tx, pair) => {
    if (!(await areMutual(tx, pair))) return false;
    await tx.removeContacts([pair.me.id], pair.other.phone ?? '');
    await placeMutuals(tx, pair, true);
    return true;
  });
}

/**
 * Blocks a mutual contact. Until the caller unblocks them, the two are not contacts, and neither can assign
 * items to the other or notify them. Shared items stay, unless `leave` ends the caller's assignments there
 * as {@link leaveItemsOf} does: after the block, so that no new ones arrive meanwhile. False if the other
 * is neither a mutual contact nor already blocked.
 */
export async function blockContact(
  store: Store,
  now: string,
  caller: Caller,
  otherId: number,
  { leave = false }: { readonly leave?: boolean | undefined } = {},
): Promise<boolean> {
  const isBlocked = await withPair(store, caller, otherId, (tx, pair) =>
    block(tx, now, caller, pair),
  );
  if (isBlocked && leave) await leaveItemsOf(store, now, caller, otherId);
  return isBlocked;
}

/**
 * Ends a block of the caller's. If both still have each other's numbers, they are mutual contacts again,
 * unless the other has blocked the caller too. False if the caller had not blocked them.
 */
export async function unblockContact(
  store: Store,
  caller: Caller,
  otherId: number,
): Promise<boolean> {
  return withPair(store, caller, otherId, async (tx, pair) => {
    if (!(await tx.removeBlock(pair.me.id, otherId))) return false;
    const isParted = (await tx.blocksAmong(pair.me.id, [otherId])).length > 0;
    if (!isParted && (await haveEachOther(tx, pair))) await placeMutuals(tx, pair, false);
    return true;
  });
}

/**
 * Stores a report about a present or recent mutual contact, no matter which of the two ended that and how,
 * or about a person whom the caller has blocked. False for anybody else. Only a mutual contact can be
 * blocked together with the report.
 */
export async function reportContact(
  store: Store,
  now: string,
  caller: Caller,
  otherId: number,
  report: PersonReport,
): Promise<boolean> {
  return withPair(store, caller, otherId, async (tx, pair) => {
    if (!(await haveMet(tx, pair)) && !(await hasBlocked(tx, pair))) return false;
    const { reason, text } = report;
    const about = { user_id: pair.me.id, reported_id: otherId };
    await tx.putReport({ ...about, reason, text, created_at: now, done_at: null });
    if (report.block) await block(tx, now, caller, pair);
    return true;
  });
}

/** The users whom the caller has blocked, latest first. */
export async function listBlocked(store: Store, caller: Caller): Promise<BlockedPerson[]> {
  return store.read(async (reads) => {
    const blocks = await reads.blocksOf(caller.userId);
    const users = await reads.users(blocks.map(({ blocked_id }) => blocked_id));
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return blocks.map(({ blocked_id: id, created_at }) => ({
      id,
      name: names.get(id) ?? '',
      blocked_at: created_at,
    }));
  });
}

interface Pair {
  readonly me: UserRow;
  readonly other: UserRow;
}

/**
 * Runs `work` in a transaction that locks both users against imports and other changes of their contacts.
 * False if they are not two existing users.
 */
function withPair(
  store: Store,
  { userId }: Caller,
  otherId: number,
  work: (tx: Tx, pair: Pair) => Promise<boolean>,
): Promise<boolean> {
  return store.tx(async (tx) => {
    const users = await tx.lockUsers([userId, otherId]);
    const me = users.find(({ id }) => id === userId);
    const other = users.find(({ id }) => id === otherId);
    if (me === undefined || other === undefined || me === other) return false;
    return work(tx, { me, other });
  });
}

async function block(tx: Tx, now: string, caller: Caller, pair: Pair): Promise<boolean> {
  const { me, other } = pair;
  if (!(await areMutual(tx, pair))) return hasBlocked(tx, pair);
  await tx.putBlock({ user_id: me.id, blocked_id: other.id, created_at: now });
  await placeMutuals(tx, pair, true);
  await takeOffFormerNumbers(tx, pair);
  await tx.putSecurityEvent(eventOf(caller, 'contact_blocked', now));
  return true;
}

/**
 * Removes the other's former numbers from the caller's list, as {@link removeFromBlockersLists} does for
 * numbers given up later: anyone who has such a number now can create another account with it. A number
 * that already has an account belongs to another contact, and stays.
 */
async function takeOffFormerNumbers(tx: Tx, { me, other }: Pair): Promise<void> {
  const former = (await tx.numberedUser(other.id))?.former ?? [];
  for (const phone of former) {
    if ((await tx.userByPhone(phone)) === null) await tx.removeContacts([me.id], phone);
  }
}

async function areMutual(tx: Tx, { me, other }: Pair): Promise<boolean> {
  return (await tx.mutualsAmong(me.id, [other.id])).length > 0;
}

async function haveMet(tx: Tx, { me, other }: Pair): Promise<boolean> {
  return (await tx.metAmong(me.id, [other.id])).length > 0;
}

async function hasBlocked(tx: Tx, { me, other }: Pair): Promise<boolean> {
  return (await tx.blocksOf(me.id)).some(({ blocked_id }) => blocked_id === other.id);
}

async function haveEachOther(tx: Tx, { me, other }: Pair): Promise<boolean> {
  if (me.phone === null || other.phone === null) return false;
  const mine = await tx.contactsAmong(me.id, [other.phone]);
  return mine.length > 0 && (await tx.importersAmong(me.phone, [other.id])).length > 0;
}

/** Writes to both feeds that two people are mutual contacts from now on, or no longer. Notifies nobody. */
export async function placeMutuals(
  tx: Tx,
  { me, other }: { readonly [Name in keyof Pair]: Pick<UserRow, 'id'> },
  removed: boolean,
): Promise<void> {
  const heads = await tx.advanceHeads([me, other].map(({ id }) => ({ user_id: id, by: 1 })));
  const row = (user_id: number, ref_id: number): FeedRow => {
    return { user_id, kind: 'mutual', ref_id, seq: heads.get(user_id) ?? 0, removed };
  };
  await tx.putFeed([row(me.id, other.id), row(other.id, me.id)]);
}

/**
 * Removes a number that a user gives up from the lists of everyone who has blocked them, so that the next
 * account with that number does not become their contact because of a former import.
 */
export async function removeFromBlockersLists(
  tx: Tx,
  userId: number,
  phone: string,
): Promise<void> {
  await tx.removeContacts(await tx.blockersOf(userId), phone);
}
