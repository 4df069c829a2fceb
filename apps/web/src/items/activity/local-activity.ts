import { isSampleUser } from '@foray/domain';
import { changerOf } from '@foray/sync';
import type { LocalItem } from '@foray/sync';
import type { ShownActivity } from './shown-activity.ts';

/** The fields from which the activity of an item is derived. */
export type ActivitySource = Pick<
  LocalItem,
  | 'uuid'
  | 'type'
  | 'title'
  | 'user_id'
  | 'assigned_to'
  | 'created_at'
  | 'updated_at'
  | 'completed_at'
  | 'base'
  | 'rolled'
>;

/**
 * The time by which the server may receive a completion after its claimed time, which is the time of the
 * change.
 */
const receivedWithinMs = 60_000;

/**
 * Activity for guests and without a network, derived from a campaign and all items below it: when each item
 * was created, completed, and last updated otherwise; newest first. The author is named if known: in a
 * campaign without other people it was the person at this device, `ownId`.
 */
export function localActivity(
  items: readonly ActivitySource[],
  ownId: number,
): readonly ShownActivity[] {
  const isOthers = (id: number | null): boolean => id !== null && id !== ownId && !isSampleUser(id);
  const isShared = items.some((item) => isOthers(item.user_id) || isOthers(item.assigned_to));
  return items
    .flatMap((item) => entriesOf(item, ownId, isShared ? null : ownId))
    .sort((a, b) => (a.at === b.at ? compare(b.key, a.key) : compare(b.at, a.at)));
}

function entriesOf(
  item: ActivitySource,
  ownId: number,
  onlyId: number | null,
): readonly ShownActivity[] {
  const entry = (action: string, at: string, userId: number | null): ShownActivity => ({
    key: `${item.uuid}:${action}`,
    uuid: item.uuid,
    userId,
    userName: '',
    action,
    type: item.type,
    title: item.title,
    description: null,
    details: [],
    isAutomatic: false,
    at,
  });
  const { created_at: created, updated_at: updated, completed_at: completed, base } = item;
  const changer = changerOf(item, ownId) ?? onlyId;
  /** The number of changes by people, including the create; null if some of them wait here. */
  const changes = base !== null && base.updated_at === updated ? base.version : null;
  const entries = [entry('created', created, item.user_id)];
  // A roll-up is not a change by a person, and keeps the time of the last one.
  const isAutomatic = completed !== null && completed > updated;
  const isCompletedLast =
    completed !== null &&
    !isAutomatic &&
    (changes === 2 || Date.parse(updated) - Date.parse(completed) <= receivedWithinMs);
  if (completed !== null) {
    const isMadeHere = base === null || base.completed_at !== completed;
    const by = isCompletedLast ? changer : isMadeHere ? ownId : onlyId;
    entries.push({ ...entry('completed', completed, by), isAutomatic });
  }
  if (updated !== created && changes !== 1 && !isCompletedLast) {
    entries.push(entry('updated', updated, changer));
  }
  return entries;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
