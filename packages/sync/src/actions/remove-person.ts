import { applyChange, err, ok } from '@foray/domain';
import { makeChange } from './action-unit.ts';
import type { ActionResult } from './action-unit.ts';
import { actOn } from './actions.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { Seen } from './seen.ts';

/**
 * Removes a person from an item: their assignments on it and on everything below end. The server does
 * so for all there is, deleted items included; shown at once is what this device holds of it. `seen`
 * holds the items as they were shown when the person was asked, by uuid: an assignment that is not among
 * them was made since, nothing is written, and the outcome is `changed`.
 */
export function removePerson(
  device: SyncContext,
  uuid: string,
  userId: number,
  seen?: ReadonlyMap<string, Seen>,
): ActionResult {
  return actOn(device, uuid, 'removePerson', async (unit, row) => {
    const family = await unit.family(row);
    const below = family.filter((one) => one !== row && !one._deleted);
    const held = [row, ...below].filter((one) => one.assigned_to === userId);
    const unseen = held.find((one) => seen && seen.get(one.uuid)?.assigned_to !== userId);
    if (unseen !== undefined) {
      return err({ code: 'changed', item: unseen, fields: ['assigned_to'] });
    }
    const also = held.filter((one) => one !== row).map((one) => one.uuid);
    const isAssigned = row.assigned_to === userId;
    const without = (one: LocalItem) =>
      applyChange({ ...one, deleted: false }, { assigned_to: null }, { at: unit.serverNow() });
    const after = isAssigned ? without(row) : { ...row, deleted: false };
    if (device.account.kind === 'guest') {
      for (const one of below) {
        if (one.assigned_to === userId) await writeRow(unit, one, without(one), []);
      }
    }
    return ok(await makeChange(unit, row, { kind: 'remove', uuid, userId, also }, after));
  });
}
