import { checkedNotifications } from '@foray/contract';
import type { ChangesDelta, Notification, PrivateRow, SelfCheck } from '@foray/contract';
import { refusalOfLoss } from '../epochs/epoch-checked-store.ts';
import type { CheckedPosition, EpochCheckedStore } from '../epochs/epoch-checked-store.ts';
import type { Caller } from '../store/request.ts';
import type { FeedKind, FeedRow } from '../store/rows.ts';
import type { Reads, Store } from '../store/store.ts';

/** A place in a stream and the number of rows wanted from there. */
export interface StreamQuery {
  /** The cursor of the last page; 0 to start. */
  readonly since: number;
  /** The maximum number of rows of the page. */
  readonly limit: number;
}

/** The rows of a page of the changes that are not items, before the people whom they name are known. */
export interface ChangesRead {
  readonly page: Omit<ChangesDelta, 'users' | 'mutuals' | 'epoch' | 'now'>;
  readonly mutualIds: readonly number[];
  readonly userIds: readonly number[];
}

/**
 * Reads a page of the caller's changes that are not items: people, mutual contacts, notifications and private
 * rows (sync.md, section 2). A cursor beyond the caller's head throws `EpochChangedError`.
 */
export async function readChanges(
  reads: Reads,
  standing: CheckedPosition,
  caller: Caller,
  { since, limit }: StreamQuery,
): Promise<ChangesRead> {
  if (since > standing.head) throw refusalOfLoss(standing, caller);
  const found = since === standing.head ? null : await reads.feed(caller.userId, since, limit);
  const rows = found?.rows ?? [];
  const idsOf = (kind: FeedKind, removed: boolean): readonly number[] =>
    rows.flatMap((row) => (row.kind === kind && row.removed === removed ? row.ref_id : []));
  const notifications = await readNotifications(reads, rows);
  const privateRows = await readPrivateRows(reads, rows);
  const mutualIds = idsOf('mutual', false);
  const removedMutuals = idsOf('mutual', true);
  const actorIds = notifications.map((notification) => notification.actor_id);
  const more = found?.more ?? false;
  return {
    page: {
      removedMutuals: [...removedMutuals],
      notifications,
      ...(privateRows.length > 0 && { private_rows: privateRows }),
      cursor: more ? (rows.at(-1)?.seq ?? since) : (found?.head ?? since),
      more,
    },
    mutualIds,
    // From that moment on devices know the person's number, or no longer do.
    userIds: [...new Set([...idsOf('user', false), ...actorIds, ...mutualIds, ...removedMutuals])],
  };
}

async function readNotifications(reads: Reads, feed: readonly FeedRow[]): Promise<Notification[]> {
  const revOf = new Map(
    feed.flatMap((row) =>
      row.kind === 'notification' && !row.removed ? [[row.ref_id, row.seq] as const] : [],
    ),
  );
  if (revOf.size === 0) return [];
  const rows = await reads.notifications([...revOf.keys()]);
  const items = await reads.items({ ids: rows.flatMap((row) => row.item_id ?? []) });
  return rows.map((row): Notification => {
    const item = items.find(({ id }) => id === row.item_id);
    const { id, kind, actor_id, item_id, count, created_at, updated_at, read_at } = row;
    return {
      id,
      kind,
      actor_id,
      item_id,
      item_uuid: item?.uuid ?? null,
      item_type: item?.type ?? null,
      count,
      created_at,
      updated_at,
      read_at,
      rev: revOf.get(id) ?? 0,
    };
  });
}

async function readPrivateRows(reads: Reads, feed: readonly FeedRow[]): Promise<PrivateRow[]> {
  const revOf = new Map(
    feed.flatMap((row) => (row.kind === 'private' ? [[row.ref_id, row.seq] as const] : [])),
  );
  if (revOf.size === 0) return [];
  const rows = await reads.privateRows([...revOf.keys()]);
  return rows.map(({ id, kind, name, value }) => ({
    kind,
    id: name,
    value: value === null ? null : (JSON.parse(value) as PrivateRow['value']),
    rev: revOf.get(id) ?? 0,
  }));
}

/**
 * Marks the caller's notifications with a `rev` up to and including `upTo` as read (product.md,
 * "Notifications"). Their other devices receive it by the feed. A notification that counts a new event at
 * this moment has a later place, and stays unread. A repeated call has no effect.
 */
export async function markRead(
  store: Store,
  now: string,
  caller: Caller,
  upTo: number,
): Promise<void> {
  const user_id = caller.userId;
  await store.tx(async (tx) => {
    // Locks the head, so that no notification moves from now on.
    await tx.advanceHeads([{ user_id, by: 0 }]);
    const ids = await tx.readNotifications(user_id, upTo, now);
    if (ids.length === 0) return;
    const heads = await tx.advanceHeads([{ user_id, by: ids.length }]);
    const first = (heads.get(user_id) ?? 0) - ids.length + 1;
    const place = { user_id, kind: 'notification', removed: false } as const;
    await tx.putFeed(
      ids.map((ref_id, index): FeedRow => ({ ...place, ref_id, seq: first + index })),
    );
  });
}

/**
 * The counts and sums of the caller's streams, read from one snapshot, so that a device at the same cursor
 * can check that it has exactly the same data (sync.md, section 7).
 */
export async function selfCheck(
  store: EpochCheckedStore,
  caller: Caller,
  now: string,
): Promise<SelfCheck> {
  return store.read(async (reads, { epoch }) => {
    const { head, items, mutuals, notifications, privateRows } = await reads.tallies(
      caller.userId,
      checkedNotifications,
    );
    const rest = { mutuals, notifications, private_rows: privateRows };
    return { epoch, now, cursor: head, ...items, ...rest };
  });
}
