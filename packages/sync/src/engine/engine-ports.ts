import type { SyncSizes } from '../cycle/sync-sizes.ts';
import type { Connectivity, Locks, Scheduler, Transport } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';

/** What the engine needs besides the device. */
export interface EnginePorts {
  readonly device: SyncContext;
  readonly transport: Transport;
  readonly scheduler: Scheduler;
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  /** {@link standardSizes} if absent. */
  readonly sizes?: SyncSizes;
  /**
   * Whether the conflict dialog is visible in some tab, or about to be, since `hasNew` reports conflicts
   * that are not set aside: until then items in conflict do not change and nothing is pushed (CONF-04).
   * Conflicts are set aside as soon as this is false.
   */
  isResolvingConflicts(hasNew: boolean): boolean | Promise<boolean>;
}
