import { dueDay, isForUser, isOwnedBy, newestFirst, orderOfList } from '@foray/domain';
import { useMemo } from 'react';
import type { ListSpec } from '../store/live-list.ts';
import { useReplicaValue } from './client-context.tsx';
import { useUserId } from './use-client-state.ts';

/** A civil day, and the instant at which it begins for the person (UTC, ISO 8601). */
interface StartedDay {
  readonly day: string;
  readonly startsAt: string;
}

/** The items that count: those for the user to do, or also those that the user created for others. */
type Whose = 'toDo' | 'all';

function doneSpec(userId: number, { day, startsAt }: StartedDay, whose: Whose): ListSpec {
  return {
    key: `doneOn:${startsAt}:${whose}:${userId}`,
    has(item) {
      const due = dueDay(item);
      if (item.status !== 'completed' || due === null || due > day) return false;
      if (due < day && (item.completed_at ?? '') < startsAt) return false;
      return isForUser(item, userId) || (whose === 'all' && isOwnedBy(item, userId));
    },
    compare: newestFirst(orderOfList.completed),
  };
}

/**
 * The completed items of a day: those due then, and earlier ones that were completed since it began; latest
 * completed first.
 */
export function useDoneOn({ day, startsAt }: StartedDay, whose: Whose): readonly string[] {
  const userId = useUserId();
  const spec = useMemo(
    () => doneSpec(userId, { day, startsAt }, whose),
    [userId, day, startsAt, whose],
  );
  return useReplicaValue(`list:${spec.key}`, (replica) => replica.list(spec));
}
