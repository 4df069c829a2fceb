import { notificationGroupMs } from '@foray/domain';
import { planAccess } from './access-plan.ts';
import type { AccessRow, FeedRow } from './rows.ts';
import type { Notice, Work } from './work.ts';

/**
 * Writes what a change has gathered, in the order that locks need: the log, then the heads of everyone
 * who is told, then their access rows and notifications (sync.md, section 1). Called once, after all
 * item rows are written.
 */
export async function settle(work: Work): Promise<void> {
  const { tx } = work;
  const planned = await planAccess(work);
  if (work.entries.length > 0) await tx.appendActivity(work.entries);

  const nextSeq = await takePlaces(work, [
    ...planned.flatMap(({ row, isNews }) => (isNews ? row.user_id : [])),
    ...work.notices.map((notice) => notice.user_id),
  ]);
  const access = planned.map(({ row, isNews }): AccessRow =>
    isNews ? { ...row, seq: nextSeq(row.user_id) } : row,
  );
  if (access.length > 0) await tx.putAccess(access);
  const feed: FeedRow[] = [];
  for (const notice of work.notices) {
    const ref_id = await notify(work, notice);
    const place = { user_id: notice.user_id, kind: 'notification', ref_id } as const;
    feed.push({ ...place, seq: nextSeq(notice.user_id), removed: false });
  }
  if (feed.length > 0) await tx.putFeed(feed);
}

/**
 * Moves heads forward by as many places as a user is named, and gives the places out in order: each
 * call with a user gives their next seq.
 */
async function takePlaces(
  work: Work,
  userIds: readonly number[],
): Promise<(userId: number) => number> {
  const counts = new Map<number, number>();
  for (const id of userIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  const steps = [...counts].map(([user_id, by]) => ({ user_id, by }));
  const heads = steps.length === 0 ? new Map<number, number>() : await work.tx.advanceHeads(steps);
  return (userId) => {
    const left = counts.get(userId) ?? 0;
    const head = heads.get(userId);
    if (left === 0 || head === undefined) throw new Error(`no place was taken for user ${userId}`);
    counts.set(userId, left - 1);
    return head - left + 1;
  };
}

/** One row per recipient, actor, kind and campaign within 10 minutes, with a count. */
async function notify(work: Work, notice: Notice): Promise<number> {
  const { user_id, kind, campaign_id, item_id } = notice;
  const key = { user_id, actor_id: work.callerId, kind, campaign_id };
  const since = new Date(Date.parse(work.now) - notificationGroupMs).toISOString();
  const recent = await work.tx.recentNotification({ ...key, since });
  return work.tx.putNotification({
    ...key,
    id: recent?.id ?? null,
    item_id,
    count: (recent?.count ?? 0) + 1,
    created_at: recent?.created_at ?? work.now,
    updated_at: work.now,
    read_at: null,
  });
}
