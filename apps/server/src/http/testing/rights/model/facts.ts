/*
 * Who may do what, written a second time from product.md ("Rights", "The hierarchy",
 * "The wire") and knowing nothing of the production code: slow, and obviously right. People and things
 * go by names. Nothing from outside this folder is imported.
 */

/** What a user holds of a thing. */
export type Right = 'manage' | 'contribute' | 'view' | null;

/** One campaign, task or todo. */
export interface Thing {
  readonly name: string;
  readonly type: 'campaign' | 'task' | 'todo';
  readonly owner: string;
  readonly assignee: string | null;
  readonly parent: string | null;
  /** The thing that was deleted when this one was, itself or one above it; null while it lives. */
  readonly deletedWith: string | null;
}

/** What a change of one field names it by. */
export type EditedField =
  | 'title'
  | 'description'
  | 'due_date'
  | 'due_time'
  | 'repeat'
  | 'repeat_from'
  | 'repeat_start'
  | 'end_date'
  | 'priority'
  | 'labels';

/** Everything that rights are drawn from. */
export interface Facts {
  readonly things: ReadonlyMap<string, Thing>;
  /** `person thing`: what a user sees or saw at some time. */
  readonly everSeen: ReadonlySet<string>;
  /** `person person`, both ways. */
  readonly mutuals: ReadonlySet<string>;
}

/** Where something is put: the top level, a thing, or (null) a thing that there is not. */
export type Spot = 'top' | { readonly thing: string | null; readonly by: 'number' | 'uuid' };

/** How a request must be answered, and whether anything may be different afterwards. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly changes?: boolean;
}

/** What must be true after a request that was carried out, and what it must have left behind. */
export interface Outcome {
  /** What is not among them any more is erased. */
  readonly things: ReadonlyMap<string, Thing>;
  /** `person kind`: who is notified, and of what. */
  readonly notices: ReadonlySet<string>;
  /** The entries that say what was moved or edited. */
  readonly entries: readonly LogEntry[];
}

/** An entry of a campaign's history; null for none. */
export interface LogEntry {
  readonly campaign: string | null;
  readonly thing: string;
  /** That it was moved, or the fields that were edited, by name. */
  readonly what: 'moved' | readonly EditedField[];
}
