/*
 * A second implementation of the rights, from product.md ("Rights", "The hierarchy", "The wire") and without
 * the production code: slow, and obviously right. People and items have names. Nothing from outside this
 * folder is imported.
 */

/** A user's right on a thing. */
export type Right = 'manage' | 'contribute' | 'view' | null;

/** One campaign, task or todo. */
export interface Thing {
  readonly name: string;
  readonly type: 'campaign' | 'task' | 'todo';
  readonly owner: string;
  readonly assignee: string | null;
  readonly parent: string | null;
  /** The thing that was deleted along with this one: itself or an ancestor; null while it lives. */
  readonly deletedWith: string | null;
}

/** The name of a field in a change. */
export type EditedField =
  | 'title'
  | 'description'
  | 'due_date'
  | 'due_time'
  | 'repeat'
  | 'repeat_from'
  | 'repeat_start'
  | 'occurrence_day'
  | 'end_date'
  | 'priority'
  | 'labels';

/** The facts from which rights follow. */
export interface Facts {
  readonly things: ReadonlyMap<string, Thing>;
  /** `person thing`: everything that a user sees or has seen. */
  readonly everSeen: ReadonlySet<string>;
  /** `person person`, both ways. */
  readonly mutuals: ReadonlySet<string>;
}

/** The place of a thing: the top level, a thing, or (null) a thing that does not exist. */
export type Spot = 'top' | { readonly thing: string | null; readonly by: 'number' | 'uuid' };

/** The required response to a request, and whether it may change anything. */
export interface ExpectedAnswer {
  readonly status: number;
  readonly code?: string;
  readonly changes?: boolean;
}

/** The required state after a successful request, and its traces. */
export interface ModelOutcome {
  /** Things that are missing are erased. */
  readonly things: ReadonlyMap<string, Thing>;
  /** `person kind`: the notified people, and the kinds. */
  readonly notices: ReadonlySet<string>;
  /** The entries about moves and edits. */
  readonly entries: readonly LogEntry[];
}

/** An entry of a campaign's history; null for none. */
export interface LogEntry {
  readonly campaign: string | null;
  readonly thing: string;
  /** Either that it was moved, or the names of the edited fields. */
  readonly what: 'moved' | readonly EditedField[];
}
