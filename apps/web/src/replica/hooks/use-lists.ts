import type { Tab } from '@foray/domain';
import { useMemo } from 'react';
import { useReplicaValue } from './client-context.tsx';
import { listSpec } from '../store/list-specs.ts';
import type { ShownList } from '../store/list-specs.ts';
import { useUserId } from './use-client-state.ts';
import { useStage } from './use-items.ts';

/** A list, and one of its tabs. */
export interface ListQuery {
  readonly list: ShownList;
  readonly tab: Tab;
}

/** A list as far as it is known; `loading` while more of the local data is being read. */
export interface ListView {
  readonly state: 'loading' | 'ready';
  /** In the list's order. */
  readonly uuids: readonly string[];
}

/** The items of a list, in its order, updated when they change. */
export function useList({ list, tab }: ListQuery): ListView {
  const stage = useStage();
  const userId = useUserId();
  const spec = useMemo(() => listSpec(list, tab, userId), [list, tab, userId]);
  const uuids = useReplicaValue(`list:${spec.key}`, (current) => current.list(spec));
  const isReady = stage === 'all' || (stage === 'first' && list === 'home');
  return { state: isReady ? 'ready' : 'loading', uuids };
}
