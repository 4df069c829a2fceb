import { firstServerItemId, isImportedUuid, itemTypes } from '@foray/domain';
import { importItem } from '../data-file/data-file-import.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import { newLocalItem } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { isRestorable } from '../actions/trash.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Queues a guest's items as creates of an account, parents first, with their own times and status. What
 * the guest deleted in the last 30 days is copied as deleted, and not sent until it is restored (decision
 * 0073). Returns the number of living items.
 */
export async function copyItems(unit: UnitOfWork, items: readonly LocalItem[]): Promise<number> {
  const living = parentsFirst(items.filter((row) => !row._deleted));
  const deleted = parentsFirst(items.filter((row) => isRestorable(unit, row)));
  const uuids = [...living, ...deleted].map((row) => row.uuid);
  // Mostly the account is new here: thousands of questions are saved by one.
  const taken = new Set(await unit.tx.itemIds());
  if (taken.size === 0) unit.cache([], uuids);
  else await unit.cacheByUuid(uuids);
  let copied = 0;
  for (const row of living) {
    // What the account holds under this name came from here once, and may be newer there.
    if ((await unit.item(row.uuid)) !== undefined) continue;
    await copyItem(unit, row, taken);
    copied += 1;
  }
  for (const row of deleted) {
    if ((await unit.item(row.uuid)) === undefined) await copyDeleted(unit, row, taken);
  }
  return copied;
}

function parentsFirst(rows: readonly LocalItem[]): readonly LocalItem[] {
  return rows.toSorted(
    (a, b) => itemTypes.indexOf(a.type) - itemTypes.indexOf(b.type) || a.id - b.id,
  );
}

async function copyItem(
  unit: UnitOfWork,
  row: LocalItem,
  taken: ReadonlySet<number>,
): Promise<void> {
  // Times of a file, or of a server, are no times of this device's clock.
  const offsetMs = isImportedUuid(row.uuid) ? 0 : null;
  await importItem(
    unit,
    { ...row, id: numberFor(unit, row, taken), user_id: unit.userId },
    offsetMs,
  );
}

/**
 * The number of a copy until the server gives its own: the one that a guest knew it by, so that open pages
 * and other tabs find it, unless another item has that here.
 */
function numberFor(unit: UnitOfWork, { id }: LocalItem, taken: ReadonlySet<number>): number {
  return id < firstServerItemId && !taken.has(id) ? id : unit.takeLocalId();
}

/** As the guest left it: in the same place, deleted at the same time, with what the same delete took. */
async function copyDeleted(
  unit: UnitOfWork,
  row: LocalItem,
  taken: ReadonlySet<number>,
): Promise<void> {
  const item = { ...row, id: numberFor(unit, row, taken), user_id: unit.userId };
  const before = { ...newLocalItem(item), deletedBy: row.deletedBy };
  await writeRow(unit, before, { ...item, deleted: true }, []);
}
