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
   * The conflict dialog is open and visible somewhere, or about to be, since `hasNew` tells of
   * conflicts that nobody has set aside: nothing in conflict moves and nothing is replayed
   * (specification, section 4). Conflicts are set aside as soon as this is false.
   */
  isResolvingConflicts(hasNew: boolean): boolean | Promise<boolean>;
}
