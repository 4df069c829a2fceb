import { firstServerItemId } from '@foray/domain';
import { importItem } from '../data-file/data-file-import.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import { privateKeyParts, queuePrivateRows } from '../queue/private-queue.ts';
import { putRow } from '../remote/private-rows.ts';
import type { MetaRow } from '../store/meta.ts';
import { newLocalItem } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { byCreation } from '../store/operation.ts';
import { isRestorable } from '../actions/trash.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Queues a guest's items as creates of an account, parents first, with their own times and status. Items that
 * the guest deleted in the last 30 days are copied as deleted, and not sent until they are restored (decision
 * 0073). Returns the number of undeleted items.
 */
export async function copyItems(unit: UnitOfWork, items: readonly LocalItem[]): Promise<number> {
  const living = parentsFirst(items.filter((row) => !row._deleted));
  const deleted = parentsFirst(items.filter((row) => isRestorable(unit, row)));
  const uuids = [...living, ...deleted].map((row) => row.uuid);
  // The account is usually new here: reading all ids once then saves thousands of lookups.
  const taken = new Set(await unit.tx.itemIds());
  if (taken.size === 0) unit.cache([], uuids);
  else await unit.cacheByUuid(uuids);
  let copied = 0;
  for (const row of living) {
    // An item of the account with this uuid was copied from here earlier, and may be newer there.
    if ((await unit.item(row.uuid)) !== undefined) continue;
    await copyItem(unit, row, taken);
    copied += 1;
  }
  for (const row of deleted) {
    if ((await unit.item(row.uuid)) === undefined) await copyDeleted(unit, row, taken);
  }
  return copied;
}

/**
 * Queues a guest's private rows for an account. Rows that the account has stay as they are: those on this device
 * here, others when the server receives them.
 */
export async function copyPrivateRows(
  unit: UnitOfWork,
  rows: readonly MetaRow<'private'>[],
): Promise<void> {
  const known = new Set((await unit.tx.metaOf('private')).map(({ id }) => id));
  const fresh = rows.filter(({ id, value }) => value.value !== null && !known.has(id));
  if (fresh.length === 0) return;
  for (const { id, value } of fresh) await putRow(unit, id, { value: value.value, base: null });
  await queuePrivateRows(
    unit,
    fresh.map(({ id, value: { value } }) => ({ ...privateKeyParts(id), value, only_new: true })),
  );
  unit.touchInbox();
}

function parentsFirst(rows: readonly LocalItem[]): readonly LocalItem[] {
  return rows.toSorted((a, b) => byCreation(a, b) || a.id - b.id);
}

async function copyItem(
  unit: UnitOfWork,
  row: LocalItem,
  taken: ReadonlySet<number>,
): Promise<void> {
  await importItem(unit, { ...row, id: localNumberFor(unit, row, taken), user_id: unit.userId });
}

/**
 * The number of a copy until the server assigns its own. It is the guest's number, so that open pages and
 * other tabs find the item, unless another item has that number here.
 */
function localNumberFor(unit: UnitOfWork, { id }: LocalItem, taken: ReadonlySet<number>): number {
  return id < firstServerItemId && !taken.has(id) ? id : unit.takeLocalId();
}

/**
 * Copies a deleted item as the guest left it: same place, same time, and deleted together with the same
 * items.
 */
async function copyDeleted(
  unit: UnitOfWork,
  row: LocalItem,
  taken: ReadonlySet<number>,
): Promise<void> {
  const item = { ...row, id: localNumberFor(unit, row, taken), user_id: unit.userId };
  const before = { ...newLocalItem(item), deletedBy: row.deletedBy };
  await writeRow(unit, before, { ...item, deleted: true }, []);
}
