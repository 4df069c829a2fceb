import type { WireItem } from '@foray/contract';
import {
  compareHits,
  normaliseQuery,
  searchDialogResults,
  searchText,
  titleMatches,
} from '@foray/domain';
import { useMemo } from 'react';
import { useReplica, useSearch } from '../../replica/index.ts';
import type { Wait } from '../../ui/long-wait.tsx';
import { useServerHits } from './server-hits.ts';

/** A result: an item of this device, or one that only the server has so far. */
export interface Found {
  readonly uuid: string;
  /** What the server told; null for what this device holds. */
  readonly told: WireItem | null;
}

/** What the dialog shows for a query. */
export interface FoundView {
  /** searching: nothing yet, and more may come. */
  readonly state: 'idle' | 'searching' | 'ready';
  /** At most 10, title matches first, then the most recently updated. */
  readonly found: readonly Found[];
  /** For the server's part. */
  readonly waiting: Wait;
}

/**
 * Searches this device at once and adds what only the server has. What this device holds is taken
 * from here, and what was deleted here is no hit, whatever the server still says (product.md).
 */
export function useFound(query: string): FoundView {
  const replica = useReplica();
  const { state, hits } = useSearch(query);
  const server = useServerHits(query);
  const needle = normaliseQuery(query);
  const found = useMemo(() => {
    if (needle === null) return [];
    const lacking = server.items.filter((item) => replica.row(item.uuid) === undefined);
    const all = [
      ...hits.map((item) => ({ item, told: null })),
      ...lacking.map((item) => ({ item, told: item })),
    ].map(({ item, told }) => ({
      id: item.id,
      updated_at: item.updated_at,
      inTitle: titleMatches(searchText(item.title, item.description), needle),
      uuid: item.uuid,
      told,
    }));
    return all
      .sort(compareHits)
      .slice(0, searchDialogResults)
      .map(({ uuid, told }): Found => ({ uuid, told }));
  }, [needle, hits, server.items, replica]);
  const isOpen = state === 'searching' || server.state === 'asking';
  const { waiting } = server;
  if (state === 'idle') return { state, found, waiting };
  return { state: found.length === 0 && isOpen ? 'searching' : 'ready', found, waiting };
}
