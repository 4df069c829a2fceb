import { itemTypes } from '@foray/domain';
import { createData } from './actions.ts';
import { settleRow } from './fold-row.ts';
import { newLocalItem } from './local-item.ts';
import type { LocalItem } from './local-item.ts';
import { newRequest } from './outbox.ts';
import type { Unit } from './unit.ts';

/**
 * Queues a guest's items as creates of an account, parents first, with their own times and status; what
 * the guest deleted stays behind. Tells how many there are.
 */
export async function copyItems(unit: Unit, items: readonly LocalItem[]): Promise<number> {
  const living = items.filter((row) => !row._deleted);
  living.sort((a, b) => itemTypes.indexOf(a.type) - itemTypes.indexOf(b.type) || a.id - b.id);
  const uuids = living.map((row) => row.uuid);
  // Mostly the account is new here: thousands of questions are saved by one.
  const isEmpty = (await unit.tx.itemIds()).length === 0;
  const held = isEmpty ? [] : await unit.tx.itemsByUuid(uuids);
  unit.remember(
    held.filter((row) => row !== undefined),
    uuids.filter((_, at) => held[at] === undefined),
  );
  let copied = 0;
  for (const row of living) {
    // What the account holds under this name came from here once, and may be newer there.
    if ((await unit.item(row.uuid)) !== undefined) continue;
    await copyItem(unit, row);
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
  const create = { ...request, timestamp: row.updated_at, offsetMs: null };
  await unit.putRequest(create);
  await settleRow(unit, newLocalItem(item), { ...item, deleted: false }, [create]);
}
