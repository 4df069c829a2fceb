import { useCallback, useSyncExternalStore } from 'react';
import { useReplica } from './client-context.tsx';
import type { Replica } from '../store/replica.ts';

/** Reads a value that the replica keeps under `key`, and renders again when that key changes. */
export function useReplicaValue<T>(key: string, read: (replica: Replica) => T): T {
  const replica = useReplica();
  const subscribe = useCallback(
    (listener: () => void) => replica.subscribe(key, listener),
    [replica, key],
  );
  return useSyncExternalStore(subscribe, () => read(replica));
}
