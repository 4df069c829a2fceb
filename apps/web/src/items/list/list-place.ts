import { tabs } from '@foray/domain';
import type { Tab } from '@foray/domain';
import { useState } from 'react';
import { keptHere, useKeep } from '../../adapters/browser/history-entry.ts';
import { messages } from '../../messages/messages.ts';

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
