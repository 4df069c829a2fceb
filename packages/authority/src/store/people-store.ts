import type { AccountLimit } from '@foray/contract';
import type {
  BlockRow,
  ContactRow,
  NewSecurityEvent,
  NotificationKind,
  NotificationRow,
  PrivateRowOfUser,
  ReportRow,
  UserRow,
} from './rows.ts';

/** A session and its user. */
export interface SessionOfUser {
  readonly id: number;
  readonly userId: number;
}

/** A user with the history of their numbers. */
export interface NumberedUser {
  readonly user: UserRow;
  /** The user's former numbers (E.164), without the current one, ascending. */
  readonly former: readonly string[];
  /**
   * Whether another user gave up the current number; their account may have ended while the user had it.
   */
  readonly isTakenOver: boolean;
}

/** The limits that were raised for an account; 0 for none. */
export type RaisedLimits = Readonly<Record<AccountLimit, number>>;

/** The part of `Reads` about people. */
export interface PeopleReads {
  /** Users, including sample users, in ascending order of id. */
  users(ids: readonly number[]): Promise<readonly UserRow[]>;
  /** The user with that phone (E.164). */
  userByPhone(phone: string): Promise<UserRow | null>;
  /** A user with the history of their numbers, in one read. */
  numberedUser(userId: number): Promise<NumberedUser | null>;
  /** The limits that an operator has raised for the user. */
  raisedLimits(userId: number): Promise<RaisedLimits>;
  /** Users whose current number the user imported, ascending; without the user themselves. */
  importedUsers(userId: number): Promise<readonly number[]>;
  /** The ids of the users with these phones (E.164), ascending. */
  usersWithPhones(phones: readonly string[]): Promise<readonly number[]>;
  /** The `phones` (E.164) that the user imported, in any reading of a number; in no order. */
  contactsAmong(userId: number, phones: readonly string[]): Promise<readonly string[]>;
  /** How many numbers the user imported: their rows with `is_first`. */
  contactCount(userId: number): Promise<number>;
  /** The `candidates` who imported the phone (E.164), ascending. */
  importersAmong(phone: string, candidates: readonly number[]): Promise<readonly number[]>;
  /**
   * The `candidates` who are mutual contacts of the user, ascending: the user's feed rows of kind 'mutual'
   * that are not removed.
   */
  mutualsAmong(userId: number, candidates: readonly number[]): Promise<readonly number[]>;
  /**
   * The `candidates` who are or were mutual contacts of the user, ascending. Former ones count until the
   * feed deletes the removal.
   */
  metAmong(userId: number, candidates: readonly number[]): Promise<readonly number[]>;
  /** All mutual contacts of the user, ascending. */
  mutualsOf(userId: number): Promise<readonly number[]>;
  /** The `candidates` whom the user has blocked or who have blocked the user, ascending. */
  blocksAmong(userId: number, candidates: readonly number[]): Promise<readonly number[]>;
  /** The blocks that the user made, by created_at, then blocked_id, latest first. */
  blocksOf(userId: number): Promise<readonly BlockRow[]>;
  /** The users who have blocked the user, ascending. */
  blockersOf(userId: number): Promise<readonly number[]>;
  /** The private rows with these ids, removed ones too, ascending. */
  privateRows(ids: readonly number[]): Promise<readonly PrivateRowOfUser[]>;
  /** The user's private rows with these kinds and names, removed ones too, ascending by id. */
  privateRowsOf(
    userId: number,
    keys: readonly PrivateRowKey[],
  ): Promise<readonly PrivateRowOfUser[]>;
  /** How many private rows the user has, without removed ones. */
  privateRowCount(userId: number): Promise<number>;
  /** The users with a notification that was changed at or after that moment, ascending. */
  notifiedSince(moment: string): Promise<readonly number[]>;
}

/** A private row by its user, kind and name. */
export type PrivateRowKey = Pick<PrivateRowOfUser, 'kind' | 'name'>;

/** The part of `Tx` about people and their notifications. */
export interface PeopleWrites {
  /**
   * The notifications of the recipient, actor and kind that were changed at or after `since`, read ones too,
   * ascending by id. The caller holds the lock of the recipient's head.
   */
  recentNotifications(key: {
    readonly user_id: number;
    readonly actor_id: number;
    readonly kind: NotificationKind;
    readonly since: string;
  }): Promise<readonly NotificationRow[]>;
  /**
   * Inserts (id null) or replaces a notification and returns its id. Throws {@link RetryTransaction} if the
   * row to replace has been deleted.
   */
  putNotification(
    row: Omit<NotificationRow, 'id'> & { readonly id: number | null },
  ): Promise<number>;
  /**
   * Marks the user's unread notifications up to a place of their feed as read at `at`, and returns their ids,
   * ascending. The caller holds the lock of the user's head.
   */
  readNotifications(userId: number, upTo: number, at: string): Promise<readonly number[]>;
  /**
   * Deletes at most `limit` notifications last changed before that moment, with their feed rows. Returns how
   * many.
   */
  pruneNotifications(before: string, limit: number): Promise<number>;
  /**
   * Deletes the notifications of these users beyond the `newest` of each, if made before `settledBefore`,
   * with their feed rows. Notifications about the user's own account, by `actor_id`, count as newer than all
   * others. Returns how many.
   */
  limitNotifications(
    userIds: readonly number[],
    newest: number,
    settledBefore: string,
  ): Promise<number>;
  /**
   * Inserts private rows of the user or replaces those of the same kind and name, each named once, and
   * returns their ids in the same order. The caller holds the lock of the user's head.
   */
  putPrivateRows(
    userId: number,
    rows: readonly Omit<PrivateRowOfUser, 'id' | 'user_id'>[],
  ): Promise<readonly number[]>;
  /**
   * Deletes at most `limit` private rows that were removed before that moment, with their places in feeds,
   * and moves the floors of those feeds. Returns how many.
   */
  forgetPrivateRows(before: string, limit: number): Promise<number>;
  /**
   * As `forgetPrivateRows`, for the user's removed rows beyond the `newest`, without a limit. The caller holds
   * the lock of the user's head.
   */
  limitRemovedRows(userId: number, newest: number): Promise<void>;
  /** Inserts a user and returns the id, 1000 or more and in no order; null if the phone exists. */
  insertUser(row: Omit<UserRow, 'id'>): Promise<number | null>;
  /**
   * Locks these users against changes by other transactions, in ascending order, and reads them. Call it
   * once in a transaction, so that it cannot deadlock.
   */
  lockUsers(ids: readonly number[]): Promise<readonly UserRow[]>;
  /**
   * Excludes other transactions that call it until this one ends. Call it before any other lock: otherwise
   * two changes of number that each make the other person a contact would lock nobody in common, and miss
   * each other.
   */
  lockNumbers(): Promise<void>;
  /** Inserts contacts; an existing row stays unchanged. The caller holds the user's lock. */
  putContacts(rows: readonly ContactRow[]): Promise<void>;
  /**
   * Removes a number (E.164) from the lists of these users. The caller holds the lock of the number's user.
   */
  removeContacts(userIds: readonly number[], phone: string): Promise<void>;
  /** Inserts a block; an existing row stays unchanged. The caller holds the locks of both. */
  putBlock(row: BlockRow): Promise<void>;
  /** Deletes a block, and returns whether it existed. The caller holds the locks of both. */
  removeBlock(userId: number, blockedId: number): Promise<boolean>;
  /** Inserts a report; the store assigns the id. */
  putReport(row: Omit<ReportRow, 'id'>): Promise<void>;
  /**
   * Rewrites those of these numbers (E.164) that the user imported under the new key, while a store
   * replaces its key. The caller holds the user's lock.
   */
  renewContacts(userId: number, phones: readonly string[]): Promise<void>;
  /**
   * Replaces a user who has another number now, and keeps the former number. The caller holds their lock
   * and head. While others write rows that refer to the user, or take the number, it throws {@link
   * RetryTransaction} or fails so that the transaction runs again.
   */
  changeNumber(row: UserRow, formerPhone: string): Promise<void>;
  /**
   * Ends the user's sessions except the one that makes the request, and the data that a store keeps for
   * each. A store without sessions need not do anything. The caller holds the user's lock.
   */
  endOtherSessions(session: SessionOfUser, at: string): Promise<void>;
  /** Replaces a user by id, whose number stays or ends. The caller holds their lock. */
  updateUser(row: UserRow): Promise<void>;
  /**
   * Deletes the rows that belong only to the user: contacts, private rows, blocks, rights, the feed, notifications to
   * them, records of keys, their former numbers, and everything that a store keeps for them without the
   * authority (sessions). A user who by now has one of these numbers stays `isTakenOver` until they change
   * it. Their cursors start again. With `isEnd` the account has ended (see `putOutcome` and `standing`),
   * and blocks against it end too. The caller holds the user's lock and head.
   */
  eraseUser(id: number, how: { readonly isEnd: boolean }): Promise<void>;
  /**
   * Adds to the account's own log of security events, unless the account has ended. No use case reads it,
   * so a store without sessions need not keep it.
   */
  putSecurityEvent(event: NewSecurityEvent): Promise<void>;
  /**
   * Deletes the logs of those items that are campaigns. Entries about these items in other logs lose their
   * title and values; they keep the person, the action and the time.
   */
  eraseActivity(itemIds: readonly number[]): Promise<void>;
  /**
   * As `eraseActivity`, for all tombstones, as many rows as a transaction may handle. False when none are
   * left.
   */
  eraseActivityOfTombstones(limit: number): Promise<boolean>;
}
