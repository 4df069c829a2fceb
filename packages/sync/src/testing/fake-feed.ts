import type { DeltaItem, ItemsDelta, Removal, SelfCheck, Tally } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { fakePerson } from './fake-item.ts';
import type { Stored } from './fake-item.ts';

/** What a feed is read from: everything that the fake server holds, and how it shows it. */
export interface FeedSource {
  readonly items: ReadonlyMap<string, Stored>;
  readonly hidden: ReadonlySet<string>;
  /** The last position given out. */
  head(): number;
  view(item: Stored): DeltaItem;
}

/** One page of the feed of a type after a cursor, removals included. */
export function feedPage(
  source: FeedSource,
  type: ItemType,
  since: number,
  limit: number,
): Omit<ItemsDelta, 'epoch' | 'now'> {
  const rows = [...source.items.values()]
    .filter((item) => item.type === type && item.rev > since)
    .sort((a, b) => a.rev - b.rev);
  const page = rows.slice(0, limit);
  const more = rows.length > limit;
  const removed: Removal[] = page
    .filter((item) => isGone(source, item))
    .map(({ id, uuid, rev, deleted }) => {
      return { id, uuid, reason: deleted ? 'deleted' : 'hidden', rev };
    });
  const data = page.filter((item) => !isGone(source, item)).map((item) => source.view(item));
  const last = page.at(-1);
  const cursor = more && last !== undefined ? last.rev : source.head();
  const users = [...new Set(data.map((item) => item.user_id))].map(fakePerson);
  return { data, users, removed, cursor, more };
}

/** What the streams come to at the head. */
export function feedTally(source: FeedSource): Omit<SelfCheck, 'epoch' | 'now'> {
  const tallyOf = (type: ItemType): Tally => {
    const living = [...source.items.values()].filter(
      (item) => item.type === type && !isGone(source, item),
    );
    return { count: living.length, sum: living.reduce((sum, { rev }) => sum + rev, 0) };
  };
  const none = { count: 0, sum: 0 };
  return {
    cursor: source.head(),
    campaign: tallyOf('campaign'),
    task: tallyOf('task'),
    todo: tallyOf('todo'),
    mutuals: none,
    notifications: none,
  };
}

function isGone({ hidden }: FeedSource, item: Stored): boolean {
  return item.deleted || hidden.has(item.uuid);
}
