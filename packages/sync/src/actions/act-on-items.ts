import type { ItemStatus, Result } from '@foray/domain';
import { decideForItem } from './action-unit.ts';
import type { ActionDecision, ActionFailure } from './action-unit.ts';
import { decideStatus, moveUnder } from './actions.ts';
import { deleteFamily } from './delete-family.ts';
import { decideEach, decideEdit } from './edit-items.ts';
import type { EditsResult, ItemEdit } from './edit-items.ts';
import type { EditSnapshot } from './edit-snapshot.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** One of several acts: an edit, or what `setStatus`, `moveItem` or `deleteItem` does to an item. */
export type ItemAct =
  | ItemEdit
  | (Pick<ItemEdit, 'uuid' | 'snapshot'> & { readonly status: ItemStatus })
  | (Pick<ItemEdit, 'uuid' | 'snapshot'> & { readonly parentUuid: string | null })
  | {
      readonly uuid: string;
      /** The items below that are deleted too. */
      readonly withChildren: readonly string[];
      /** The deleted items as they were shown, by uuid. */
      readonly snapshots: ReadonlyMap<string, EditSnapshot>;
    };

/**
 * Does all acts as one action, as `editItems` does edits: an act that the rights, the place or a later change
 * refuse is left out.
 */
export function actOnItems(
  device: SyncContext,
  acts: readonly ItemAct[],
): Promise<Result<EditsResult, ActionFailure>> {
  return decideEach(device, acts, decideAct);
}

async function decideAct(unit: UnitOfWork, act: ItemAct): Promise<ActionDecision> {
  const { uuid } = act;
  if ('status' in act) {
    return decideForItem(unit, uuid, 'edit', (row) =>
      decideStatus(unit, row, act.status, act.snapshot),
    );
  }
  if ('parentUuid' in act) {
    return decideForItem(unit, uuid, 'move', (row) =>
      moveUnder(unit, row, act.parentUuid, act.snapshot),
    );
  }
  if ('withChildren' in act) {
    return decideForItem(unit, uuid, 'delete', (row) =>
      deleteFamily(unit, row, act.withChildren, act.snapshots),
    );
  }
  return decideEdit(unit, act);
}
