import type { LocalItem } from '@foray/sync';
import type { ShownActivity } from './shown-activity.ts';

/** What the activity of an item is read from. */
export type ActivitySource = Pick<
  LocalItem,
  'uuid' | 'type' | 'title' | 'user_id' | 'created_at' | 'updated_at' | 'completed_at'
>;

/**
 * Activity for guests and without a network, derived from the items: when each was created, completed,
 * and last updated otherwise; the newest first.
 */
export function localActivity(items: readonly ActivitySource[]): readonly ShownActivity[] {
  return items
    .flatMap(entriesOf)
    .sort((a, b) => (a.at === b.at ? compare(b.key, a.key) : compare(b.at, a.at)));
}

function entriesOf(item: ActivitySource): readonly ShownActivity[] {
  const entry = (action: string, at: string, userId: number | null): ShownActivity => ({
    key: `${item.uuid}:${action}`,
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
  const { created_at: created, updated_at: updated, completed_at: completed } = item;
  // Only the guest changes a guest's items; who changed an account's items is not known here.
  const changer = item.user_id === 0 ? 0 : null;
  return [
    entry('created', created, item.user_id),
    ...(completed === null ? [] : [entry('completed', completed, changer)]),
    ...(updated === created || updated === completed ? [] : [entry('updated', updated, changer)]),
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
