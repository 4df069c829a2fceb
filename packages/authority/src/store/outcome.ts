import type { HeadStep } from './head.ts';
import type { AccessRow, ActivityRow, OpRow } from './rows.ts';

/** An access row whose place in the user's feed may be given only when the head has moved. */
export interface PlacedAccess extends AccessRow {
  /** Its seq is the user's new head less this; null if it keeps the seq that it has. */
  readonly behind: number | null;
}

/** What a change leaves besides the items themselves. */
export interface Outcome {
  /** The record of its key, whose lock is held; null if it came without one. */
  readonly op: OpRow | null;
  /** Appended to the log in this order, as far as they can be read (see {@link readableIn}); ids grow. */
  readonly entries: readonly Omit<ActivityRow, 'id'>[];
  /** How far the heads of users move, as in `advanceHeads`. */
  readonly steps: readonly HeadStep[];
  /** Inserted or replaced, by user and item. */
  readonly access: readonly PlacedAccess[];
}

/**
 * The entries of a log that are kept: those of a campaign, and outside any campaign those of values that a
 * person replaced.
 */
export function readableIn<Entry extends Omit<ActivityRow, 'id'>>(
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.filter(
    ({ campaign_id, automatic, metadata }) =>
      campaign_id !== null || (!automatic && Object.keys(metadata).length > 0),
  );
}

/**
 * Steps that lock the heads of everybody an outcome leaves something for without moving them, so that their
 * account ends before it or after: whose op it is, and whose rows keep their place.
 */
export function headsToHold({ op, access }: Pick<Outcome, 'op' | 'access'>): Outcome['steps'] {
  const kept = access.filter(({ behind }) => behind === null);
  const users = new Set([...(op === null ? [] : [op]), ...kept].map(({ user_id }) => user_id));
  return [...users].map((user_id) => ({ user_id, by: 0 }));
}
