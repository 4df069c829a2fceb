import { notificationLifeDays } from '@foray/domain';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

const lifeMs = notificationLifeDays * 86_400_000;

/**
 * Keeps the title of an item that this user no longer sees, because the notification of it names the item: the
 * topmost one on which they had a right. Its ancestors leave the device first, so that those are kept as well.
 * Titles older than notifications are dropped.
 */
export async function keepLostTitle(unit: UnitOfWork, row: LocalItem): Promise<void> {
  if (!(await isTopmost(unit, row))) return;
  const at = unit.deviceNow();
  for (const { id, value } of await unit.tx.metaOf('lost')) {
    if (Date.parse(at) - Date.parse(value.at) > lifeMs) await unit.tx.deleteMeta('lost', id);
  }
  const { title } = lastServerRowOf(row) ?? row;
  const isAbove = row.permission === 'view' ? ({ isAbove: true } as const) : {};
  await unit.tx.putMeta('lost', row.uuid, { title, at, ...isAbove });
}

async function isTopmost(unit: UnitOfWork, row: LocalItem): Promise<boolean> {
  const { parent_uuid: parent } = row;
  if (parent === null || (await unit.item(parent)) !== undefined) return true;
  return (await unit.tx.meta('lost', parent))?.isAbove === true;
}
