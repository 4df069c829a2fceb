import {
  compareDays,
  compareHits,
  dueDay,
  newestFirst,
  normaliseQuery,
  priorities,
  sampleUsers,
  searchText,
  titleMatches,
  type Item,
} from '@foray/domain';
import {
  matchQuery,
  namesIn,
  neededTexts,
  printQuery,
  readsAbove,
  type Query,
  type QueryContext,
} from '@foray/domain/queries';
import type { LocalItem } from '@foray/sync';
import { itemSearchOf } from './item-search.ts';
import type { ListSpec } from './live-list.ts';
import type { QuerySpec } from './query-list.ts';
import type { Replica } from './replica.ts';

/** The day, zone and week from which a query counts. */
export type QueryDays = Pick<QueryContext, 'today' | 'zone' | 'weekStart'>;

/** The orders in which a query can list its hits: as search does, or by a field. */
export const queryOrders = ['found', 'due', 'priority', 'created', 'changed'] as const;
export type QueryOrder = (typeof queryOrders)[number];

/** The knowledge of a device that queries need. */
export function contextOf(replica: Replica, userId: number, days: QueryDays): QueryContext {
  return {
    ...days,
    userId,
    personName: (id) =>
      replica.person(id)?.name ?? sampleUsers.find((person) => person.id === id)?.name,
    itemOf: (uuid) => replica.item(uuid),
  };
}

/** The hits of a query among the items of a list, in the order of the list. */
export function filterSpec(
  replica: Replica,
  query: Query,
  context: QueryContext,
  list: ListSpec,
): QuerySpec {
  const matches = matchQuery(query, context);
  return {
    key: keyOf(query, context, list.key),
    has: (item, isHeld) => list.has(item, isHeld) && matches(item),
    compare: list.compare,
    candidates: () => candidatesOf(replica, query, replica.list(list)),
    readsAbove: readsAbove(query),
    readsPeople: namesIn(query).some(({ kind }) => kind === 'person'),
  };
}

/** The hits of a query among all items of a device. */
export function searchSpec(
  replica: Replica,
  query: Query,
  context: QueryContext,
  order: QueryOrder,
): QuerySpec {
  return {
    key: keyOf(query, context, order),
    has: matchQuery(query, context),
    compare: orderOf(query, order),
    candidates: () => candidatesOf(replica, query, null),
    readsAbove: readsAbove(query),
    readsPeople: namesIn(query).some(({ kind }) => kind === 'person'),
  };
}

/**
 * The longest text that every hit contains, in the form that search compares; null if no text of two or more
 * characters is needed.
 */
export function needleOf(query: Query): string | null {
  const needles = neededTexts(query).flatMap((text) => normaliseQuery(text) ?? []);
  return needles.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/** Whether the title of an item contains all texts that its query needs, of which there is one at least. */
export function titleTest(query: Query): (item: Item) => boolean {
  const needles = neededTexts(query).flatMap((text) => normaliseQuery(text) ?? []);
  if (needles.length === 0) return () => false;
  const known = new WeakMap<Item, boolean>();
  return (item) => {
    const before = known.get(item);
    if (before !== undefined) return before;
    const text = searchText(item.title, item.description);
    const isInTitle = needles.every((needle) => titleMatches(text, needle));
    known.set(item, isInTitle);
    return isInTitle;
  };
}

function keyOf(
  query: Query,
  { today, zone, weekStart, userId }: QueryContext,
  list: string,
): string {
  const { text, ids } = printQuery(query);
  return [list, userId, today, zone, weekStart, ids.join(), text].join(' ');
}

function* candidatesOf(
  replica: Replica,
  query: Query,
  uuids: readonly string[] | null,
): Generator<LocalItem> {
  const needle = needleOf(query);
  if (needle !== null) {
    for (const { item } of itemSearchOf(replica).containing(needle)) yield item;
  } else if (uuids === null) {
    yield* replica.rows();
  } else {
    for (const uuid of uuids) {
      const item = replica.item(uuid);
      if (item) yield item;
    }
  }
}

const newest = newestFirst('created');

function orderOf(query: Query, order: QueryOrder): ListSpec['compare'] {
  switch (order) {
    case 'found': {
      const inTitle = titleTest(query);
      const hitOf = (item: Item) => ({
        id: item.id,
        updated_at: item.updated_at,
        inTitle: inTitle(item),
        isPast: item.occurrence_of != null,
      });
      return (a, b) => compareHits(hitOf(a), hitOf(b));
    }
    case 'due':
      return (a, b) => compareDue(dueDay(a), dueDay(b)) || newest(a, b);
    case 'priority':
      return (a, b) => rankOf(b) - rankOf(a) || newest(a, b);
    case 'created':
      return newest;
    case 'changed':
      return newestFirst('updated');
  }
}

/** Items without a date come last. */
function compareDue(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareDays(a, b);
}

function rankOf({ priority }: Item): number {
  return priority === null ? -1 : priorities.indexOf(priority);
}
