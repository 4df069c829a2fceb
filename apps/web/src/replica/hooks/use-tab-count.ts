import { useMemo } from 'react';
import { listSpec } from '../store/list-specs.ts';
import type { ListSpec } from '../store/live-list.ts';
import { useReplicaValue } from './client-context.tsx';
import { useUserId } from './use-client-state.ts';
import type { ListQuery } from './use-lists.ts';

/** The number of items in a tab of a list; with `isOpenOnly` without the completed ones. */
export function useTabCount({ list, tab }: ListQuery, isOpenOnly: boolean): number {
  const userId = useUserId();
  const spec = useMemo((): ListSpec => {
    const { key, has } = listSpec(list, tab, userId);
    return {
      key: `count:${isOpenOnly}:${key}`,
      has: (item, isHeld) => !(isOpenOnly && item.status === 'completed') && has(item, isHeld),
      // Rows are stored in this order, so that even many are sorted at once.
      compare: (a, b) => a.id - b.id,
    };
  }, [list, tab, userId, isOpenOnly]);
  return useReplicaValue(`list:${spec.key}`, (replica) => replica.list(spec).length);
}
