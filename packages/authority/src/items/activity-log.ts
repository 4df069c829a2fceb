import type { ActivityAction } from '@foray/contract';
import type { ItemStatus } from '@foray/domain';
import type { ItemRow, OldAndNew } from '../store/rows.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Adds an entry to the log of the campaign that the item was in, or with null to the item's own (product.md,
 * "Activity").
 */
export function logActivity(
  unit: CommandUnitOfWork,
  campaignId: number | null,
  item: ItemRow,
  action: ActivityAction,
  metadata: Readonly<Record<string, OldAndNew>> = {},
  automatic = false,
): void {
  unit.entries.push({
    campaign_id: campaignId,
    item_id: item.id,
    item_type: item.type,
    item_title: item.title,
    user_id: unit.callerId,
    action,
    metadata,
    automatic,
    created_at: unit.now,
  });
}

/**
 * The log's word for a change of status: completed and reopened take precedence over the new status;
 * otherwise it is the person's Start or Move to queue.
 */
export function statusAction(before: ItemStatus, after: ItemStatus): ActivityAction {
  if (after === 'completed') return 'completed';
  if (before === 'completed') return 'reopened';
  return after === 'in_progress' ? 'started' : 'queued';
}
