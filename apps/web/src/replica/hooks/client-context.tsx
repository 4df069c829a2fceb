import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { Client, ClientActions } from '../client/client.ts';
import type { Replica } from '../store/replica.ts';

const ClientContext = createContext<Client | null>(null);

/** Provides the running client to the tree below it. */
export function ClientProvider(props: { readonly client: Client; readonly children: ReactNode }) {
  return <ClientContext value={props.client}>{props.children}</ClientContext>;
}

/** The running client; throws outside its provider. */
export function useClient(): Client {
  const client = use(ClientContext);
  if (client === null) throw new Error('useClient stands outside ClientProvider');
  return client;
}

/** Everything a person can do; each promise resolves when the write is durable, and never rejects. */
export function useActions(): ClientActions {
  return useClient().actions;
}

/** The data of the current user; a new object after another account was opened. */
export function useReplica(): Replica {
  const { replica } = useClient();
  return useSyncExternalStore(replica.subscribe, replica.get);
}

/** Reads a value that the replica stores under `key`, and renders again when that key changes. */
export function useReplicaValue<T>(key: string, read: (replica: Replica) => T): T {
  const replica = useReplica();
  const subscribe = useCallback(
    (listener: () => void) => replica.subscribe(key, listener),
    [replica, key],
  );
  return useSyncExternalStore(subscribe, () => read(replica));
}
