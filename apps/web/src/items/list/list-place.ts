import { searchDebounceMs, tabs } from '@foray/domain';
import type { Tab } from '@foray/domain';
import { useState } from 'react';
import { keptHere, useKeep } from '../../adapters/browser/history-entry.ts';
import { messages } from '../../messages/messages.ts';
import { useSession } from '../../replica/index.ts';
import { usePaused } from '../../ui/interaction/use-delay.ts';

/** The selected tab of `tabs`: the first, or after Back the previous one (decision 0059). */
export function useKeptTab<Value extends string>(
  tabs: readonly [Value, ...Value[]],
): readonly [Value, (tab: Value) => void] {
  const [tab, setTab] = useState(() => tabs.find((known) => known === keptHere('tab')) ?? tabs[0]);
  useKeep('tab', tab === tabs[0] ? '' : tab);
  return [tab, setTab];
}

const { tabsLabel, tabs: tabLabels } = messages.home;
const typeTabs = tabs.map((value) => ({ value, label: tabLabels[value] }));

/** The selected tab of a list by type, and the props of `Tabs`. */
export function useTypeTabs() {
  const [tab, setTab] = useKeptTab<Tab>(tabs);
  return { tab, tabs: { label: tabsLabel, items: typeTabs, value: tab, onValueChange: setTab } };
}

/**
 * The text of a list's search box, and `search`, by which the list is filtered: the same text after a pause
 * in typing. Back restores both (decision 0059), but only for the same user: the next user of this browser
 * does not see it (invariant I6).
 */
export function useKeptQuery(): {
  readonly query: string;
  readonly search: string;
  readonly setQuery: (query: string) => void;
} {
  const session = useSession();
  const owner = session.kind === 'user' ? session.user.id : session.kind;
  const name = `query of ${owner}`;
  const [typed, setTyped] = useState(() => ({ owner, query: keptHere(name) ?? '' }));
  if (typed.owner !== owner) {
    // Text typed while the app starts belongs to the user for whom it starts.
    const isTheirs = typed.owner === 'starting' && typed.query !== '';
    setTyped({ owner, query: isTheirs ? typed.query : (keptHere(name) ?? '') });
  }
  const paused = usePaused(typed, searchDebounceMs);
  const search = paused.owner === owner ? paused.query : typed.query;
  useKeep(name, owner === 'starting' ? '' : search);
  return {
    query: typed.query,
    search,
    setQuery: (query) => setTyped({ owner, query }),
  };
}
