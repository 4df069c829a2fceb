const minuteMs = 60_000;

/**
 * Counts one more event of an account: how many seconds to wait if the limit is reached, else null. `raised` is
 * the limit that counts for this account if it is higher.
 */
export type MinuteBound = (userId: number, raised?: number) => number | null;

/**
 * Limits the events of each account to `most` a minute, counted in the memory of this node: in the database
 * a count would cost one more statement per call. It stores a number for each account that was active in
 * the current minute, and forgets them all with the next one. `onRefused` is called for each refusal.
 */
export function createMinuteBound(ports: {
  readonly most: number;
  readonly nowMs: () => number;
  readonly onRefused: () => void;
}): MinuteBound {
  const counts = new Map<number, number>();
  let counted = 0;
  return (userId, raised = 0) => {
    const now = ports.nowMs();
    const minute = Math.floor(now / minuteMs);
    if (minute !== counted) counts.clear();
    counted = minute;
    const count = counts.get(userId) ?? 0;
    if (count < Math.max(ports.most, raised)) {
      counts.set(userId, count + 1);
      return null;
    }
    ports.onRefused();
    return Math.ceil((minuteMs - (now % minuteMs)) / 1000);
  };
}
