import { planAccess } from '../items/access-plan.ts';
import { blockedSince } from '../items/assignees.ts';
import { notifyRemoved, putNotice } from '../items/notices.ts';
import type { AccessRow, FeedRow, HeadAfter, OpRow } from '../store/rows.ts';
import type { PlacedAccess } from '../store/outcome.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';
import { stepsWithUsage } from '../store/usage.ts';

/** The rows and heads that a change wrote. */
interface WrittenAccess {
  readonly access: readonly AccessRow[];
  /** The heads that moved. */
  readonly heads: ReadonlyMap<number, HeadAfter>;
}

/**
 * Writes everything that a change has gathered, in the order that locks need: the record of its key and the
 * log, the heads of all affected users, their access rows, then notifications (sync.md, section 1). Call it
 * once, after all item rows are written.
 */
export async function flush(unit: CommandUnitOfWork, op: OpRow | null): Promise<WrittenAccess> {
  const { tx } = unit;
  const planned = await planAccess(unit);
  notifyRemoved(unit, planned);
  const places = new FeedPlaces([
    ...planned.flatMap(({ row, isNewInFeed }) => (isNewInFeed ? row.user_id : [])),
    ...unit.notices.map((notice) => notice.user_id),
  ]);
  const access = planned.map(({ row, isNewInFeed }): PlacedAccess => ({
    ...row,
    behind: isNewInFeed ? places.next(row.user_id) : null,
  }));
  const steps = stepsWithUsage(places.steps, unit.usage);
  const outcome = { op, entries: unit.entries, steps, access };
  const isNothing = op === null && unit.entries.length === 0 && access.length === 0;
  if (isNothing && steps.length === 0) return { access: [], heads: new Map() };
  const heads = await tx.putOutcome(outcome);

  const blocked = await blockedSince(unit);
  const feed: FeedRow[] = [];
  for (const notice of unit.notices) {
    const { user_id } = notice;
    if (blocked.has(user_id)) continue;
    const ref_id = await putNotice(tx, unit.callerId, unit.now, notice, unit.limits);
    const seq = headOf(heads, user_id) - places.next(user_id);
    feed.push({ user_id, kind: 'notification', ref_id, seq, removed: false });
  }
  if (feed.length > 0) await tx.putFeed(feed);
  const written = access.map(({ behind, ...row }) =>
    behind === null ? row : { ...row, seq: headOf(heads, row.user_id) - behind },
  );
  return { access: written, heads };
}

/** Assigns places in feeds in order. A place is counted back from the user's new head. */
class FeedPlaces {
  readonly #left = new Map<number, number>();
  /** How far each user's head has to move. */
  readonly steps: readonly { readonly user_id: number; readonly by: number }[];

  /** Reserves one place for each mention of a user. */
  constructor(userIds: readonly number[]) {
    for (const id of userIds) this.#left.set(id, (this.#left.get(id) ?? 0) + 1);
    this.steps = [...this.#left].map(([user_id, by]) => ({ user_id, by }));
  }

  /** How far the user's next place is behind the new head. */
  next(userId: number): number {
    const left = this.#left.get(userId) ?? 0;
    if (left === 0) throw new Error(`no place was taken for user ${userId}`);
    this.#left.set(userId, left - 1);
    return left - 1;
  }
}

function headOf(heads: ReadonlyMap<number, HeadAfter>, userId: number): number {
  const head = heads.get(userId)?.head;
  if (head === undefined) throw new Error(`the head of user ${userId} has not moved`);
  return head;
}
