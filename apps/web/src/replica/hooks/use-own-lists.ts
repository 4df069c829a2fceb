import { dueDay } from '@foray/domain';
import { useMemo } from 'react';
import type { OwnList } from '../store/list-specs.ts';
import { doneSpec, dueSpec, nextSpec } from '../store/own-specs.ts';
import type { DueOf } from '../store/own-specs.ts';
import { useReplica, useReplicaValue } from './client-context.tsx';
import { useUserId } from './use-client-state.ts';
import { useList } from './use-lists.ts';

/** The number of items in each tab of My List. */
export function useCounts(): Readonly<Record<OwnList, number>> {
  const myQueue = useList({ list: 'myQueue', tab: 'all' }).uuids.length;
  const myActive = useList({ list: 'myActive', tab: 'all' }).uuids.length;
  const myCompleted = useList({ list: 'myCompleted', tab: 'all' }).uuids.length;
  return { myQueue, myActive, myCompleted };
}

/** The item for the user to start next (decision 0003); undefined if there is none. */
export function useUpNext(): string | undefined {
  const userId = useUserId();
  const spec = useMemo(() => nextSpec(userId), [userId]);
  return useReplicaValue(`list:${spec.key}`, (replica) => replica.list(spec)[0]);
}

/** An open item, with the civil day on which it is due. */
export interface DueItem {
  readonly uuid: string;
  readonly day: string;
}

/**
 * The open items, those for the user to do by default, that are due up to `last`, a civil date; earliest
 * first, updated when items change.
 */
export function useDue(last: string, of: DueOf = 'toDo'): readonly DueItem[] {
  const replica = useReplica();
  const userId = useUserId();
  const spec = useMemo(() => dueSpec(userId, of), [userId, of]);
  const uuids = useReplicaValue(`list:${spec.key}`, (current) => current.list(spec));
  return useMemo(() => {
    const due: DueItem[] = [];
    for (const uuid of uuids) {
      const item = replica.item(uuid);
      const day = item && dueDay(item);
      if (day == null) continue;
      // The list is sorted by day, so the first later day ends it.
      if (day > last) break;
      due.push({ uuid, day });
    }
    return due;
  }, [uuids, replica, last]);
}

/**
 * The times at which the items in the user's Completed were completed, latest first, up to the first one
 * outside the wanted range.
 */
export function useDoneTimes(isWanted: (completedAt: string) => boolean): readonly string[] {
  const replica = useReplica();
  const userId = useUserId();
  const spec = useMemo(() => doneSpec(userId), [userId]);
  const times: string[] = [];
  for (const uuid of useReplicaValue(`list:${spec.key}`, (current) => current.list(spec))) {
    const at = replica.item(uuid)?.completed_at ?? null;
    if (at === null) continue;
    if (!isWanted(at)) break;
    times.push(at);
  }
  return times;
}
