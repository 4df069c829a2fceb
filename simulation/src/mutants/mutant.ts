import type { FaultName, StepKind } from '../story/story.ts';

/** A removed protection, and the invariant that must then break. */
export interface Mutant {
  readonly name: string;
  readonly breaks: string;
  /**
   * The story of this seed catches the mutant. `npm run simulate -- --mutants --renew` writes another when
   * stories change.
   */
  readonly seed: number;
  /** Faults that the mutant needs; they are frequent in its stories. */
  readonly faults?: readonly FaultName[];
  /** Steps that the mutant needs; half of the steps of its stories are of these kinds. */
  readonly steps?: readonly StepKind[];
  /** The browsers that begin with the app of the last release in its stories, by their index. */
  readonly lastRelease?: readonly number[];
  /** Replacements in the sources, each of a text that occurs once in its file. */
  readonly edits: readonly Edit[];
}

/** `file` is a path from the root. */
export interface Edit {
  readonly file: string;
  text: string;
  replacement: string;
}
