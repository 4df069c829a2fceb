import type { RemoveCommand } from '@foray/contract';
import { logActivity } from '../items/activity-log.ts';
import { changeBy } from '../store/changer.ts';
import { applied } from '../store/request.ts';
import { ancestorsOf, campaignIdOf, living } from '../items/family.ts';
import { belowAndCopies } from '../items/move.ts';
import { lockPermitted } from '../items/permitted-item.ts';
import type { CommandRequest, CommandDecision } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Removes a person from an item: clears their assignments on it and on everything below, including deleted
 * items, so that no assignment further down keeps them in and none comes back with a restore (product.md,
 * "Rights"). It needs manage. For a user without an assignment there the response is the unchanged item.
 */
export async function removePerson(
  unit: CommandUnitOfWork,
  command: RemoveCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const found = await lockPermitted(unit, command.ref, 'removePerson', request);
  if (!found.ok) return found;
  const { item } = found.value;

  const { user_id } = command;
  const ancestors = await ancestorsOf(unit.tx, item);
  const below = await belowAndCopies(unit, item);
  const cleared = [item, ...below]
    .filter((row) => row.assigned_to === user_id)
    .map((row): ItemRow => ({
      ...row,
      assigned_to: null,
      ...changeBy(unit, row.version + 1),
    }));
  if (cleared.length === 0) return applied(item);
  await writeItems(unit, cleared);
  recheck(unit, [...ancestors, item, ...below, ...cleared], [user_id]);
  const campaignId = campaignIdOf(item, ancestors);
  for (const row of living(cleared)) {
    if (row.occurrence_of !== null) continue;
    logActivity(unit, campaignId, row, 'assigned', { assigned_to: { old: user_id, new: null } });
  }
  return applied(cleared.find(({ id }) => id === item.id) ?? item);
}
