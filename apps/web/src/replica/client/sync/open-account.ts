import {
  ownerIdOf,
  type Account,
  type SyncContext,
  type Engine,
  type LocalChange,
  type LocalItem,
  type LocalStore,
  type Triggers,
} from '@foray/sync';
import type { PagePorts } from '../state/client-ports.ts';
import { watchedStore } from '../state/watched-store.ts';
import { openReplica } from '../../store/open-replica.ts';
import type { Replica } from '../../store/replica.ts';

/** The engine of a signed-in user's account, with its triggers. */
export interface AccountEngine {
  readonly engine: Engine;
  /** Starts the triggers that request the engine's cycles. */
  startTriggers(): Triggers;
}

/** The data of one account, open on this page: guest, or a signed-in user with an engine. */
export interface OpenAccount {
  readonly device: SyncContext;
  readonly replica: Replica;
  /** Null for the guest, who has nothing to sync, and before `attachEngine`. */
  readonly engine: Engine | null;
  /** Gives the account of a signed-in user its engine, whose code may load after the first screen. */
  attachEngine(make: (device: SyncContext) => AccountEngine): void;
  /** Starts the triggers of the engine; null without an engine. */
  startTriggers(): Triggers | null;
  /** Resolves when everything is in memory. */
  readonly loaded: Promise<void>;
  /** See `OpenReplica`. */
  predict(rows: readonly LocalItem[]): () => void;
  /** Reads the writes of other tabs that this page could not receive. */
  catchUp(): Promise<void>;
  /** Stops the engine and releases the database; the queue stays. */
  close(): Promise<void>;
}

/** Receives the events of an open account. */
export interface OpenAccountEvents {
  /** Every committed change, this tab's and others'. */
  onChange(change: LocalChange): void;
  /** The store is gone, although this page has not closed it. */
  onStoreGone(): void;
}

/** Starts an account from its open store: reads it into memory and joins the other tabs. */
export function openAccount(
  account: Account,
  store: LocalStore,
  ports: PagePorts,
  { onChange, onStoreGone }: OpenAccountEvents,
): OpenAccount {
  const watched = watchedStore(store, onStoreGone);
  const shown = openReplica(watched, `foray-${ownerIdOf(account)}`, ports, onChange);
  const device: SyncContext = {
    account,
    store: watched,
    clock: ports.clock,
    ids: ports.ids,
    changes: { publish: shown.publish },
  };
  let syncing: AccountEngine | null = null;

  return {
    device,
    get engine() {
      return syncing?.engine ?? null;
    },
    attachEngine(make) {
      syncing = make(device);
      // The result of a cycle is on the screen before its end is published.
      syncing.engine.subscribe(() => shown.notifyNow());
    },
    replica: shown.replica,
    startTriggers: () => syncing?.startTriggers() ?? null,
    loaded: shown.loaded,
    predict: (rows) => shown.predict(rows),
    catchUp: () => shown.catchUp(),
    async close() {
      shown.close();
      syncing?.engine.stop();
      await watched.close();
    },
  };
}
