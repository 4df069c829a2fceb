import { completedAtAfter, rollUpTally } from '@foray/domain';
import type { ChildChange } from '@foray/domain';
import { logActivity, statusAction } from './activity-log.ts';
import { ancestorsOf, campaignOf } from './family.ts';
import { writeItems } from '../store/unit-of-work.ts';
import type { Work } from '../store/unit-of-work.ts';

/**
 * Rolls a change of a child up into its parent, and on to the campaign (product.md, "Status"). The
 * child's row must be written. A rolled-up status is nobody's change: neither version nor updated_at
 * move, and the log calls it automatic. An import rolls nothing up.
 */
export async function climb(
  work: Work,
  parentId: number | null,
  change: ChildChange,
): Promise<void> {
  if (parentId === null || work.isImport) return;
  const [parent] = await work.tx.items({ ids: [parentId] });
  if (parent === undefined || parent.deleted_at !== null) return;
  const [tally] = await work.tx.childCounts([parentId], null);
  if (tally === undefined) return;
  const status = rollUpTally(parent, tally, change);
  if (status === parent.status) return;

  const after = { ...parent, status, completed_at: completedAtAfter(parent, status, work.now) };
  await writeItems(work, [after]);
  const campaign = campaignOf(after, await ancestorsOf(work.tx, after));
  const metadata = { status: { old: parent.status, new: status } };
  const action = statusAction(parent.status, status);
  logActivity(work, campaign?.id ?? null, after, action, metadata, true);
  await climb(work, parent.parent_id, { kind: 'status', before: parent.status, after: status });
}
