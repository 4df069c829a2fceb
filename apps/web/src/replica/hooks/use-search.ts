import { compareHits, normaliseQuery, searchDialogResults, titleMatches } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useMemo } from 'react';
import { useReplica } from './client-context.tsx';
import { useStage } from './use-items.ts';

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
    const found = [...replica.containing(needle)].map(({ item, text }) => ({
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
