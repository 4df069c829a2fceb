import { copyOf, dayMs, maxCopiesByOthers, occurrenceUuid } from '@foray/domain';
import { ancestorsOf, living } from '../items/family.ts';
import { searchColumns } from '../store/search-columns.ts';
import { changeBy } from '../store/changer.ts';
import type { ItemRow, NewItemRow } from '../store/rows.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';
import { countUsage } from '../store/usage.ts';

/** Creates the copy of an occurrence, or reuses `former`, which is in the trash or erased. */
export async function putCopy(
  unit: CommandUnitOfWork,
  item: ItemRow,
  former: ItemRow | undefined,
  { n, completedAt }: { readonly n: number; readonly completedAt: string },
  resets: ItemRow['resets'],
): Promise<void> {
  const { tx, now } = unit;
  const uuid = former?.uuid ?? occurrenceUuid(item.uuid, n);
  const copy: NewItemRow = {
    ...item,
    ...copyOf(item, { uuid, n, completedAt, at: now }),
    ...changeBy(unit, (former?.version ?? 0) + 1),
    ...searchColumns(item),
    resets,
  };
  const known = former?.id ?? (await tx.insertItem(copy));
  // The uuid is already taken: it follows from that of the item.
  const id = known ?? (await tx.insertItem({ ...copy, uuid: unit.newUuid() }));
  if (id === null) throw new Error(`no uuid is free for a copy of ${item.id}`);
  const [inserted] = former === undefined ? await tx.items({ ids: [id] }) : [];
  const row: ItemRow = inserted ?? { ...copy, id, root_id: item.root_id };
  if (former === undefined) {
    unit.touched.set(id, row);
    unit.created.add(id);
  } else await writeItems(unit, [row]);
  countUsage(unit.usage, former === undefined ? [] : [former], [row]);
  await recheckCopy(unit, row);
}

/**
 * Whether somebody who does not manage an item may leave one more copy of it. No other copy is removed to
 * make room. Beyond the item's limit only an occurrence that is due gets a copy, and never more than an
 * item may gain in a day.
 */
export async function isRoomFor(
  { tx, now, limits }: CommandUnitOfWork,
  item: ItemRow,
  isAhead: boolean,
): Promise<boolean> {
  // Each occurrence has one copy at most.
  if (item.occurrence <= Math.min(maxCopiesByOthers, limits.copies)) return true;
  const copies = living(await tx.copies(item.uuid, null));
  const since = new Date(Date.parse(now) - dayMs).toISOString();
  const lately = copies.filter(({ created_at: at }) => at > since).length;
  return lately < maxCopiesByOthers && !(isAhead && copies.length >= limits.copies);
}

/** Moves the oldest copies beyond the limit to the trash: the occurrence number still counts them. */
export async function dropOldest(unit: CommandUnitOfWork, item: ItemRow): Promise<void> {
  if (item.occurrence <= unit.limits.copies) return;
  const copies = living(await unit.tx.copies(item.uuid, null));
  const beyond = copies.slice(0, Math.max(0, copies.length - unit.limits.copies));
  for (const copy of beyond) await trashCopy(unit, copy);
}

/** Moves a copy to the trash of those who manage its item. */
export async function trashCopy(unit: CommandUnitOfWork, copy: ItemRow): Promise<void> {
  const version = copy.version + 1;
  const deleted = {
    ...copy,
    ...changeBy(unit, version),
    deleted_at: unit.now,
    deleted_op: `${copy.id}:${version}`,
  };
  await writeItems(unit, [deleted]);
  await recheckCopy(unit, deleted);
}

/** A copy has the rights of its item, so nothing changes above it. */
async function recheckCopy(unit: CommandUnitOfWork, copy: ItemRow): Promise<void> {
  for (const row of await ancestorsOf(unit.tx, copy)) unit.above.set(row.id, row);
  recheck(unit, [copy], 'everybody');
}
