import { firstPersonId } from '@foray/domain';
import type { ItemStatus } from '@foray/domain';
import type { ItemRow, NotificationKind } from './rows.ts';
import type { Work } from './work.ts';

/** Tells whom an item is now assigned to, unless they did it themself (product.md, "Notifications"). */
export function noticeAssigned(work: Work, item: ItemRow, campaignId: number | null): void {
  if (item.assigned_to !== null) notice(work, item.assigned_to, 'assigned', item, campaignId);
}

/** Tells the owner that somebody else completed or reopened their item. */
export function noticeStatus(
  work: Work,
  item: ItemRow,
  before: ItemStatus,
  campaignId: number | null,
): void {
  if (item.status === 'completed') notice(work, item.user_id, 'completed', item, campaignId);
  else if (before === 'completed') notice(work, item.user_id, 'reopened', item, campaignId);
}

function notice(
  work: Work,
  user_id: number,
  kind: NotificationKind,
  item: ItemRow,
  campaign_id: number | null,
): void {
  if (work.isImport || user_id === work.callerId || user_id < firstPersonId) return;
  work.notices.push({ user_id, kind, campaign_id, item_id: item.id });
}
