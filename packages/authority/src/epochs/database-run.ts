/** Where a user's head stood when a run ended. */
export interface RunEnd {
  readonly run: string;
  readonly head: number;
}

/**
 * How a run is named to one user: the run itself, and where their head stood when some runs before it
 * ended. So a history that does not know the run may still know how far it went along with it.
 */
export interface RunName {
  readonly run: string;
  /** The latest first. */
  readonly before: readonly RunEnd[];
}

/** Which of a user's earlier runs a name tells, counted back from the last: few, and they reach far. */
export const toldRuns: readonly number[] = [1, 2, 3, 4, 8, 16, 32, 64];

/** Writes a name as one text of letters, digits and hyphens; ids of runs have no hyphen. */
export function formatRunName({ run, before }: RunName): string {
  return run + before.map((end) => `-${end.run}-${end.head}`).join('');
}

/** Reads what {@link formatRunName} wrote; whatever else it is, is the id of a run that nobody knows. */
export function parseRunName(text: string): RunName {
  const [run = '', ...rest] = text.split('-');
  const before: RunEnd[] = [];
  for (let index = 0; index + 1 < rest.length; index += 2) {
    before.push({ run: rest[index] ?? '', head: Number(rest[index + 1]) || 0 });
  }
  return { run, before };
}
