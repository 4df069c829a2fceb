/** The type of an item. */
export type ModelType = 'campaign' | 'task' | 'todo';
/** The status of an item. */
export type ModelStatus = 'pending' | 'in_progress' | 'completed';

/** One delete, which may have taken several items: they come back together. */
export interface ModelDeletion {
  /** The item that was deleted; the others were named. */
  readonly of: string;
}

/** The copy of a completed occurrence, and the item as it was before. */
export interface ModelCopy {
  readonly by: string;
  /** The day of completion. */
  readonly on: string;
  /** Null while it lives. */
  readonly deletion: ModelDeletion | null;
  readonly due_date: unknown;
  readonly occurrence_day: unknown;
  readonly done: number;
}

/** A campaign, task or todo. Items and people go by names. */
export interface ModelItem {
  readonly key: string;
  readonly type: ModelType;
  readonly owner: string;
  readonly assignee: string | null;
  readonly parent: string | null;
  readonly status: ModelStatus;
  /** The fields that follow no rule, such as the title, by their names on the wire. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isLiving: boolean;
  /** Null while it lives. */
  readonly deletion: ModelDeletion | null;
  /** The number of the current occurrence. */
  readonly n: number;
  /** How many occurrences of the current rule were completed or skipped. */
  readonly done: number;
  /** By the numbers of their occurrences. */
  readonly copies: ReadonlyMap<number, ModelCopy>;
  /** The account of its owner has ended, and nothing but its place is left. */
  readonly isErased: boolean;
}

/** Everything that the rules depend on. A pair of people is `one other`. */
export interface ModelFacts {
  readonly people: ReadonlySet<string>;
  readonly items: ReadonlyMap<string, ModelItem>;
  /** `person item`: everything that a person sees or once saw. */
  readonly everSeen: ReadonlySet<string>;
  /** Both ways. */
  readonly mutuals: ReadonlySet<string>;
  /** `blocker blocked`. */
  readonly blocks: ReadonlySet<string>;
  /** The people whose account has ended. */
  readonly ended: ReadonlySet<string>;
}

/** The place of an item: the top level, under an item, or (null) under one that does not exist. */
export type ModelPlace = 'top' | { readonly item: string | null; readonly by: 'number' | 'uuid' };

/** The required answer to a request, and whether it changes anything. */
export interface RequiredAnswer {
  readonly status: number;
  readonly code?: string;
  readonly changes?: boolean;
}

/** An entry of a campaign's history; null for the history of an item outside campaigns. */
export interface ModelEntry {
  readonly campaign: string | null;
  readonly item: string;
  /** That it was moved, or the former values of the edited fields. */
  readonly what: 'moved' | Readonly<Record<string, unknown>>;
}

/** A notified person, and the kind of the notification. */
export type Told = readonly [person: string, kind: string];

/** The facts after an act that is not refused, with its traces. */
export interface ActEffect {
  readonly facts: ModelFacts;
  readonly told?: readonly Told[];
  /** An entry without a campaign belongs to the campaign at the root of its item. */
  readonly entries?: readonly (Omit<ModelEntry, 'campaign'> & Partial<ModelEntry>)[];
}

/** The required answer and the required state afterwards, with its traces. */
export interface ModelDecision {
  readonly answer: RequiredAnswer;
  readonly facts: ModelFacts;
  /** `person kind`: the notified people, and the kinds. */
  readonly notices: readonly string[];
  /** The entries about moves and edits. */
  readonly entries: readonly ModelEntry[];
}

/** The four people of every picker, to whom anything can be assigned. */
export function isSamplePerson(person: string): boolean {
  return /^sample [1-4]$/.test(person);
}

/** Facts with people, some of whom are mutual contacts, and no items. */
export function emptyFacts(
  people: readonly string[],
  mutuals: readonly (readonly [string, string])[],
): ModelFacts {
  const pairs = mutuals.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]);
  return {
    people: new Set(people),
    items: new Map(),
    everSeen: new Set(),
    mutuals: new Set(pairs),
    blocks: new Set(),
    ended: new Set(),
  };
}

/** The same facts with these items as they are given. */
export function withItems(facts: ModelFacts, changedItems: readonly ModelItem[]): ModelFacts {
  if (changedItems.length === 0) return facts;
  const items = new Map(facts.items);
  for (const item of changedItems) items.set(item.key, item);
  return { ...facts, items };
}
