export type Turns = ReturnType<typeof createTurns>;

/**
 * Runs the requests of each user in a limited number of lanes, the others waiting in their order, so that
 * one user takes up only a few of this node's database connections. At most `most` may run or wait at once;
 * `onRefused` is called for each further one.
 */
export function createTurns(ports: {
  readonly lanes: number;
  readonly most: number;
  readonly onRefused: () => void;
}) {
  const { lanes, most, onRefused } = ports;
  const byUser = new Map<number, { running: number; readonly waiting: (() => void)[] }>();
  return {
    /**
     * Null, without running, if too many requests of the user already run or wait. Rejects as `work` does.
     */
    async take<T>(userId: number, work: () => Promise<T>): Promise<T | null> {
      const line = byUser.get(userId) ?? { running: 0, waiting: [] };
      if (line.running + line.waiting.length >= most) {
        onRefused();
        return null;
      }
      byUser.set(userId, line);
      if (line.running < lanes) line.running += 1;
      else await new Promise<void>((begin) => line.waiting.push(begin));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        // The next request takes over the lane.
        if (next !== undefined) next();
        else line.running -= 1;
        if (line.running === 0) byUser.delete(userId);
      }
    },
  };
}
