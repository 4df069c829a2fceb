import { err, may, ok } from '@foray/domain';
import type { OptimisticItem } from '@foray/domain';
import { recordChange } from './action-unit.ts';
import type { ActionDecision } from './action-unit.ts';
import { copiesOf } from '../store/copies.ts';
import { deleteChange } from '../queue/delete-change.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import { rollUpParents } from '../optimistic/roll-up.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { compareDeleteWithSnapshot, storeSnapshotConflict } from './edit-snapshot.ts';
import type { EditSnapshot } from './edit-snapshot.ts';

/** The decision of `deleteItem`, for an item that its user manages. */
export async function deleteFamily(
  unit: UnitOfWork,
  row: LocalItem,
  withChildren: readonly string[],
  snapshots: ReadonlyMap<string, EditSnapshot> = new Map(),
): Promise<ActionDecision> {
  const { device } = unit;
  const { uuid } = row;
  const at = unit.serverNow();
  const children: string[] = [];
  for (const child of new Set(withChildren)) {
    const below = await unit.item(child);
    if (below === undefined || below._deleted || child === uuid) continue;
    if (!may(below.permission, 'delete')) return err({ code: 'forbidden' });
    children.push(child);
  }
  // The copies of occurrences are deleted with their items.
  for (const copy of await copiesOf(unit, [uuid, ...children])) {
    if (!children.includes(copy.uuid)) children.push(copy.uuid);
  }
  const inConflict: string[] = [];
  for (const one of [uuid, ...children]) {
    const [now, shown] = [await unit.item(one), snapshots.get(one)];
    if (now === undefined || shown === undefined) continue;
    const comparison = compareDeleteWithSnapshot(now, shown);
    if (comparison.outcome === 'here')
      return err({ code: 'changed', item: now, fields: comparison.colliding });
    if (comparison.outcome === 'server') inConflict.push(one);
  }
  const effects = [{ kind: 'delete', uuid } as const];
  const dead = (one: LocalItem): OptimisticItem => ({ ...one, updated_at: at, deleted: true });
  if (device.account.kind === 'user') {
    await recordChange(unit, row, await deleteChange(unit, uuid, children), dead(row));
    for (const one of inConflict) {
      const [deleted, shown] = [await unit.item(one), snapshots.get(one)];
      if (deleted?._deleted && shown) await storeSnapshotConflict(unit, deleted, shown, 'delete');
    }
    return ok({ item: (await unit.item(uuid)) ?? row, effects });
  }
  const deletedBy = device.ids.uuid();
  for (const child of children) {
    const below = await unit.item(child);
    if (below !== undefined) await writeRow(unit, { ...below, deletedBy }, dead(below), []);
  }
  const shown = await writeRow(unit, { ...row, deletedBy }, dead(row), []);
  await rollUpParents(unit, row, shown, at);
  return ok({ item: shown, effects });
}
