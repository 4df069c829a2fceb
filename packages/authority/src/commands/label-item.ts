import type { LabelCommand } from '@foray/contract';
import { applyLabels, err, maxLabels } from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import { ancestorsOf, campaignIdOf } from '../items/family.ts';
import { lockPermitted } from '../items/permitted-item.ts';
import { unchanged } from '../store/request.ts';
import type { CommandRequest, CommandDecision } from '../store/request.ts';
import { writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';
import { countUsage } from '../store/usage.ts';

/**
 * Adds labels to an item and removes others. Everybody who sees the item receives it again, but its version
 * and time stay: requests based on them stay valid, and nobody is asked a question. A change beyond the
 * maximum number of labels is refused completely.
 */
export async function labelItem(
  unit: CommandUnitOfWork,
  command: LabelCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const permitted = await lockPermitted(unit, command.ref, 'label', request);
  if (!permitted.ok) return permitted;
  const { item } = permitted.value;
  const labels = applyLabels(item.labels, command);
  if (labels === item.labels) return unchanged(item);
  if (labels.length > Math.max(maxLabels, item.labels.length)) return err({ code: 'limit' });
  const after = { ...item, labels };
  await writeItems(unit, [after]);
  countUsage(unit.usage, [item], [after]);
  const campaignId = campaignIdOf(item, await ancestorsOf(unit.tx, item));
  logActivity(unit, campaignId, after, 'updated', {
    labels: { old: textOf(item.labels), new: textOf(labels) },
  });
  return unchanged(after);
}

function textOf(labels: readonly string[]): string | null {
  return labels.length === 0 ? null : labels.join(', ');
}
