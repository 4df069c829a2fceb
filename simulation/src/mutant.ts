import type { FaultName, StepKind } from './story.ts';

/** A protection that is removed, and the invariant that must be seen to break without it. */
export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  /** Its story catches the mutant. `npm run simulate -- --mutants --renew` writes another when stories change. */
  readonly seed: number;
  /** Faults that it needs; they are frequent in its stories. */
  readonly faults?: readonly FaultName[];
  /** Steps that it needs; half of the steps of its stories are of these kinds. */
  readonly steps?: readonly StepKind[];
  /** The browsers that begin with the app of the last release in its stories, by their index. */
  readonly lastRelease?: readonly number[];
  /** Replacements in the sources, each of a text that its file has once. */
  readonly edits: readonly Edit[];
}

/** `file` is a path from the root. */
export interface Edit {
  readonly file: string;
  text: string;
  replacement: string;
}
