export type Turns = ReturnType<typeof createTurns>;

/**
 * Lets each user have so many requests run at once as there are lanes, and the others wait for them in their order,
 * so that those of one user take at most so many connections to the database of this node. `most` may be there
 * at once, those that run included; `onRefused` hears of each further one.
 */
export function createTurns(ports: {
  readonly lanes: number;
  readonly most: number;
  readonly onRefused: () => void;
}) {
  const { lanes, most, onRefused } = ports;
  const byUser = new Map<number, { running: number; readonly waiting: (() => void)[] }>();
  return {
    /** Null, and nothing run, if too many of the user are there already. Rejects as `work` does. */
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
        // The next one takes the lane over.
        if (next !== undefined) next();
        else line.running -= 1;
        if (line.running === 0) byUser.delete(userId);
      }
    },
  };
}
