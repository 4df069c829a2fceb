import { dueDay } from '@foray/domain';
import { useMemo } from 'react';
import { useReplica } from './client-context.tsx';
import { dueSpec } from '../store/list-specs.ts';
import { useUserId } from './use-client-state.ts';
import { useReplicaValue } from './use-replica-value.ts';

/** An item of the current user's and the civil day on which it is due. */
export interface DueItem {
  readonly uuid: string;
  readonly day: string;
}

/**
 * What is not completed and due up to `today`, a civil date, of what the user made or was given; the
 * latest first, kept up while items change.
 */
export function useDue(today: string): readonly DueItem[] {
  const replica = useReplica();
  const userId = useUserId();
  const spec = useMemo(() => dueSpec(userId), [userId]);
  const uuids = useReplicaValue(`list:${spec.key}`, (current) => current.list(spec));
  return useMemo(() => {
    const due: DueItem[] = [];
    for (const uuid of uuids) {
      const item = replica.item(uuid);
      const day = item && dueDay(item);
      if (day == null) continue;
      // By day: the first that is still to come ends what is due.
      if (day > today) break;
      due.push({ uuid, day });
    }
    return due.reverse();
  }, [uuids, replica, today]);
}
