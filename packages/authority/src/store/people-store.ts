import type {
  BlockRow,
  ContactRow,
  NewSecurityEvent,
  NotificationKind,
  NotificationRow,
  ReportRow,
  UserRow,
} from './rows.ts';

/** A user, and their numbers before and after. */
export interface NumberedUser {
  readonly user: UserRow;
  /** The numbers (E.164) that the user had before, without the present one, ascending. */
  readonly former: readonly string[];
  /** Somebody else gave up the present number; their account lives, or has ended since. */
  readonly isTakenOver: boolean;
}

/** What can be read of people: see `Reads`, which these are part of. */
export interface PeopleReads {
  /** Users, sample people too, ascending by id. */
  users(ids: readonly number[]): Promise<readonly UserRow[]>;
  /** The user with that phone (E.164). */
  userByPhone(phone: string): Promise<UserRow | null>;
  /** A user with what became of their numbers, in one answer. */
  numberedUser(userId: number): Promise<NumberedUser | null>;
  /** Users whose present number the user imported, ascending; without the user. */
  importedUsers(userId: number): Promise<readonly number[]>;
  /** The ids of the users with these phones (E.164), ascending. */
  usersWithPhones(phones: readonly string[]): Promise<readonly number[]>;
  /** Those of `phones` (E.164) that the user imported, as any reading of a number; in no order. */
  contactsAmong(userId: number, phones: readonly string[]): Promise<readonly string[]>;
  /** How many numbers the user imported: their rows with `is_first`. */
  contactCount(userId: number): Promise<number>;
  /** Those of `candidates` who imported the phone (E.164), ascending. */
  importersAmong(phone: string, candidates: readonly number[]): Promise<readonly number[]>;
  /**
   * Those of `candidates` who are mutual contacts of the user, ascending: the user's feed rows of kind
   * 'mutual' that are not removed are that relation.
   */
  mutualsAmong(userId: number, candidates: readonly number[]): Promise<readonly number[]>;
  /**
   * Those of `candidates` who are mutual contacts of the user or were, ascending: also where that ended, until the
   * feed forgets it.
   */
  metAmong(userId: number, candidates: readonly number[]): Promise<readonly number[]>;
  /** All mutual contacts of the user, ascending. */
  mutualsOf(userId: number): Promise<readonly number[]>;
  /** Those of `candidates` whom the user has blocked or who have blocked the user, ascending. */
  blocksAmong(userId: number, candidates: readonly number[]): Promise<readonly number[]>;
  /** The blocks that the user made; created_at, then blocked_id, latest first. */
  blocksOf(userId: number): Promise<readonly BlockRow[]>;
  /** Who has blocked the user, ascending. */
  blockersOf(userId: number): Promise<readonly number[]>;
  /** The users of whose notifications one was changed at or after that moment, ascending. */
  notifiedSince(moment: string): Promise<readonly number[]>;
}

/** Writes about people and their notifications: see `Tx`, which these are part of. */
export interface PeopleWrites {
  /**
   * The notifications of the recipient, actor and kind that were changed at or after `since`, read ones too, ascending
   * by id. Called with the recipient's head locked.
   */
  recentNotifications(key: {
    readonly user_id: number;
    readonly actor_id: number;
    readonly kind: NotificationKind;
    readonly since: string;
  }): Promise<readonly NotificationRow[]>;
  /**
   * Inserts (id null) or replaces a notification and returns its id. Where the one to replace has been deleted it throws
   * {@link RetryTransaction}.
   */
  putNotification(
    row: Omit<NotificationRow, 'id'> & { readonly id: number | null },
  ): Promise<number>;
  /**
   * Marks the user's unread notifications that stand at or before a place of their feed as read at
   * `at`, and returns their ids, ascending. Called with the user's head locked.
   */
  readNotifications(userId: number, upTo: number, at: string): Promise<readonly number[]>;
  /** Deletes at most `limit` notifications last changed before that moment, with their feed rows. Returns how many. */
  pruneNotifications(before: string, limit: number): Promise<number>;
  /**
   * Deletes the notifications of these users beyond the `newest` of each, of those made before `settledBefore`, with
   * their feed rows. Those of what was done with the user's own account, by `actor_id`, count as newer than all others.
   * Returns how many.
   */
  limitNotifications(
    userIds: readonly number[],
    newest: number,
    settledBefore: string,
  ): Promise<number>;
  /** Inserts a user and returns the id, 1000 or more and in no order; null if the phone exists. */
  insertUser(row: Omit<UserRow, 'id'>): Promise<number | null>;
  /**
   * Waits until no other transaction changes these users, keeps others from it, and reads them. Locks
   * them in ascending order; called once in a transaction, so that it cannot deadlock.
   */
  lockUsers(ids: readonly number[]): Promise<readonly UserRow[]>;
  /**
   * Keeps every other transaction that calls it waiting until this one ends. Called before any other lock: two changes
   * of number that each make the other person a contact would otherwise lock nobody in common, and miss each other.
   */
  lockNumbers(): Promise<void>;
  /** Inserts contacts; one that is there stays as it is. The caller holds the user's lock. */
  putContacts(rows: readonly ContactRow[]): Promise<void>;
  /** Takes a number (E.164) off the lists of these users. The caller holds the lock of the user who has it. */
  removeContacts(userIds: readonly number[], phone: string): Promise<void>;
  /** Inserts a block; one that is there stays as it is. The caller holds the locks of both. */
  putBlock(row: BlockRow): Promise<void>;
  /** Deletes a block, and returns whether there was one. The caller holds the locks of both. */
  removeBlock(userId: number, blockedId: number): Promise<boolean>;
  /** Inserts a report; the store gives the id. */
  putReport(row: Omit<ReportRow, 'id'>): Promise<void>;
  /**
   * Stores again those of these numbers (E.164) that the user imported, where a store keeps them under a key that is
   * being replaced. The caller holds the user's lock.
   */
  renewContacts(userId: number, phones: readonly string[]): Promise<void>;
  /**
   * Replaces a user who has another number now, and remembers the one given up. The caller holds their lock and
   * head. While others write rows that name the user, or take the number, it throws {@link RetryTransaction} or fails
   * so that the transaction runs again.
   */
  changeNumber(row: UserRow, formerPhone: string): Promise<void>;
  /** Replaces a user by id, whose number stays or ends. The caller holds their lock. */
  updateUser(row: UserRow): Promise<void>;
  /**
   * Deletes what is the user's alone: contacts, blocks, rights, the feed, notifications to them, records of
   * keys, and everything that a store keeps for them without the authority (sessions). Of their former numbers it
   * keeps as much as `isTakenOver` needs. Their cursors start over. With `isEnd` the account has ended (see
   * `putOutcome` and `standing`), and nobody has it blocked any more. The caller holds the user's lock and head.
   */
  eraseUser(id: number, how: { readonly isEnd: boolean }): Promise<void>;
  /**
   * Adds to the account's own log of security events, but where the account has ended. No use case reads it: a
   * store without sessions need not keep it.
   */
  putSecurityEvent(event: NewSecurityEvent): Promise<void>;
  /**
   * Deletes the log of those of these items that are campaigns. What other logs say of these items loses its
   * title and its values; who did something to them, what, and when stays.
   */
  eraseActivity(itemIds: readonly number[]): Promise<void>;
  /**
   * The same for tombstones, as many rows as one transaction may take. False when it is done for all
   * tombstones.
   */
  eraseActivityOfTombstones(limit: number): Promise<boolean>;
}
