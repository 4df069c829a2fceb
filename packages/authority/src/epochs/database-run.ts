/** The head of a user at the end of a run. */
export interface RunEnd {
  readonly run: string;
  readonly head: number;
}

/**
 * The name of a run for one user: the run itself, and the heads of the user at the end of some earlier
 * runs. With these, a restored history that lacks the run can still find how much both share.
 */
export interface RunName {
  readonly run: string;
  /** The latest first. */
  readonly before: readonly RunEnd[];
}

/** The earlier runs that a name contains, counted back from the last: few, but reaching far back. */
export const namedRuns: readonly number[] = [1, 2, 3, 4, 8, 16, 32, 64];

/** Writes a name in letters, digits and hyphens; ids of runs have no hyphen. */
export function formatRunName({ run, before }: RunName): string {
  return run + before.map((end) => `-${end.run}-${end.head}`).join('');
}

/** Reads a name of {@link formatRunName}. Any other text reads as the id of an unknown run. */
export function parseRunName(text: string): RunName {
  const [run = '', ...rest] = text.split('-');
  const before: RunEnd[] = [];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    before.push({ run: rest[index] ?? '', head: Number(rest[index + 1]) || 0 });
  }
  return { run, before };
}
