import { newestFirst } from '@foray/domain';
import { useMemo } from 'react';
import type { ListSpec } from '../store/live-list.ts';
import { useReplicaValue } from './client-context.tsx';

/** The completed copies of an item's occurrences, the last completed first. */
export function usePast(uuid: string): readonly string[] {
  const spec = useMemo(
    (): ListSpec => ({
      key: `past:${uuid}`,
      has: (item) => item.occurrence_of === uuid,
      compare: newestFirst('completed'),
    }),
    [uuid],
  );
  return useReplicaValue(`list:${spec.key}`, (replica) => replica.list(spec));
}
