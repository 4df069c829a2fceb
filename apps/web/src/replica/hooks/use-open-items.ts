import { isInTab, newestFirst, type Tab } from '@foray/domain';
import { useMemo } from 'react';
import type { ListSpec } from '../store/live-list.ts';
import { useReplica, useReplicaValue } from './client-context.tsx';
import { useChildren, useProgress } from './use-items.ts';

/** The children of an item that are not completed, in their order. */
export function useOpenChildren(uuid: string): readonly string[] {
  const replica = useReplica();
  const children = useChildren(uuid);
  // The progress changes when a child is completed or reopened.
  const progress = useProgress(uuid);
  return useMemo(() => {
    void progress;
    return children.filter((child) => replica.item(child)?.status !== 'completed');
  }, [replica, children, progress]);
}

/** The open items of a tab of Home, newest first. */
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
