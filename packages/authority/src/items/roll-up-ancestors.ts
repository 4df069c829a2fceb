import { completedAtAfter, hasFurther, rollUpTally } from '@foray/domain';
import type { ChildChange } from '@foray/domain';
import { logActivity, statusAction } from './activity-log.ts';
import { ancestorsOf, campaignIdOf } from './family.ts';
import { writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Rolls a change of a child up into its parent, and on to the campaign (product.md, "Status"). The child's
 * row must be written. A rolled-up status is not a user's change: neither version nor updated_at change, and
 * the log marks it automatic. An import causes no roll-up.
 */
export async function rollUpAncestors(
  unit: CommandUnitOfWork,
  parentId: number | null,
  change: ChildChange,
): Promise<void> {
  if (parentId === null || unit.isImport) return;
  const [parent] = await unit.tx.items({ ids: [parentId] });
  if (parent === undefined || parent.deleted_at !== null) return;
  const [tally] = await unit.tx.childCounts([parentId], null);
  if (tally === undefined) return;
  const rolling = { status: parent.status, hasNextOccurrence: hasFurther(parent) };
  const status = rollUpTally(rolling, tally, change);
  if (status === parent.status) return;

  const after = { ...parent, status, completed_at: completedAtAfter(parent, status, unit.now) };
  await writeItems(unit, [after]);
  const campaignId = campaignIdOf(after, await ancestorsOf(unit.tx, after));
  const metadata = { status: { old: parent.status, new: status } };
  const action = statusAction(parent.status, status);
  logActivity(unit, campaignId, after, action, metadata, true);
  await rollUpAncestors(unit, parent.parent_id, {
    kind: 'status',
    before: parent.status,
    after: status,
  });
}
