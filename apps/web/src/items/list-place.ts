import { searchDebounceMs } from '@foray/domain';
import { useState } from 'react';
import { keptHere, useKeep } from '../adapters/history-entry.ts';
import { usePaused } from '../ui/use-delay.ts';

/** The chosen one of `tabs`: the first, or after Back the one that was left (decision 0068). */
export function useKeptTab<Value extends string>(
  tabs: readonly [Value, ...Value[]],
): readonly [Value, (tab: Value) => void] {
  const [tab, setTab] = useState(() => tabs.find((known) => known === keptHere('tab')) ?? tabs[0]);
  useKeep('tab', tab === tabs[0] ? '' : tab);
  return [tab, setTab];
}

/**
 * What is typed into the search box of a list, and `search`, which the list is filtered by: the same
 * after the pause in typing (section 5). After Back both are what was left (decision 0068).
 */
export function useKeptQuery(): {
  readonly query: string;
  readonly search: string;
  readonly setQuery: (query: string) => void;
} {
  const [query, setQuery] = useState(() => keptHere('query') ?? '');
  const search = usePaused(query, searchDebounceMs);
  useKeep('query', search);
  return { query, search, setQuery };
}
