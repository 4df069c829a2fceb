/**
 * Runs requests of one kind one after the other for each user, in their order, so that those of one user take
 * at most one connection to the database of this node. `most` may be there at once, the one that runs included.
 */
export function createTurns(most: number) {
  const byUser = new Map<number, { count: number; last: Promise<unknown> }>();
  return {
    /** Null, and nothing run, if too many of the user wait already. Rejects as `work` does. */
    async take<T>(userId: number, work: () => Promise<T>): Promise<T | null> {
      const line = byUser.get(userId) ?? { count: 0, last: Promise.resolve() };
      if (line.count >= most) return null;
      byUser.set(userId, line);
      line.count += 1;
      const mine = line.last.then(work);
      line.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        line.count -= 1;
        if (line.count === 0) byUser.delete(userId);
      }
    },
  };
}
