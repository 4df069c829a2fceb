import type { Action } from '../record/event-log.ts';
import type { TracedField } from '../record/fields.ts';

/** One value that an action writes. */
export interface Writing {
  readonly action: Action;
  readonly field: TracedField;
  readonly value: string;
  /** The items for which it was queued, the latest last: a decision may move it to a copy. */
  readonly places: string[];
}

/** A value that an action writes into the first of its items. */
export function writingOf(action: Action, field: TracedField, value: string): Writing {
  return { action, field, value, places: action.uuids.slice(0, 1) };
}
