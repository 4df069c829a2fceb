import type { LocalItem } from '@foray/sync';
import { useEffect, useMemo, useReducer } from 'react';
import { useReplica } from './client-context.tsx';
import { familyOf } from '../store/tree.ts';

/** An item and every living item below it, the item first; kept up while any of them changes. */
export function useFamily(uuid: string): readonly LocalItem[] {
  const replica = useReplica();
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  const family = useMemo(() => {
    void version;
    return familyOf(replica, uuid);
  }, [replica, uuid, version]);
  useEffect(() => {
    const keys = family.flatMap((item) => [`item:${item.uuid}`, `children:${item.uuid}`]);
    const stops = [`item:${uuid}`, ...keys].map((key) => replica.subscribe(key, changed));
    return () => {
      for (const stop of stops) stop();
    };
  }, [replica, uuid, family]);
  return family;
}
