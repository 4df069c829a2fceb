import { TooManyAssignments } from '../items/notices.ts';
import type { AuthorityLimits } from '../store/authority-limits.ts';
import type { Refusal } from '../store/request.ts';
import type { ExceededLimit } from '../store/usage.ts';

/**
 * Thrown to undo a change that its owner's account has no room for: what it has is known for sure only once its
 * head is held, which is when everything has been written.
 */
export class AccountFull extends Error {
  override readonly name = 'AccountFull';
  readonly limit: ExceededLimit;

  constructor(exceeded: ExceededLimit) {
    super(exceeded.limit);
    this.limit = exceeded;
  }
}

/** The refusal of a change that was undone because of a bound; null if the error is another. */
export function refusalBy(error: unknown, limits: AuthorityLimits): Refusal | null {
  if (error instanceof TooManyAssignments) {
    return { code: 'limit', fields: { assignments_per_day: String(limits.assignmentsADay) } };
  }
  if (!(error instanceof AccountFull)) return null;
  const { limit: bound, most } = error.limit;
  return { code: 'limit', fields: { [bound]: String(most) } };
}
