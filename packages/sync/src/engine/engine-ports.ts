import type { CyclePorts } from '../cycle/cycle-context.ts';
import type { Connectivity, Locks } from '../store/ports.ts';

/** What the engine needs. */
export interface EnginePorts extends CyclePorts {
  readonly locks: Locks;
  readonly connectivity: Connectivity;
  /**
   * Whether the conflict dialog is visible in some tab, or about to be, since `hasNew` reports conflicts
   * that are not set aside: until then items in conflict do not change and nothing is pushed (CONF-04).
   * Conflicts are set aside as soon as this is false.
   */
  isResolvingConflicts(hasNew: boolean): boolean | Promise<boolean>;
}
