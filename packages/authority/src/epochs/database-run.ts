/** Where a user's head stood when a run ended. */
export interface RunEnd {
  readonly run: string;
  readonly head: number;
}

/**
 * The name of a run for one user: the run itself, and where their head stood when some earlier runs
 * ended. With these a restored history that lacks the run can still find how far both agree.
 */
export interface RunName {
  readonly run: string;
  /** The latest first. */
  readonly before: readonly RunEnd[];
}

/** The earlier runs that a name contains, counted back from the last: few, but reaching far back. */
export const namedRuns: readonly number[] = [1, 2, 3, 4, 8, 16, 32, 64];

/** Writes a name as one text of letters, digits and hyphens; ids of runs have no hyphen. */
export function formatRunName({ run, before }: RunName): string {
  return run + before.map((end) => `-${end.run}-${end.head}`).join('');
}

/** Reads what {@link formatRunName} wrote; any other text reads as the id of an unknown run. */
export function parseRunName(text: string): RunName {
  const [run = '', ...rest] = text.split('-');
  const before: RunEnd[] = [];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    before.push({ run: rest[index] ?? '', head: Number(rest[index + 1]) || 0 });
  }
  return { run, before };
}
