import { guestUser, type ItemType } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { useEffect, useMemo, useReducer } from 'react';
import type { ChildProgress } from '../store/family-index.ts';
import type { LoadStage } from '../store/replica.ts';
import { familyOf } from '../store/tree.ts';
import { useReplica, useReplicaValue } from './client-context.tsx';
import { useSession, useSync } from './use-client-state.ts';

/** The item that a route such as /tasks/{id} names. */
export type RoutedItem =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly item: LocalItem };

/** The part of the local database that is in memory. */
export function useStage(): LoadStage {
  return useReplicaValue('stage', (replica) => replica.stage);
}

/** Whether this device had any items when its local data was read; null until that is known. */
export function useHadItems(): boolean | null {
  return useReplicaValue('stage', (replica) => {
    if (!replica.isEmpty) return true;
    return replica.stage === 'all' ? false : null;
  });
}

/** An undeleted item, or undefined; renders again only when that item changes. */
export function useItem(uuid: string): LocalItem | undefined {
  return useReplicaValue(`item:${uuid}`, (replica) => replica.item(uuid));
}

/** Whether the item is shown as an unstored change will leave it. */
export function useIsPredicted(uuid: string): boolean {
  return useReplicaValue(`item:${uuid}`, (replica) => replica.isPredicted(uuid));
}

/** The row of an item, even of one that was deleted here and not yet on the server. */
export function useRow(uuid: string): LocalItem | undefined {
  return useReplicaValue(`item:${uuid}`, (replica) => replica.row(uuid));
}

/** The undeleted children of an item in their order. */
export function useChildren(uuid: string): readonly string[] {
  return useReplicaValue(`children:${uuid}`, (replica) => replica.children(uuid));
}

/** An item and every undeleted item below it, the item first; updated when any of them changes. */
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

/** The number of an item's undeleted children, and of those completed. */
export function useProgress(uuid: string): ChildProgress {
  return useReplicaValue(`progress:${uuid}`, (replica) => replica.progress(uuid));
}

/**
 * Whether missing items may still arrive: the local data is being read, or an account syncs for the first
 * time.
 */
export function useIsArriving(): boolean {
  const stage = useStage();
  const session = useSession();
  const sync = useSync();
  const isFetching = session.kind === 'user' && sync.lastSyncAt === null && sync.online;
  return stage !== 'all' || isFetching || session.kind === 'starting';
}

/**
 * The item that a route's number or uuid names. A local number still names its item after the server has
 * assigned its own: if `item.id` differs from the route, the page replaces the address. `missing` only once
 * the local data has been read and, for an account, the first sync has ended.
 */
export function useRoutedItem(type: ItemType, routeId: string): RoutedItem {
  const id = Number(routeId);
  const isArriving = useIsArriving();
  const uuid = useReplicaValue(`number:${id}`, (replica) => replica.itemByNumber(id)?.uuid);
  const item = useItem(uuid ?? routeId);
  if (item?.type === type) return { kind: 'found', item };
  return { kind: isArriving ? 'loading' : 'missing' };
}

/** The displayed name of a user: the guest's own for 0, empty for an unknown user. */
export function usePersonName(id: number): string {
  return useReplicaValue('people', (replica) =>
    id === 0 ? guestUser('').name : (replica.person(id)?.name ?? ''),
  );
}
