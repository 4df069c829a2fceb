import type {
  ItemDraft,
  ItemPatch,
  ItemRef,
  ItemType,
  LabelChange,
  OccurrenceAct,
} from '@foray/domain';

/** Names an item: by the number the server gave it, or by its uuid, in lower case. */
export type Ref = ItemRef;

/** Makes an item. Text is normalised; what is absent has its default; claims are not yet clamped. */
export interface CreateCommand extends Partial<ItemDraft> {
  readonly kind: 'create';
  readonly type: ItemType;
  readonly title: string;
}

/**
 * Changes only the fields of an item that it names; a parent of null moves it to the top level.
 * `completed_at` is a claim that belongs to status completed.
 */
export interface PatchCommand {
  readonly kind: 'patch';
  readonly ref: Ref;
  readonly changes: ItemPatch;
}

/** Assigns an item to a person, or with null to none. */
export interface AssignCommand {
  readonly kind: 'assign';
  readonly ref: Ref;
  readonly user_id: number | null;
}

/** Adds labels to an item, and takes others away; each is as the domain normalises it. */
export interface LabelCommand extends LabelChange {
  readonly kind: 'label';
  readonly ref: Ref;
}

/** Completes or skips one numbered occurrence of an item, or takes that back. */
export interface OccurrenceCommand {
  readonly kind: 'occurrence';
  readonly ref: Ref;
  readonly act: OccurrenceAct['act'];
  readonly n: number;
  /** The day that it had before it was skipped, where that is taken back; else null. */
  readonly skipped_from: string | null;
  /** A claim; null if none was made. */
  readonly completed_at: string | null;
  /** The time zone of the completer, which decides on the day. */
  readonly zone: string;
}

/** Clears a person's assignments on an item and on everything below it. */
export interface RemoveCommand {
  readonly kind: 'remove';
  readonly ref: Ref;
  readonly user_id: number;
}

/** Deletes an item and, of what is below it, exactly the items named in `children`. */
export interface DeleteCommand {
  readonly kind: 'delete';
  readonly ref: Ref;
  readonly children: readonly string[];
}

/** Restores an item with what the same delete took. */
export interface RestoreCommand {
  readonly kind: 'restore';
  readonly ref: Ref;
}

/** One change of an item, parsed and normalised, from any route (sync.md, section 2). */
export type ItemCommand =
  | CreateCommand
  | PatchCommand
  | AssignCommand
  | LabelCommand
  | OccurrenceCommand
  | RemoveCommand
  | DeleteCommand
  | RestoreCommand;
