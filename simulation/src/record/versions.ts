import type { Action } from './event-log.ts';
import type { ChangedField, Value } from './fields.ts';

/** A value as the server had it from some commit on. */
export interface SimulatedVersion {
  readonly value: Value;
  /** The person who gave the item that value, if known. */
  readonly writer: Action | undefined;
  /** The true time at which people gave the item this value. */
  readonly sinceMs: number;
  /** The number of actions that had begun by then. */
  readonly actions: number;
  /** The value came from a restored backup. */
  readonly isFromBackup: boolean;
  /** The item was deleted with this value. */
  isDeleted: boolean;
}

/**
 * Whether a value has replaced another before, directly or through others, each of which was
 * checked.
 */
export function hasReplaced(history: readonly SimulatedVersion[], now: Value, old: Value): boolean {
  return history.some(({ value }, place) => {
    let at = value === now ? place : 0;
    for (; at > 0 && history[at]?.isFromBackup === false; at -= 1) {
      if (history[at - 1]?.value === old) return true;
    }
    return false;
  });
}

/**
 * The earlier changes of a field in the writer's browser, each of which the writer of the next one
 * saw.
 */
export function valuesBelow(
  writer: Action,
  field: ChangedField,
  actions: readonly Action[],
): ReadonlySet<Action> {
  const below = new Set<Action>();
  for (let at: Action | undefined = writer; at !== undefined;) {
    const { browser, order, seen }: Action = at;
    at = actions.findLast(
      (one) =>
        one.browser === browser &&
        one.order < order &&
        one.writes[field] !== undefined &&
        one.writes[field] === seen[field],
    );
    if (at !== undefined) below.add(at);
  }
  return below;
}
