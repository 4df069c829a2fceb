import type { createEngine, startTriggers } from '@foray/sync';
import {
  ownerIdOf,
  type Account,
  type SyncContext,
  type Engine,
  type LocalChange,
  type LocalStore,
  type Triggers,
} from '@foray/sync';
import type { ClientPorts } from './client-ports.ts';
import { openReplica } from '../store/open-replica.ts';
import type { Replica } from '../store/replica.ts';

/** What a signed-in user's data needs besides. */
interface EngineCode {
  readonly createEngine: typeof createEngine;
  readonly startTriggers: typeof startTriggers;
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
  /** Reads what other tabs wrote while this page could not listen. */
  catchUp(): Promise<void>;
  /** Stops the engine and lets go of the database; what is queued stays. */
  close(): Promise<void>;
}

/**
 * Starts an account from its open store: reads it into memory, joins the other tabs, and creates the engine
 * of a signed-in user. `onChange` receives every committed change, this tab's and others'; the engine asks
 * `isResolvingConflicts` whether it has to wait for resolutions. `code` is the engine's; the guest needs none.
 */
export function openAccount(
  account: Account,
  store: LocalStore,
  ports: ClientPorts,
  onChange: (change: LocalChange) => void,
  isResolvingConflicts: (userId: number, hasNew: boolean) => Promise<boolean>,
  code: EngineCode | null = null,
): OpenAccount {
  const shown = openReplica(store, `foray-${ownerIdOf(account)}`, ports, onChange);
  const device: SyncContext = {
    account,
    store,
    clock: ports.clock,
    ids: ports.ids,
    changes: { publish: shown.publish },
  };
  const engine =
    account.kind === 'guest' || code === null
      ? null
      : code.createEngine({
          device,
          transport: ports.transport,
          scheduler: ports.scheduler,
          locks: ports.locks,
          connectivity: ports.connectivity,
          isResolvingConflicts: (hasNew) => isResolvingConflicts(account.user.id, hasNew),
        });
  // The result of a cycle is on the screen before its end is published.
  engine?.subscribe(() => shown.notifyNow());

  return {
    device,
    engine,
    replica: shown.replica,
    startTriggers: () => (engine && code?.startTriggers({ ...ports, engine })) ?? null,
    loaded: shown.loaded,
    catchUp: () => shown.catchUp(),
    async close() {
      shown.close();
      engine?.stop();
      await store.close();
    },
  };
}
