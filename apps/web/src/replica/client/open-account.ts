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
import type { PagePorts } from './client-ports.ts';
import { openReplica } from '../store/open-replica.ts';
import type { Replica } from '../store/replica.ts';

/** What syncs the account of a signed-in user. */
export interface AccountEngine {
  readonly engine: Engine;
  /** Starts what requests the engine's cycles. */
  startTriggers(): Triggers;
}

/** The data of one account, open on this page: guest, or a signed-in user with an engine. */
export interface OpenAccount {
  readonly device: SyncContext;
  readonly replica: Replica;
  /** Null for the guest, who has nothing to sync. */
  readonly engine: Engine | null;
  /** Starts what requests the engine's cycles; nothing for the guest. */
  startTriggers(): Triggers | null;
  /** Resolves when everything is in memory. */
  readonly loaded: Promise<void>;
  /** See `OpenReplica`. */
  predict(rows: readonly LocalItem[]): () => void;
  /** Reads what other tabs wrote while this page could not listen. */
  catchUp(): Promise<void>;
  /** Stops the engine and lets go of the database; what is queued stays. */
  close(): Promise<void>;
}

/**
 * Starts an account from its open store: reads it into memory, joins the other tabs, and creates the engine
 * of a signed-in user by `makeEngine`. `onChange` receives every committed change, this tab's and others'.
 */
export function openAccount(
  account: Account,
  store: LocalStore,
  ports: PagePorts,
  onChange: (change: LocalChange) => void,
  makeEngine: ((device: SyncContext) => AccountEngine) | null = null,
): OpenAccount {
  const shown = openReplica(store, `foray-${ownerIdOf(account)}`, ports, onChange);
  const device: SyncContext = {
    account,
    store,
    clock: ports.clock,
    ids: ports.ids,
    changes: { publish: shown.publish },
  };
  const made = account.kind === 'guest' ? null : (makeEngine?.(device) ?? null);
  const engine = made?.engine ?? null;
  // The result of a cycle is on the screen before its end is published.
  engine?.subscribe(() => shown.notifyNow());

  return {
    device,
    engine,
    replica: shown.replica,
    startTriggers: () => made?.startTriggers() ?? null,
    loaded: shown.loaded,
    predict: (rows) => shown.predict(rows),
    catchUp: () => shown.catchUp(),
    async close() {
      shown.close();
      engine?.stop();
      await store.close();
    },
  };
}
