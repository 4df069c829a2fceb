/**
 * Figures that share one run for each round: each figure takes its value of the run, which the first that
 * asks starts.
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
