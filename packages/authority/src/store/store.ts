import type {
  AccessRow,
  ActivityRow,
  Deletion,
  DeletionPlace,
  FeedRow,
  HeadAfter,
  HeadStep,
  ItemRow,
  NewItemRow,
  NotificationRow,
  OpRow,
  SeenItem,
} from './rows.ts';
import type { Position, Tally } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import type { ChangeOutcome } from './outcome.ts';
import type { PeopleReads, PeopleWrites } from './people-store.ts';
import type { SearchNeedle } from './search-columns.ts';

/** The items to read, by number or by uuid. */
export type ItemKeys = { readonly ids: readonly number[] } | { readonly uuids: readonly string[] };

/** How many undeleted direct children an item has, without copies of occurrences. */
export interface LivingChildCounts {
  readonly item_id: number;
  readonly total: number;
  readonly pending: number;
  readonly completed: number;
}

/** An item with everybody's rights on it. */
export interface Member {
  readonly item: ItemRow;
  /** Including removed ones, ascending by user. */
  readonly access: readonly AccessRow[];
}

/** The undeleted items below an item, even below a deleted one, and the counts of its direct children. */
export interface FamilyBelow extends LivingChildCounts {
  /** The number of items, without copies of occurrences. */
  readonly items: number;
  /** Their assignees from id 1000 on (without sample people), once each, ascending. */
  readonly people: readonly number[];
}

/** A page of a stream after a cursor. `head` is the user's head, from the same snapshot as the rows. */
export interface FeedPage<Row> {
  /** Ascending by seq, at most as many as requested. */
  readonly rows: readonly Row[];
  /** Whether more rows follow these. */
  readonly more: boolean;
  /** The user's last seq, 0 before the first. */
  readonly head: number;
  /** Removals up to this seq have been deleted: a cursor below it, except 0, has missed them. */
  readonly floor: number;
}

/** The rows of a user's streams, counted and summed, with the head at the same moment. */
export interface StreamTallies {
  readonly head: number;
  /** The user's visible items by type, with the sum of their seqs. */
  readonly items: Readonly<Record<ItemType, Tally>>;
  /** The mutual contacts, with the sum of their ids. */
  readonly mutuals: Tally;
  /** The notifications with the greatest ids, with the sum of their seqs. */
  readonly notifications: Tally;
  /** The private rows by kind, with the sum of their seqs; only kinds that have any. */
  readonly privateRows: Readonly<Record<string, Tally>>;
}

/** A numbered page, and the number of rows of all pages. */
export interface NumberedPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * The position of a user's feed. `run` names the database run in which the head last moved, as
 * `formatRunName` writes it; for a user without a head it is the current run. `epoch` names the history
 * that is valid for this user.
 */
export interface FeedPosition extends Position {
  readonly epoch: string;
  /** Changes each time that the whole account is erased. It is not part of any response. */
  readonly life?: number;
  /** The account was deleted. */
  readonly isEnded?: true;
}

/**
 * The reads of a store. Lists have no duplicates even if the arguments do; missing rows are left out; empty
 * arguments give an empty result. "Living" is `deleted_at === null`; "sees" is an access row that is not
 * removed. No primitive decides anything: the rules are in the use cases.
 */
export interface Reads extends PeopleReads {
  /** The position of the user's feed. The store has made sure that the current run is registered. */
  standing(userId: number): Promise<FeedPosition>;
  /** The generations of accounts, as in {@link FeedPosition}. Users without a head may be left out. */
  lives(userIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * The user's head at the end of each of these runs, by the run's id; the current head if the run has not
   * ended for them. Runs that this history does not know are left out.
   */
  runEnds(userId: number, runs: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Items, including deleted ones, in ascending order of id. */
  items(keys: ItemKeys): Promise<readonly ItemRow[]>;
  /** Items with their access rows, including deleted ones, in ascending order of id. */
  members(itemIds: readonly number[]): Promise<readonly Member[]>;
  /** An item's copies, including deleted ones, ascending by number; with `n`, only that of the number. */
  copies(uuid: string, n: number | null): Promise<readonly ItemRow[]>;
  /** Direct children by `parent_id`, including copies and deleted ones, in ascending order of id. */
  children(parentIds: readonly number[]): Promise<readonly ItemRow[]>;
  /**
   * Counts of undeleted direct children, one entry per id (zeros included), ascending by id. With a viewer, only
   * children that the viewer sees are counted.
   */
  childCounts(
    parentIds: readonly number[],
    viewerId: number | null,
  ): Promise<readonly LivingChildCounts[]>;
  /** Counts and people below items, one entry per id, ascending by id. */
  below(itemIds: readonly number[]): Promise<readonly FamilyBelow[]>;
  /** Access rows of the items, including removed ones, of some users or (null) all; by item, then user. */
  access(
    itemIds: readonly number[],
    userIds: readonly number[] | null,
  ): Promise<readonly AccessRow[]>;
  /** Items that the user sees, with the user's access rows; ascending by id. */
  seen(userId: number, itemIds: readonly number[]): Promise<readonly SeenItem[]>;
  /** The record of a request; null if its key is unknown. */
  op(userId: number, opId: string): Promise<OpRow | null>;
  /**
   * For each of these types, at least one, the user's access rows to its items with seq > since, including
   * removed ones; at most `limit` of each.
   */
  itemFeeds(
    userId: number,
    sinceByType: ReadonlyMap<ItemType, number>,
    limit: number,
  ): Promise<ReadonlyMap<ItemType, FeedPage<SeenItem>>>;
  /** The user's feed rows with seq > since. */
  feed(userId: number, since: number, limit: number): Promise<FeedPage<FeedRow>>;
  /** The counts and sums of the user's streams, without removed rows. */
  tallies(userId: number, notificationsMost: number): Promise<StreamTallies>;
  /** Items that the user sees, of one type or (null) all; created_at, then id, newest first. */
  pageOfItems(
    userId: number,
    type: ItemType | null,
    page: number,
    perPage: number,
  ): Promise<NumberedPage<SeenItem>>;
  /**
   * Items that the user sees whose `search_folded`, or `search_text` if that is null, contains its needle
   * literally (LIKE's wildcards and escapes have no special meaning), at most `limit`, in the order of
   * domain's `compareHits`: those with the needle before the first line break first, then by updated_at, then
   * id, newest first.
   */
  search(userId: number, needle: SearchNeedle, limit: number): Promise<readonly SeenItem[]>;
  /**
   * The deletes at or after `since` with items that the user manages now, without tombstones; by deleted_at,
   * then deleted_op by code points, newest first, at most `limit`. With a place, only later deletes in that
   * order.
   */
  deletions(
    userId: number,
    since: string,
    after: DeletionPlace | null,
    limit: number,
  ): Promise<readonly Deletion[]>;
  /** The items of one delete that are still deleted, in ascending order of id. */
  takenBy(deletedOp: string): Promise<readonly ItemRow[]>;
  /** Items deleted before that moment that are not tombstones yet; by deleted_at, then id. */
  expired(before: string, limit: number): Promise<readonly ItemRow[]>;
  /** The campaign's log, newest id first; with a viewer, only entries of items that they see. */
  activity(
    campaignId: number,
    viewerId: number | null,
    page: number,
    perPage: number,
  ): Promise<NumberedPage<ActivityRow>>;
  /**
   * The entries about one item in a campaign's log, or with null outside campaigns, newest id first. With a
   * reader, only from the first entry on that the reader made or that assigns the item to them.
   */
  itemActivity(
    item: { readonly id: number; readonly campaignId: number | null },
    readerId: number | null,
    page: number,
    perPage: number,
  ): Promise<NumberedPage<ActivityRow>>;
  /**
   * Items that the user owns, including deleted ones but no tombstones, or is assigned to, and the user's own
   * top-level tombstones above something that is not a tombstone; in ascending order of id, at most `limit`.
   */
  holdings(userId: number, limit: number): Promise<readonly ItemRow[]>;
  /**
   * Items that are assigned to the user and belong to the other, or are below a root of the other. Including
   * deleted ones and copies, in ascending order of id, at most `limit`.
   */
  assignedBy(userId: number, otherId: number, limit: number): Promise<readonly ItemRow[]>;
  /** Other users who see an item that the user owns or is assigned to, once each, ascending. */
  observersOf(userId: number): Promise<readonly number[]>;
  /** Notifications, ascending by id. */
  notifications(ids: readonly number[]): Promise<readonly NotificationRow[]>;
}

/**
 * One transaction. It sees its own writes, and otherwise everything committed when a primitive is called
 * (PostgreSQL's READ COMMITTED). Locks are held to its end and are acquired in this order, so that they
 * cannot deadlock: op, roots, (uuid or phone by an insert), user, heads.
 */
export interface Tx extends Reads, PeopleWrites {
  /**
   * Locks these keys of the user against other transactions, and returns the records that exist, in no order.
   */
  lockOps(userId: number, opIds: readonly string[]): Promise<readonly OpRow[]>;
  /** Locks the item rows of these ids, ascending, at the latest before the transaction's next result. */
  lockRoots(rootIds: readonly number[]): Promise<void>;
  /**
   * Inserts an item and returns its id (from 10,000,000, increasing, with gaps). Returns null without an
   * effect if the uuid exists; it waits for a transaction that is inserting the same uuid.
   */
  insertItem(row: NewItemRow): Promise<number | null>;
  /** Replaces rows by id. The caller holds the lock of their root. */
  updateItems(rows: readonly ItemRow[]): Promise<void>;
  /** Inserts an op. The caller holds its lock. It counts as a `putOutcome` with nothing else to write. */
  putOp(row: OpRow): Promise<void>;
  /**
   * Moves the heads of users forward and returns the new heads. Locks them in ascending order of user; called
   * last before the commit, so that a user's seqs become visible in their order. A head that last moved in an
   * earlier run is first stored as the end of that run.
   */
  advanceHeads(steps: readonly HeadStep[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Writes the outcome of a change at once, and returns the new heads of users whose heads it moves. It comes
   * after all item rows, and counts as `advanceHeads` in the order of locks; see `headsToLock`. Throws {@link
   * RetryTransaction} if it gives a right to a user whose account has ended; losses of such users are left
   * out.
   */
  putOutcome(outcome: ChangeOutcome): Promise<ReadonlyMap<number, HeadAfter>>;
  /**
   * Deletes the removals of items deleted before that moment: the removed access rows of at most `limit`
   * items. Raises the floor of their users to the greatest seq among them. Returns how many rows, and whether
   * there may be more. The ops of those users about an item are deleted too if they can no longer have an
   * effect: if it is a tombstone, and not the copy of an occurrence, which another completion may bring back.
   * Ops of creates (201) stay, because a repeated create without a uuid would create another item.
   */
  forgetRemovals(
    before: string,
    limit: number,
  ): Promise<{ readonly forgotten: number; readonly isMore: boolean }>;
  /**
   * Replaces this epoch of the user by a new one; has no effect if it has already been replaced.
   */
  renewEpoch(userId: number, epoch: string): Promise<void>;
  /**
   * Inserts or replaces feed rows, by user, kind and ref, except for users whose account has ended. The
   * caller holds the heads of all.
   */
  putFeed(rows: readonly FeedRow[]): Promise<void>;
}

/** Copies of a store that follow it, each some moments behind: they show what the store had then. */
export interface Standbys {
  /** As `Store.read`, on one of the copies; null if none can be read at present. */
  read<T>(fn: (reads: Reads) => Promise<T>): Promise<{ readonly value: T } | null>;
  /** The places that the user's feed is known to have reached lately. */
  heardOf(userId: number): readonly Position[];
}

/**
 * The store of the authority's rows. Two implementations pass one command suite (sync.md, section 1). A new
 * store has only the four sample users (product.md, "Screens").
 */
export interface Store {
  /** The epoch of everybody whose own epoch was never renewed (sync.md, section 2). */
  readonly epoch: string;
  /**
   * Runs `fn` in one transaction and commits when it resolves; a rejection undoes everything and is passed
   * on. After a deadlock, a serialization failure or {@link RetryTransaction} it runs `fn` again, a limited
   * number of times: `fn` must have no effect outside.
   */
  tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As `tx`, at once or not at all: it waits for no lock longer than a moment, and so may acquire locks in
   * any order. If `tx` would wait, or run `fn` again, it undoes everything and throws {@link ContendedError}.
   */
  tryTx<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `fn` on one unchanging snapshot of committed rows; it takes no locks. */
  read<T>(fn: (reads: Reads) => Promise<T>): Promise<T>;
  /** Absent if there are no copies. */
  readonly standbys?: Standbys | undefined;
}
