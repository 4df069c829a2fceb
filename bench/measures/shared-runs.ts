/**
 * Figures that share one run in each round: the first figure requested starts the run, and each takes its
 * value from it.
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
