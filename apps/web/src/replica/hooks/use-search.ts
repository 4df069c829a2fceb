import {
  compareHits,
  matches,
  normaliseQuery,
  searchDialogResults,
  searchText,
  titleMatches,
} from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useMemo } from 'react';
import { itemSearchOf } from '../store/item-search.ts';
import { listSpec } from '../store/list-specs.ts';
import { useReplica, useReplicaValue } from './client-context.tsx';
import { useUserId } from './use-client-state.ts';
import { useStage } from './use-items.ts';
import { useList, type ListQuery, type ListView } from './use-lists.ts';

/** The state of the search dialog; idle under 2 characters. */
export interface SearchView {
  readonly state: 'idle' | 'searching' | 'ready';
  /** At most 10, in the order of `compareHits`. */
  readonly hits: readonly LocalItem[];
}

/** Searches the items of the device. */
export function useSearch(query: string): SearchView {
  const replica = useReplica();
  const stage = useStage();
  const needle = normaliseQuery(query);
  return useMemo(() => {
    if (needle === null) return { state: 'idle', hits: [] };
    const found = [...itemSearchOf(replica).containing(needle)].map(({ item, text }) => ({
      id: item.id,
      updated_at: item.updated_at,
      inTitle: titleMatches(text, needle),
      isPast: item.occurrence_of != null,
      item,
    }));
    const hits = found
      .sort(compareHits)
      .slice(0, searchDialogResults)
      .map((hit) => hit.item);
    return { state: stage === 'all' || hits.length > 0 ? 'ready' : 'searching', hits };
  }, [needle, replica, stage]);
}

/**
 * The items of a list whose title or description contains the text of its search box; all of them under 2
 * characters.
 */
export function useFilteredList({ list, tab }: ListQuery, search: string): ListView {
  const replica = useReplica();
  const userId = useUserId();
  const needle = normaliseQuery(search);
  const { state, uuids } = useList({ list, tab });
  const spec = useMemo(() => listSpec(list, tab, userId), [list, tab, userId]);
  const version = useReplicaValue(needle === null ? 'none' : `rows:${spec.key}`, (current) =>
    needle === null ? 0 : current.listVersion(spec),
  );
  const found = useMemo(() => {
    if (needle === null) return uuids;
    // A title may start or stop matching without a move: then only the version changes.
    void version;
    return uuids.filter((uuid) => {
      const item = replica.item(uuid);
      return item && matches(searchText(item.title, item.description), needle);
    });
  }, [uuids, needle, replica, version]);
  return { state, uuids: found };
}
