import type {
  ValidNewItem,
  ValidChange,
  ItemRef,
  ItemType,
  LabelChange,
  OccurrenceAct,
} from '@foray/domain';

/** A reference to an item: by the number that the server assigned, or by its uuid, in lower case. */
export type Ref = ItemRef;

/** Creates an item. Text is normalised; absent fields have their defaults; claims are not limited yet. */
export interface CreateCommand extends Partial<ValidNewItem> {
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
  readonly changes: ValidChange;
}

/** Assigns an item to a person, or with null to nobody. */
export interface AssignCommand {
  readonly kind: 'assign';
  readonly ref: Ref;
  readonly user_id: number | null;
}

/** Adds labels to an item and removes others; each is normalised by the domain. */
export interface LabelCommand extends LabelChange {
  readonly kind: 'label';
  readonly ref: Ref;
}

/** Places an item among the children of its parent; null is its place by its creation. */
export interface PositionCommand {
  readonly kind: 'position';
  readonly ref: Ref;
  readonly position: string | null;
}

/** Completes or skips one numbered occurrence of an item, or undoes that. */
export interface OccurrenceCommand {
  readonly kind: 'occurrence';
  readonly ref: Ref;
  readonly act: OccurrenceAct['act'];
  readonly n: number;
  /** The date of the occurrence before it was skipped, if the skip is undone; otherwise null. */
  readonly skipped_from: string | null;
  /** The day that it then had by the rule, if different; otherwise null. */
  readonly skipped_day: string | null;
  /** A claim; null if none was sent. */
  readonly completed_at: string | null;
  /** The time zone of the person, which determines the day. */
  readonly zone: string;
}

/** Clears a person's assignments on an item and on everything below it. */
export interface RemoveCommand {
  readonly kind: 'remove';
  readonly ref: Ref;
  readonly user_id: number;
}

/** Deletes an item and exactly those descendants that `children` names. */
export interface DeleteCommand {
  readonly kind: 'delete';
  readonly ref: Ref;
  readonly children: readonly string[];
}

/** Restores an item with the other items of the same delete. */
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
  | PositionCommand
  | OccurrenceCommand
  | RemoveCommand
  | DeleteCommand
  | RestoreCommand;
