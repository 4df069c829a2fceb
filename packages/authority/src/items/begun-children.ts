import { logActivity, statusAction } from './activity-log.ts';
import { ancestorsOf, campaignIdOf, living } from './family.ts';
import type { ItemRow, ResetChild } from '../store/rows.ts';
import { writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Sets the completed children of a task to pending for its next occurrence. As with a roll-up, neither their version
 * nor their time moves. Returns them as they were.
 */
export async function restartChildren(
  unit: CommandUnitOfWork,
  task: ItemRow,
): Promise<readonly ResetChild[]> {
  if (task.type !== 'task') return [];
  const children = living(await unit.tx.children([task.id])).filter(
    (row) => row.status === 'completed' && row.occurrence_of === null,
  );
  await setStatuses(
    unit,
    children.map((row): [ItemRow, ItemRow] => [
      row,
      { ...row, status: 'pending', completed_at: null },
    ]),
  );
  return children.map(({ uuid, version, completed_at }) => ({ uuid, version, completed_at }));
}

/** Sets children back to completed as they were, unless somebody has changed or moved them since. */
export async function completeChildrenAgain(
  unit: CommandUnitOfWork,
  task: ItemRow,
  resets: readonly ResetChild[],
): Promise<void> {
  const rows = resets.length === 0 ? [] : await unit.tx.children([task.id]);
  const changes = living(rows).flatMap((row): [ItemRow, ItemRow][] => {
    const reset = resets.find(({ uuid }) => uuid === row.uuid);
    const isAsLeft = reset?.version === row.version && row.status === 'pending';
    if (!isAsLeft) return [];
    return [[row, { ...row, status: 'completed', completed_at: reset.completed_at }]];
  });
  await setStatuses(unit, changes);
}

async function setStatuses(
  unit: CommandUnitOfWork,
  changes: readonly (readonly [before: ItemRow, after: ItemRow])[],
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  await writeItems(
    unit,
    changes.map(([, after]) => after),
  );
  const campaignId = campaignIdOf(first[0], await ancestorsOf(unit.tx, first[0]));
  for (const [before, after] of changes) {
    const metadata = { status: { old: before.status, new: after.status } };
    const action = statusAction(before.status, after.status);
    logActivity(unit, campaignId, after, action, metadata, true);
  }
}
