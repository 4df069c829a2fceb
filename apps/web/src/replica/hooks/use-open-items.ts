import { isInTab, newestFirst, type Tab } from '@foray/domain';
import { useMemo } from 'react';
import type { ListSpec } from '../store/live-list.ts';
import { useReplica, useReplicaValue } from './client-context.tsx';
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

/** What a tab of Home shows and is not completed, newest first. */
export function useOpenHomeItems(tab: Tab): readonly string[] {
  const spec = useMemo(
    (): ListSpec => ({
      key: `home open:${tab}`,
      has: (item, isHeld) => item.status !== 'completed' && isInTab(tab, item, isHeld),
      compare: newestFirst('created'),
    }),
    [tab],
  );
  return useReplicaValue(`list:${spec.key}`, (replica) => replica.list(spec));
}
