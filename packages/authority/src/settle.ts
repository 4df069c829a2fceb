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

  const news = new Map<number, number>();
  const count = (userId: number) => news.set(userId, (news.get(userId) ?? 0) + 1);
  for (const { row, isNews } of planned) if (isNews) count(row.user_id);
  for (const notice of work.notices) count(notice.user_id);
  const heads =
    news.size === 0
      ? new Map<number, number>()
      : await tx.advanceHeads([...news].map(([user_id, by]) => ({ user_id, by })));
  const next = new Map([...heads].map(([userId, head]) => [userId, head - news.get(userId)! + 1]));
  const takeSeq = (userId: number): number => {
    const seq = next.get(userId)!;
    next.set(userId, seq + 1);
    return seq;
  };

  const access = planned.map(({ row, isNews }): AccessRow =>
    isNews ? { ...row, seq: takeSeq(row.user_id) } : row,
  );
  if (access.length > 0) await tx.putAccess(access);
  const feed: FeedRow[] = [];
  for (const notice of work.notices) {
    const ref_id = await notify(work, notice);
    const place = { user_id: notice.user_id, kind: 'notification', ref_id } as const;
    feed.push({ ...place, seq: takeSeq(notice.user_id), removed: false });
  }
  if (feed.length > 0) await tx.putFeed(feed);
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
