import type { ItemType } from '@foray/domain';

/** What the activity of an item is read from. */
export interface ActivitySource {
  readonly uuid: string;
  readonly type: ItemType;
  readonly title: string;
  readonly user_id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
}

/** Something that happened, as far as the items themselves tell. */
export interface LocalActivity {
  readonly key: string;
  readonly action: 'created' | 'updated' | 'completed';
  /** Who did it; null where the items do not tell. */
  readonly userId: number | null;
  readonly itemUuid: string;
  readonly type: ItemType;
  readonly title: string;
  readonly at: string;
}

/**
 * Activity for guests and without a network, derived from the items (decision on the blanks): that
 * each was created, completed, and last updated otherwise; the newest first.
 */
export function localActivity(items: readonly ActivitySource[]): readonly LocalActivity[] {
  return items
    .flatMap(entriesOf)
    .sort((a, b) => (a.at === b.at ? compare(b.key, a.key) : compare(b.at, a.at)));
}

function entriesOf(item: ActivitySource): readonly LocalActivity[] {
  const entry = (action: LocalActivity['action'], at: string, userId: number | null) => ({
    key: `${item.uuid}:${action}`,
    action,
    userId,
    itemUuid: item.uuid,
    type: item.type,
    title: item.title,
    at,
  });
  const { created_at: created, updated_at: updated, completed_at: completed } = item;
  // A guest's items are changed by nobody else; an account's may have been, by people unknown here.
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
