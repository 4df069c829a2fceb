/**
 * Figures that share one run for each round: each figure takes its value from the run, which the first one
 * requested starts.
 */
export function sharedRuns<T>(
  run: () => Promise<T>,
): (valueOf: (done: T) => number) => () => Promise<number> {
  const runs: Promise<T>[] = [];
  return (valueOf) => {
    let next = 0;
    return async () => valueOf(await (runs[next++] ??= run()));
  };
}
