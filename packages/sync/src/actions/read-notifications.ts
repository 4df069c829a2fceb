import type { Notification } from '@foray/contract';
import { dayMs, isAccountNotice, maxNotifications, notificationLifeDays } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { SyncContext } from '../store/sync-context.ts';
import type { ReadTransaction, StoreFailure } from '../store/ports.ts';
import { freshRequest } from '../queue/mutation-queue.ts';
import { writeUnit } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

const url = '/api/notifications/read';

/**
 * Marks read, in one durable write, every notification on this device. The server's are sent through the
 * queue; those of due items, which the device creates itself, are stored by their ids. A notification that
 * changes later is unread again, since its `rev` is then greater than the one sent. Notifications beyond the
 * limits of age and number are removed. If none is unread, nothing is queued.
 */
export async function readNotifications(
  device: SyncContext,
  dueIds: readonly string[],
): Promise<Result<void, StoreFailure>> {
  return writeUnit(device, async (unit) => {
    const isChanged = [await markServersRead(unit), await markDueRead(unit, dueIds)].some(Boolean);
    if (isChanged) unit.touchInbox();
  });
}

/** The greatest `rev` that was read on this device but not sent yet; 0 if none. */
export async function unsentReadUpTo(tx: ReadTransaction): Promise<number> {
  const waiting = (await tx.queue()).filter((one) => one.url === url);
  return Math.max(0, ...waiting.map(({ data }) => Number(data?.['up_to'] ?? 0)));
}

async function markServersRead(unit: UnitOfWork): Promise<boolean> {
  const notifications = await unit.tx.notifications();
  const outdated = notifications.filter((one, place) => isOutdated(unit, one, place));
  for (const { id } of outdated) await unit.tx.delete('notifications', id);
  const unread = notifications.filter((one) => one.read_at === null && !outdated.includes(one));
  for (const one of unread) {
    await unit.tx.put('notifications', { ...one, read_at: unit.serverNow() });
  }
  if (unread.length > 0) await queueMarkRead(unit, Math.max(...unread.map(({ rev }) => rev)));
  return unread.length + outdated.length > 0;
}

function isOutdated(unit: UnitOfWork, one: Notification, place: number): boolean {
  const ageMs = Date.parse(unit.serverNow()) - Date.parse(one.updated_at);
  const isBeyond = place >= maxNotifications && !isAccountNotice(one.kind);
  return isBeyond || ageMs > notificationLifeDays * dayMs;
}

/** Queues the request, or merges it into an unsent one. */
async function queueMarkRead(unit: UnitOfWork, upTo: number): Promise<void> {
  const queue = await unit.tx.queue();
  const waiting = queue.find((one) => one.url === url && !one.sent && one.state.kind === 'queued');
  const data = { up_to: upTo };
  await unit.putRequest(
    waiting === undefined
      ? freshRequest(unit, { method: 'POST', url, data })
      : { ...waiting, timestamp: unit.deviceNow(), data },
  );
}

/** Stores the ids that are due, and forgets those that are no longer due. */
async function markDueRead(unit: UnitOfWork, dueIds: readonly string[]): Promise<boolean> {
  const known = new Set((await unit.tx.metaOf('dueRead')).map(({ id }) => id));
  const fresh = dueIds.filter((id) => !known.has(id));
  for (const id of fresh) await unit.tx.putMeta('dueRead', id, { at: unit.deviceNow() });
  for (const id of known) if (!dueIds.includes(id)) await unit.tx.deleteMeta('dueRead', id);
  return fresh.length > 0;
}
