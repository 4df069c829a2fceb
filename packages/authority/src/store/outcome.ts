import type { AccessRow, ActivityRow, HeadStep, OpRow } from './rows.ts';

/** An access row whose place in the user's feed is known only once the head has moved. */
export interface PlacedAccess extends AccessRow {
  /** Its seq is the user's new head minus this; null if it keeps its seq. */
  readonly behind: number | null;
}

/** The rows that a change writes besides the items. */
export interface ChangeOutcome {
  /** The record of the request's key, whose lock is held; null if the request had no key. */
  readonly op: OpRow | null;
  /** Appended to the log in this order, if anybody can read them (see {@link readableIn}). Ids increase. */
  readonly entries: readonly Omit<ActivityRow, 'id'>[];
  /** How far the heads of users move, as in `advanceHeads`. */
  readonly steps: readonly HeadStep[];
  /** Inserted or replaced, by user and item. */
  readonly access: readonly PlacedAccess[];
}

/**
 * The entries that a log keeps: in a campaign all, outside campaigns those with values that a person
 * replaced, and those of assignees who were left out.
 */
export function readableIn<Entry extends Omit<ActivityRow, 'id'>>(
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.filter(
    ({ campaign_id, automatic, metadata }) =>
      campaign_id !== null ||
      'assigned_to' in metadata ||
      (!automatic && Object.keys(metadata).length > 0),
  );
}

/**
 * Steps of 0, which lock heads without moving them: of the op's user, and of users whose rows keep their
 * place. So the end of such an account comes either before the outcome or after it.
 */
export function headsToLock({
  op,
  access,
}: Pick<ChangeOutcome, 'op' | 'access'>): ChangeOutcome['steps'] {
  const kept = access.filter(({ behind }) => behind === null);
  const users = new Set([...(op === null ? [] : [op]), ...kept].map(({ user_id }) => user_id));
  return [...users].map((user_id) => ({ user_id, by: 0 }));
}
