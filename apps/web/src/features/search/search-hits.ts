import type { WireItem } from '@foray/contract';
import { compareHits, itemOf, maxQueryChars, searchDialogResults } from '@foray/domain';
import type { Query } from '@foray/domain/queries';
import { useEffect, useMemo, useState } from 'react';
import { useQueryDays } from '../../items/queries/query-days.ts';
import { useQuery, useQueryTests } from '../../replica/hooks/use-search.ts';
import { needleOf } from '../../replica/store/query-specs.ts';
import { useActions, useReplica, useSession, useSync } from '../../replica/index.ts';
import { useWait } from '../../ui/display/long-wait.tsx';

/** A result: an item of this device, or one that only the server has so far. */
export interface SearchHit {
  readonly uuid: string;
  /** The item as the server sent it; null for an item of this device. */
  readonly received: WireItem | null;
}

const none: readonly WireItem[] = [];

/**
 * The server's results for the text that every hit of `query` contains, if there is one; called only online
 * and signed in. No results after a failure, which is logged as a code, or once `waiting` is cancelled.
 */
function useServerHits(query: Query | null) {
  const actions = useActions();
  const session = useSession();
  const { online } = useSync();
  const needed = query && needleOf(query);
  const needle = needed !== null && needed.length <= maxQueryChars ? needed : null;
  const userId = session.kind === 'user' && online ? session.user.id : null;
  const request = userId === null || needle === null ? null : `${userId} ${needle}`;
  const [answer, setAnswer] = useState<{
    readonly to: string;
    readonly items: readonly WireItem[];
  } | null>(null);
  const waiting = useWait('giveUp');
  const { wait, giveUp } = waiting;
  useEffect(() => {
    if (request === null || needle === null) return;
    let isCurrent = true;
    void wait((signal) => actions.searchServer(needle, signal)).then((found) => {
      if (!isCurrent) return;
      if (found?.ok === false) reportError(new Error(`search: ${found.error.code}`));
      setAnswer({ to: request, items: found?.ok ? found.value : none });
    });
    return () => {
      isCurrent = false;
      giveUp();
    };
  }, [actions, wait, giveUp, request, needle]);
  const isAnswered = request === null || answer?.to === request;
  return {
    isAnswered,
    items: request !== null && isAnswered && answer ? answer.items : none,
    waiting,
  };
}

/**
 * Searches this device at once and adds items that only the server has. An item of this device is shown in
 * its local state, and an item deleted here is not a hit, even if the server still has it (product.md).
 * `state` 'idle': nothing to search for; 'searching': nothing yet, and more may come. `found`: at most 10, in
 * the order of `compareHits`. `waiting`: the call to the server.
 */
export function useSearchHits(query: Query | null) {
  const replica = useReplica();
  const days = useQueryDays();
  const { state, uuids } = useQuery(query, days, 'found');
  const { isAnswered, items, waiting } = useServerHits(query);
  const tests = useQueryTests(query, days);
  const found = useMemo(() => {
    const lacking = items.filter((item) => {
      return replica.row(item.uuid) === undefined && tests?.matches(itemOf(item));
    });
    const first = uuids.slice(0, searchDialogResults);
    const own = first.flatMap((uuid) => replica.item(uuid) ?? []);
    const all = [
      ...own.map((item) => ({ item, received: null })),
      ...lacking.map((item) => ({ item: itemOf(item), received: item })),
    ].map(({ item, received }) => ({
      id: item.id,
      updated_at: item.updated_at,
      inTitle: tests?.isInTitle(item) ?? false,
      isPast: item.occurrence_of != null,
      uuid: item.uuid,
      received,
    }));
    return all
      .sort(compareHits)
      .slice(0, searchDialogResults)
      .map(({ uuid, received }): SearchHit => ({ uuid, received }));
  }, [uuids, items, replica, tests]);
  if (query === null) return { state: 'idle' as const, found, waiting };
  const isOpen = state === 'loading' || !isAnswered;
  const shownState = found.length === 0 && isOpen ? ('searching' as const) : ('ready' as const);
  return { state: shownState, found, waiting };
}
