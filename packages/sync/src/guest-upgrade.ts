import { applyChange, changeBetween, err, itemTypes, ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { createData } from './actions.ts';
import type { Device } from './device.ts';
import { refold } from './fold-row.ts';
import { newLocalItem } from './local-item.ts';
import type { LocalItem } from './local-item.ts';
import { enqueue, newRequest } from './outbox.ts';
import type { Ids, LocalStore, StoreFailure } from './ports.ts';
import { Unit } from './unit.ts';

/** What an upgrade brought over; 0 where it had been done before. */
export interface GuestUpgrade {
  readonly itemsCopied: number;
}

/**
 * Brings a guest's items into an account (design: sync, section 5): closes the guest's store to
 * writes, copies what it holds as queued creates in one transaction that records the generation, then
 * empties it. Whatever it is interrupted by, a repeat finishes it and copies nothing twice.
 */
export async function upgradeGuest(
  guestStore: LocalStore,
  account: Device,
): Promise<Result<GuestUpgrade, StoreFailure>> {
  if (account.account.kind === 'guest') throw new Error('a guest cannot be upgraded to a guest');
  const toUserId = account.account.user.id;
  const closed = await guestStore.write(async (tx) => {
    const items = await tx.allItems();
    const generation = await tx.meta('generation', 'guest');
    if (generation === undefined || items.length === 0) return null;
    await tx.putMeta('moved', 'guest', { toUserId });
    const resumed = (await tx.meta('resumed', 'guest'))?.after ?? [];
    return { items, generation: generation.generation, resumed };
  });
  if (!closed.ok) return closed;
  if (closed.value === null) return ok({ itemsCopied: 0 });
  const { items, generation, resumed } = closed.value;

  const copied = await account.store.write(async (tx) => {
    const before = await tx.meta('importedGuest', 'guest');
    if (before?.generation === generation) return { itemsCopied: 0, change: null };
    const unit = await Unit.open(tx, account);
    // What came along then has been this account's since, and may be newer here.
    const earlier = resumed.find((one) => one.generation === before?.generation);
    const since = items.filter((row) => row._localVersion > (earlier?.localSeq ?? -1));
    const itemsCopied = await copyItems(unit, since);
    await tx.putMeta('importedGuest', 'guest', { generation });
    return { itemsCopied, change: await unit.finish() };
  });
  if (!copied.ok) return copied;
  if (copied.value.change !== null) account.changes.publish(copied.value.change);

  const emptied = await guestStore.write(async (tx) => {
    const now = await tx.meta('generation', 'guest');
    if (now?.generation !== generation) return;
    await tx.clearData();
    await tx.deleteMeta('generation', 'guest');
    await tx.deleteMeta('resumed', 'guest');
  });
  return emptied.ok ? ok({ itemsCopied: copied.value.itemsCopied }) : err(emptied.error);
}

/**
 * Opens a guest's store for writing again, when somebody is a guest in this browser now. What an
 * interrupted upgrade left there is a new generation, so that it can be brought over again.
 */
export async function beginGuest(
  guestStore: LocalStore,
  ids: Ids,
): Promise<Result<void, StoreFailure>> {
  return guestStore.write(async (tx) => {
    if ((await tx.meta('moved', 'guest')) === undefined) return;
    await tx.deleteMeta('moved', 'guest');
    const before = await tx.meta('generation', 'guest');
    if (before === undefined) return;
    const localSeq = (await tx.meta('counters', 'device'))?.localSeq ?? 0;
    const after = (await tx.meta('resumed', 'guest'))?.after ?? [];
    await tx.putMeta('resumed', 'guest', { after: [...after, { ...before, localSeq }] });
    await tx.putMeta('generation', 'guest', { generation: ids.uuid() });
  });
}

/** Parents first, with their own times and status; what the guest deleted stays behind. */
async function copyItems(unit: Unit, items: readonly LocalItem[]): Promise<number> {
  const living = items.filter((row) => !row._deleted);
  living.sort((a, b) => itemTypes.indexOf(a.type) - itemTypes.indexOf(b.type) || a.id - b.id);
  const held = await unit.tx.itemsByUuid(living.map((row) => row.uuid));
  unit.remember(
    held.filter((row) => row !== undefined),
    living.filter((_, at) => held[at] === undefined).map((row) => row.uuid),
  );
  let copied = 0;
  for (const row of living) {
    const known = await unit.item(row.uuid);
    if (known === undefined) await copyItem(unit, row);
    else if (!(await bringUpToDate(unit, known, row))) continue;
    copied += 1;
  }
  return copied;
}

async function copyItem(unit: Unit, row: LocalItem): Promise<void> {
  const parent = row.parent_uuid === null ? undefined : await unit.item(row.parent_uuid);
  const { uuid } = row;
  const owned = { ...row, id: unit.takeLocalId(), user_id: unit.userId };
  const item = { ...owned, parent_uuid: parent === undefined ? null : row.parent_uuid };
  const change = { kind: 'create', uuid, data: createData(item) } as const;
  const request = newRequest(unit, change, null, true);
  // The guest's times are what people see: the last change stays where it was.
  await unit.putRequest({ ...request, timestamp: row.updated_at, offsetMs: null });
  await refold(unit, newLocalItem(item));
}

/** A row that an interrupted upgrade had brought over before the guest went on working on it. */
async function bringUpToDate(unit: Unit, known: LocalItem, row: LocalItem): Promise<boolean> {
  if (known._deleted) return false;
  const wanted = { ...row, assigned_to: row.assigned_to, parent_uuid: known.parent_uuid };
  const change = changeBetween(known, wanted);
  if (Object.keys(change).length === 0) return false;
  const { completed_at: completedAt } = applyChange(known, change, { at: unit.serverNow() });
  await enqueue(unit, known, { kind: 'patch', uuid: row.uuid, change, completedAt });
  await refold(unit, known);
  return true;
}
