import { TooManyAssignments } from '../items/notices.ts';
import type { AuthorityLimits } from '../store/authority-limits.ts';
import type { Refusal } from '../store/request.ts';
import type { Tx } from '../store/store.ts';
import type { ExceededLimit } from '../store/usage.ts';

/**
 * Thrown to undo a change that exceeds a limit of its owner's account: its usage is certain only once its
 * head is locked, which is when everything has been written.
 */
export class AccountFull extends Error {
  override readonly name = 'AccountFull';
  readonly limit: ExceededLimit;

  constructor(exceeded: ExceededLimit) {
    super(exceeded.limit);
    this.limit = exceeded;
  }
}

/** The refusal of a change that was undone because of a limit; null for any other error. */
export function refusalBy(error: unknown, limits: AuthorityLimits): Refusal | null {
  if (error instanceof TooManyAssignments) {
    return { code: 'limit', fields: { assignments_per_day: String(limits.assignmentsADay) } };
  }
  if (!(error instanceof AccountFull)) return null;
  const { limit: bound, most } = error.limit;
  return { code: 'limit', fields: { [bound]: String(most) } };
}

/**
 * Lets an account exceed a limit up to the one that was raised for it, which is read only then.
 * @throws {AccountFull}
 */
export async function refuseIfNotRaised(tx: Tx, exceeded: ExceededLimit): Promise<void> {
  const raised = await tx.raisedLimits(exceeded.userId);
  const most = Math.max(exceeded.most, raised[exceeded.limit]);
  if (exceeded.used > most) throw new AccountFull({ ...exceeded, most });
}
