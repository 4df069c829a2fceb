import { normaliseQuery, type Item } from '@foray/domain';
import { matchQuery, parseQuery, type Query, type QueryError } from '@foray/domain/queries';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { queryListOf, type QuerySpec } from '../store/query-list.ts';
import {
  contextOf,
  filterSpec,
  searchSpec,
  titleTest,
  type QueryDays,
  type QueryOrder,
} from '../store/query-specs.ts';
import { listSpec } from '../store/list-specs.ts';
import { useActions, useReplica } from './client-context.tsx';
import { useUserId } from './use-client-state.ts';
import { useStage } from './use-items.ts';
import { useList, type ListQuery, type ListView } from './use-lists.ts';

export { queryOrders } from '../store/query-specs.ts';
export type { QueryDays, QueryOrder } from '../store/query-specs.ts';

/** The text of a search as its query; null if there is nothing to search for, or a text under 2 characters. */
export interface SearchReading {
  readonly query: Query | null;
  readonly errors: readonly QueryError[];
}

/** Reads the text of a search box. */
function readSearch(text: string): SearchReading {
  const { query, errors } = parseQuery(text);
  const isShort = query?.kind === 'text' && normaliseQuery(query.text) === null;
  return { query: isShort ? null : query, errors };
}

/** As `readSearch`, once for each text. */
export function useSearchReading(text: string): SearchReading {
  return useMemo(() => readSearch(text), [text]);
}

/** The hits of a query among all items of the device, updated when they change; none without a query. */
export function useQuery(query: Query | null, days: QueryDays, order: QueryOrder): ListView {
  const replica = useReplica();
  const userId = useUserId();
  const isLoaded = useStage() === 'all';
  const { today, zone, weekStart } = days;
  const spec = useMemo(() => {
    if (query === null) return null;
    return searchSpec(
      replica,
      query,
      contextOf(replica, userId, { today, zone, weekStart }),
      order,
    );
  }, [replica, userId, query, today, zone, weekStart, order]);
  const found = useQueryList(spec);
  return found ?? { state: isLoaded ? 'ready' : 'loading', uuids: none };
}

/** The items of a list that match a query, in the order of the list; all of them without a query. */
export function useFilteredList(
  { list, tab }: ListQuery,
  query: Query | null,
  days: QueryDays,
): ListView {
  const replica = useReplica();
  const userId = useUserId();
  const { today, zone, weekStart } = days;
  const all = useList({ list, tab });
  const spec = useMemo(() => {
    if (query === null) return null;
    const context = contextOf(replica, userId, { today, zone, weekStart });
    return filterSpec(replica, query, context, listSpec(list, tab, userId));
  }, [replica, userId, query, today, zone, weekStart, list, tab]);
  return useQueryList(spec) ?? all;
}

/** Whether an item matches a query, and whether its title does. */
export interface QueryTests {
  readonly matches: (item: Item) => boolean;
  readonly isInTitle: (item: Item) => boolean;
}

/** The tests of a query for items that the device lacks; null without a query. */
export function useQueryTests(query: Query | null, days: QueryDays): QueryTests | null {
  const replica = useReplica();
  const userId = useUserId();
  return useMemo(() => {
    if (query === null) return null;
    return {
      matches: matchQuery(query, contextOf(replica, userId, days)),
      isInTitle: titleTest(query),
    };
  }, [replica, userId, query, days]);
}

const noDays: QueryDays = { today: '', zone: '', weekStart: 0 };

/** The items of a list whose title or description contains a text; all of them under 2 characters. */
export function useContaining(list: ListQuery, text: string): ListView {
  const query = useMemo(
    () => (normaliseQuery(text) === null ? null : ({ kind: 'text', text } as const)),
    [text],
  );
  return useFilteredList(list, query, noDays);
}

const none: readonly string[] = [];
const nothing = { subscribe: () => () => undefined, uuids: () => none, isComplete: () => true };

function useQueryList(spec: QuerySpec | null): ListView | null {
  const replica = useReplica();
  const actions = useActions();
  const isLoaded = useStage() === 'all';
  const list = spec === null ? null : queryListOf(replica, spec);
  const { subscribe, uuids, isComplete } = list ?? nothing;
  const found = useSyncExternalStore(subscribe, uuids);
  const isTried = useSyncExternalStore(subscribe, isComplete);
  useEffect(() => {
    if (list !== null && !isTried) void actions.tryAll(list);
  }, [actions, list, isTried]);
  if (list === null) return null;
  return { state: isLoaded && isTried ? 'ready' : 'loading', uuids: found };
}
