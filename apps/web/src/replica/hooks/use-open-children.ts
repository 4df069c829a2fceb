import { useMemo } from 'react';
import { useReplica } from './client-context.tsx';
import { useChildren, useProgress } from './use-items.ts';

/** Those of an item's children that are not completed, in the same order. */
export function useOpenChildren(uuid: string): readonly string[] {
  const replica = useReplica();
  const children = useChildren(uuid);
  // Says when one of them is completed, or no longer is.
  const progress = useProgress(uuid);
  return useMemo(() => {
    void progress;
    return children.filter((child) => replica.item(child)?.status !== 'completed');
  }, [replica, children, progress]);
}
