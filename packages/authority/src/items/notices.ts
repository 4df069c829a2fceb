import { dayMs, firstPersonId, notificationGroupMs } from '@foray/domain';
import type { ItemStatus } from '@foray/domain';
import type { PlannedAccess } from './access-plan.ts';
import type { ItemRow, NotificationKind } from '../store/rows.ts';
import type { Tx } from '../store/store.ts';
import type { Notice, CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Notifies the assignee of an item, and the owner of its root of every assignment that another user
 * makes, unless they did it themself (product.md, "Notifications").
 */
export function notifyAssigned(
  unit: CommandUnitOfWork,
  item: ItemRow,
  root: ItemRow,
  campaignId: number | null,
): void {
  if (item.assigned_to === null) return;
  notify(unit, item.assigned_to, 'assigned', item, campaignId);
  if (root.user_id !== item.assigned_to) {
    notify(unit, root.user_id, 'assigned_other', item, campaignId);
  }
}

/** Notifies every user who lost a right and the sight of something by this, once each, of the topmost item. */
export function notifyRemoved(unit: CommandUnitOfWork, planned: readonly PlannedAccess[]): void {
  const lostBy = new Map<number, Map<number, ItemRow>>();
  for (const { item, row, isNewInFeed } of planned) {
    const isLost = isNewInFeed && row.removed && row.reason === 'hidden';
    // Items above an assignment that were only seen because of it are not worth a message.
    if (!isLost || row.permission === 'view') continue;
    const lost = lostBy.get(row.user_id) ?? new Map<number, ItemRow>();
    lostBy.set(row.user_id, lost.set(item.id, item));
  }
  for (const [userId, lost] of lostBy) {
    const topmost = [...lost.values()].find(({ parent_id }) => !lost.has(parent_id ?? 0));
    if (topmost === undefined) continue;
    notify(unit, userId, 'removed', topmost, topmost.root_id);
  }
}

/** Notifies the owner that another user completed or reopened their item. */
export function notifyStatus(
  unit: CommandUnitOfWork,
  item: ItemRow,
  before: ItemStatus,
  campaignId: number | null,
): void {
  if (item.status === 'completed') notify(unit, item.user_id, 'completed', item, campaignId);
  else if (before === 'completed') notify(unit, item.user_id, 'reopened', item, campaignId);
}

function notify(
  unit: CommandUnitOfWork,
  user_id: number,
  kind: NotificationKind,
  item: ItemRow,
  campaign_id: number | null,
): void {
  if (user_id === unit.callerId || user_id < firstPersonId) return;
  unit.notices.push({ user_id, kind, campaign_id, item_id: item.id });
}

/** Thrown to undo a change that assigns more items to a person than is allowed in a day. */
export class TooManyAssignments extends Error {
  override readonly name = 'TooManyAssignments';
}

/** The maximum count of a notification, and of assignments by an actor to its recipient in a day. */
interface NoticeAmounts {
  readonly count?: number;
  readonly assignmentsADay?: number;
}

/**
 * Writes a notification and returns its id (product.md, "Notifications"): one row per recipient, actor,
 * kind and campaign within 10 minutes, and for assignments one in a day until it is read, with a count, to
 * which `count` is added. The caller holds the recipient's head, and gives the row its place in their feed.
 * Beyond `assignmentsADay` it throws {@link TooManyAssignments}.
 */
export async function putNotice(
  tx: Tx,
  actorId: number,
  now: string,
  notice: Notice,
  { count = 1, assignmentsADay = Infinity }: NoticeAmounts = {},
): Promise<number> {
  const { user_id, kind, campaign_id, item_id } = notice;
  const key = { user_id, actor_id: actorId, kind };
  const ago = (ms: number): string => new Date(Date.parse(now) - ms).toISOString();
  const isAssigned = kind === 'assigned';
  const [groupSince, since] = [ago(isAssigned ? dayMs : notificationGroupMs), ago(dayMs)];
  const alike = await tx.recentNotifications({ ...key, since: isAssigned ? since : groupSince });
  const total = alike.reduce((sum, row) => sum + row.count, count);
  if (isAssigned && total > assignmentsADay) throw new TooManyAssignments();
  const recent = alike.findLast(
    (row) =>
      row.read_at === null &&
      row.created_at >= groupSince &&
      (isAssigned || row.campaign_id === campaign_id),
  );
  return tx.putNotification({
    ...key,
    campaign_id,
    id: recent?.id ?? null,
    item_id,
    count: (recent?.count ?? 0) + count,
    created_at: recent?.created_at ?? now,
    updated_at: now,
    read_at: null,
  });
}
