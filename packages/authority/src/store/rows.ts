import type { ActivityAction, ErrorCode, Notification, SecurityEventKind } from '@foray/contract';
import type { Item, ItemType, Permission, ReportReason } from '@foray/domain';

/**
 * An item as a store keeps it (sync.md, section 1). A deleted item stays as a row with `deleted_at`.
 * `parent_id` and `parent_uuid` are null together, and still name a deleted parent.
 */
export interface ItemRow extends Item {
  /**
   * The row to lock for a change of this item: the root of its tree when it was created or last moved. It
   * stays when an ancestor is deleted.
   */
  readonly root_id: number;
  /** Counts the changes that people made, from 1. Roll-ups and rights do not count. */
  readonly version: number;
  /** The author of this version; read by `changerOf` alone. */
  readonly changed_by: string | null;
  readonly deleted_at: string | null;
  /**
   * The name of the delete that deleted this item, the same on all its items; null while the item lives.
   */
  readonly deleted_op: string | null;
  /**
   * The children that were reset to pending, which an undo restores: in a copy, those of its occurrence; in
   * a repeating item, those of skipped occurrences.
   */
  readonly resets: readonly ResetChild[];
  /** The text that search uses, by domain's `searchText`; null after a write of an earlier release. */
  readonly search_folded: string | null;
  /** The text by `formerSearchText`, which servers of earlier releases read. */
  readonly search_text: string;
}

/** A completed child that was reset for the next occurrence, in its former state. */
export interface ResetChild {
  readonly uuid: string;
  readonly version: number;
  readonly completed_at: string | null;
  /** The number of the skipped occurrence; absent if the occurrence was completed. */
  readonly skipped?: number;
}

/** An item to be inserted. The store assigns the id; a `root_id` of null becomes that id. */
export interface NewItemRow extends Omit<ItemRow, 'id' | 'root_id'> {
  readonly root_id: number | null;
}

/**
 * A user's right to see an item, and its place in that user's feed: one row per user and item, permanently.
 * A removed row keeps the permission that was lost, whatever happens to the item later; but with the reason
 * 'deleted' it has 'manage' if and only if the user may restore the item now.
 */
export interface AccessRow {
  readonly user_id: number;
  readonly item_id: number;
  readonly root_id: number;
  readonly permission: Permission;
  /** Taken from the user's head; two rows of a user never have the same seq. */
  readonly seq: number;
  readonly removed: boolean;
  /** Why the right ended; null while it lasts. */
  readonly reason: 'deleted' | 'hidden' | null;
}

/** The result of a request (sync.md, section 1, ops), written in the same transaction as its effect. */
export interface OpRow {
  readonly user_id: number;
  readonly op_id: string;
  readonly fingerprint: string;
  readonly status: number;
  /** The error code of a refusal; null if the request was applied. */
  readonly code: ErrorCode | null;
  /** `fields` of a refusal; null if it named none. */
  readonly fields: Readonly<Record<string, string>> | null;
  readonly item_id: number | null;
  /** The version that the request produced; null if it was refused, or wrote nothing. */
  readonly version: number | null;
}

/** A value before and after a change; null for empty. */
export interface OldAndNew {
  readonly old: string | number | null;
  readonly new: string | number | null;
}

/** An entry of the log. It keeps the item's type and title of that time, for when the item is gone. */
export interface ActivityRow {
  readonly id: number;
  /** The campaign that contained the item at that time, or was the item; null outside campaigns. */
  readonly campaign_id: number | null;
  readonly item_id: number;
  readonly item_type: ItemType;
  readonly item_title: string;
  readonly user_id: number;
  readonly action: ActivityAction;
  /** The changed fields by name; for 'moved' these are `parent_id` and `campaign_id`. */
  readonly metadata: Readonly<Record<string, OldAndNew>>;
  /** Made by a roll-up, not by the person. */
  readonly automatic: boolean;
  readonly created_at: string;
}

/** The kinds of notification (product.md, "Notifications"). */
export type NotificationKind = Notification['kind'];

/** A notification. Similar ones within 10 minutes are one row with a count. */
export interface NotificationRow {
  readonly id: number;
  readonly user_id: number;
  readonly actor_id: number;
  readonly kind: NotificationKind;
  readonly campaign_id: number | null;
  /** The latest item; null if it concerns no item. */
  readonly item_id: number | null;
  readonly count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly read_at: string | null;
}

/** The kinds of rows in the feed of `GET /api/changes`. Items have their access rows instead. */
export type FeedKind = 'user' | 'mutual' | 'notification' | 'private';

/**
 * A place in a user's feed: one row per user, kind and object, moved forward on every change. A row of kind
 * 'mutual' that is not removed also makes `ref_id` a mutual contact.
 */
export interface FeedRow {
  readonly user_id: number;
  readonly kind: FeedKind;
  /** The id of the user, notification or private row. */
  readonly ref_id: number;
  /** Taken from the same head as the seq of access rows. */
  readonly seq: number;
  readonly removed: boolean;
}

/** A row of a user's own, which nobody else sees. Its place in the feed has the kind 'private'. */
export interface PrivateRowOfUser {
  readonly id: number;
  readonly user_id: number;
  readonly kind: string;
  /** Unique among the user's rows of the kind. */
  readonly name: string;
  /** An object of JSON, as its text; null for a removed row. */
  readonly value: string | null;
  readonly changed_at: string;
}

/** A person who can sign in (ids from 1000), or a sample user (1 to 4). */
export interface UserRow {
  readonly id: number;
  /** E.164, unique; null for the sample users. */
  readonly phone: string | null;
  readonly name: string;
  /**
   * Whether the name is the placeholder of the onboarding; the next sign-in with a real name replaces it.
   */
  readonly placeholder: boolean;
  /** When a code that was sent to the phone was last entered correctly; null if never (AUTH=open). */
  readonly phone_verified_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A number that a user imported, in one of its readings (product.md, "Contacts"). */
export interface ContactRow {
  readonly user_id: number;
  /** E.164; a store may keep only its keyed hash. */
  readonly phone: string;
  /** Whether it is the first reading of the number; the limit counts these. */
  readonly is_first: boolean;
}

/** A user's block of another (decision 0119). */
export interface BlockRow {
  readonly user_id: number;
  readonly blocked_id: number;
  readonly created_at: string;
}

/** A user's report of another to the operator. */
export interface ReportRow {
  readonly id: number;
  readonly user_id: number;
  readonly reported_id: number;
  readonly reason: ReportReason;
  readonly text: string;
  readonly created_at: string;
  /** When the operator closed it; null until then. */
  readonly done_at: string | null;
}

/** An entry for an account's own log of security events (decision 0122). */
export interface NewSecurityEvent {
  readonly user_id: number;
  readonly kind: SecurityEventKind;
  readonly at: string;
  /** The session that it concerns; null if it concerns none. */
  readonly session_id: number | null;
}

/** A number that a user gave up for another one, until their account ends. */
export interface FormerNumberRow {
  readonly user_id: number;
  /** E.164. */
  readonly phone: string;
  /** The user has this number now; an ended account, of which nothing else is kept, gave it up. */
  readonly is_taken_over: boolean;
}

/** An item together with its reader's access row. */
export interface SeenItem {
  readonly item: ItemRow;
  readonly access: AccessRow;
}

/** The place of a delete among all deletes: its time, then its name. */
export interface DeletionPlace {
  readonly deleted_at: string;
  readonly deleted_op: string;
}

/** One delete, restricted to items that a user managed. */
export interface Deletion extends DeletionPlace {
  /** The ids of the user's items that it deleted, ascending. */
  readonly item_ids: readonly number[];
  /** The assignee of each of these items, 0 for nobody. */
  readonly assignee_ids: readonly number[];
}

/**
 * The usage that counts towards the limits of an account: the items that it owns, and their text in UTF-8
 * bytes.
 */
export interface Usage {
  readonly items: number;
  readonly bytes: number;
}

/** How far a user's head moves, and the usage that this adds to their account, if any. */
export interface HeadStep extends Partial<Usage> {
  readonly user_id: number;
  readonly by: number;
}

/** A head that was moved, with the account's usage afterwards. */
export interface HeadAfter extends Usage {
  readonly head: number;
}
