import { dueDay, isForUser, newestFirst } from '@foray/domain';
import { useMemo } from 'react';
import type { ListSpec } from '../store/live-list.ts';
import { useReplicaValue } from './client-context.tsx';
import { useUserId } from './use-client-state.ts';

/** The pending tasks and todos without a date that are for the user to do, newest first. */
export function useUndated(): readonly string[] {
  const userId = useUserId();
  const spec = useMemo(
    (): ListSpec => ({
      key: `undated:${userId}`,
      has: (item) =>
        item.type !== 'campaign' &&
        item.status === 'pending' &&
        dueDay(item) === null &&
        isForUser(item, userId),
      compare: newestFirst('created'),
    }),
    [userId],
  );
  return useReplicaValue(`list:${spec.key}`, (replica) => replica.list(spec));
}
