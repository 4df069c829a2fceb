import type { Conflict } from './conflict.ts';
import type { Device } from './device.ts';
import type { Connectivity, Locks, Scheduler, Transport } from './ports.ts';

/** What the engine needs besides the device. */
export interface EnginePorts {
  readonly device: Device;
  readonly transport: Transport;
  readonly scheduler: Scheduler;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  /**
   * The conflict dialog is open and visible somewhere: nothing in conflict moves and nothing is
   * replayed (specification, section 4). Conflicts are set aside as soon as this is false.
   */
  isResolvingConflicts(): boolean;
}

/** What screens show of sync. */
export interface SyncState {
  readonly phase: 'idle' | 'syncing' | 'offline';
  /** Queued requests that are not parked. */
  readonly pending: number;
  /** Requests in Needs attention. */
  readonly parked: number;
  /** Stored conflicts, aside or not. */
  readonly conflicts: number;
  /** ISO, the end of the last complete run; null before the first. */
  readonly lastSyncAt: string | null;
  readonly lastError: SyncProblem | null;
}

/** Why the last run did not finish. */
export type SyncProblem =
  | { readonly code: 'no_answer' | 'garbled' | 'unavailable' | 'busy' }
  /** 401: the session is over. The queue stays its user's. */
  | { readonly code: 'signed_out' }
  /** 409: the browser's session is another user's. */
  | { readonly code: 'wrong_actor' }
  /** 426: this app is too old for the server. */
  | { readonly code: 'too_old' }
  | { readonly code: 'store'; readonly detail: string };

/** How a run ended. skipped: another run is going, offline, or a guest (specification, section 4). */
export type RunOutcome =
  | { readonly kind: 'complete' }
  | { readonly kind: 'conflicts'; readonly count: number }
  | {
      readonly kind: 'skipped';
      readonly why: 'running' | 'offline' | 'guest' | 'stopped' | 'backing_off';
    }
  | { readonly kind: 'failed'; readonly problem: SyncProblem };

/** Why a run was asked for; Sync Now and start also try parked requests again. */
export type RunTrigger = 'start' | 'online' | 'visible' | 'timer' | 'action' | 'event' | 'sync_now';

/** The device's engine for one signed-in account; a guest has none. */
export interface Engine {
  state(): SyncState;
  /** Calls back after every change of `state()`; the returned function ends it. */
  subscribe(listener: (state: SyncState) => void): () => void;
  run(trigger: RunTrigger): Promise<RunOutcome>;
  conflicts(): Promise<readonly Conflict[]>;
  /** Settles one conflict; the caller starts a run afterwards. False if there is none. */
  resolve(uuid: string, keep: 'local' | 'server'): Promise<boolean>;
  /** Reads the counts again, after an action queued something here or in another tab. */
  refresh(): Promise<void>;
  /** Ends the engine: a run in the air applies nothing any more. */
  stop(): Promise<void>;
}

/** Makes an engine; nothing runs until asked. */
export declare function createEngine(ports: EnginePorts): Engine;
