import type { FaultName, StepKind } from './story.ts';
import type { Mutant } from './world.ts';

/** A protection taken away, and the invariant that is seen to break without it. */
export interface NamedMutant {
  readonly name: string;
  readonly breaks: string;
  /** What must go wrong for it to matter; it goes wrong often then. */
  readonly faults?: readonly FaultName[];
  /** What people and fate have to do for it to matter; half of all that happens is that then. */
  readonly steps?: readonly StepKind[];
  /** A seed that has caught it, to be tried before the others; stories change with the simulation. */
  readonly seed?: number;
  /** What of one world it changes. */
  readonly mutant: () => Mutant;
}
