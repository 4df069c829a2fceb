import { err, isEmptyLabelChange, mayWith, ok, validateChange } from '@foray/domain';
import type { ItemAction, ItemChange, ItemStatus, LabelChange, Result } from '@foray/domain';
import { decideForItem, runAction } from './action-unit.ts';
import type { ActionDecision, ActionFailure, ActionResult, DurableAction } from './action-unit.ts';
import { compareAndChange, decideStatus, moveUnder } from './actions.ts';
import type { PlainChange } from './actions.ts';
import { deleteFamily } from './delete-family.ts';
import { compareWithSnapshot } from './edit-snapshot.ts';
import type { EditSnapshot } from './edit-snapshot.ts';
import type { Effect } from './effect.ts';
import { checkAndChangeLabels } from './label-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Changes texts and dates; unchanged values queue nothing. Here and in the other actions, `snapshot` is the
 * item as it was shown when the editor, dialog or menu opened. If a field differs from `snapshot` and the
 * user sets it to yet another value, that is a conflict, as it would be offline: the change is queued, and
 * held until the user decides. If no server version has the differing value (a guest, or an unsent change of
 * another tab), nothing is written and the outcome is `changed`.
 */
export function editItem(
  device: SyncContext,
  uuid: string,
  change: PlainChange,
  snapshot?: EditSnapshot,
): ActionResult {
  return editItems(device, [{ uuid, change, snapshot }]);
}

/** A change of one item: of its plain fields, its assignee and its labels. */
export interface ItemEdit {
  readonly uuid: string;
  readonly change: PlainChange & Pick<ItemChange, 'assigned_to'>;
  readonly labels?: LabelChange | undefined;
  /** The item as it was shown, see `editItem`. */
  readonly snapshot?: EditSnapshot | undefined;
}

/** As `DurableAction`, about the item of the last edit that was made. */
export interface EditsResult extends DurableAction {
  /** Why each of the other edits was not made. */
  readonly refusals: readonly ActionFailure[];
}

/**
 * Makes all edits as one action, so that one undo takes them back. A refused edit is left out, and fails the
 * action only if no other was made; an edit is made as a whole or not at all.
 */
export function editItems(
  device: SyncContext,
  edits: readonly ItemEdit[],
): Promise<Result<EditsResult, ActionFailure>> {
  return decideEach(device, edits, decideEdit);
}

/** As `editItems`, for any acts on items; `decide` writes nothing if it refuses an act. */
async function decideEach<A extends Pick<ItemEdit, 'uuid'>>(
  device: SyncContext,
  acts: readonly A[],
  decide: (unit: UnitOfWork, act: A) => Promise<ActionDecision>,
): Promise<Result<EditsResult, ActionFailure>> {
  const refusals: ActionFailure[] = [];
  const done = await runAction(device, async (unit) => {
    await unit.cacheByUuid(acts.map(({ uuid }) => uuid));
    const effects: Effect[] = [];
    let last: LocalItem | null = null;
    for (const act of acts) {
      const decided = await decide(unit, act);
      if (!decided.ok) {
        refusals.push(decided.error);
        continue;
      }
      last = decided.value.item;
      effects.push(...decided.value.effects);
    }
    if (last === null) return err(refusals[0] ?? { code: 'not_found' });
    return ok({ item: last, effects });
  });
  return done.ok ? ok({ ...done.value, refusals }) : done;
}

/** If the edit is refused, nothing was written. */
async function decideEdit(
  unit: UnitOfWork,
  { uuid, change, labels, snapshot }: ItemEdit,
): Promise<ActionDecision> {
  const row = await unit.item(uuid);
  if (row === undefined || row._deleted) return err({ code: 'not_found' });
  const isAllowed = actionsOf(change, labels).every((action) =>
    mayWith(row, row.permission, action),
  );
  if (!isAllowed) return err({ code: 'forbidden' });
  const valid = validateChange({ ...change }, { ...(snapshot ?? row), type: row.type });
  if (!valid.ok) return valid;
  const { parent_id: _, completed_at: __, ...wanted } = valid.value;
  const { outcome, colliding } = compareWithSnapshot(row, snapshot ?? row, wanted);
  if (outcome === 'here') return err({ code: 'changed', item: row, fields: colliding });
  const { assigned_to, ...plain } = wanted;
  const parts: ((now: LocalItem) => Promise<ActionDecision>)[] = [];
  // The only part that can still be refused comes first.
  if (labels !== undefined) parts.push((now) => checkAndChangeLabels(unit, now, labels));
  if (Object.keys(plain).length > 0)
    parts.push((now) => compareAndChange(unit, now, plain, snapshot));
  // Somebody else's assignment can end the right to make the rest.
  if (assigned_to !== undefined)
    parts.push((now) => compareAndChange(unit, now, { assigned_to }, snapshot));
  return decideInTurn(row, parts);
}

async function decideInTurn(
  row: LocalItem,
  parts: readonly ((now: LocalItem) => Promise<ActionDecision>)[],
): Promise<ActionDecision> {
  let item = row;
  const effects: Effect[] = [];
  for (const decide of parts) {
    const decided = await decide(item);
    if (!decided.ok) return decided;
    item = decided.value.item;
    effects.push(...decided.value.effects);
  }
  return ok({ item, effects });
}

/** The rights that an edit needs. */
function actionsOf(
  { assigned_to, ...plain }: ItemEdit['change'],
  labels: LabelChange | undefined,
): readonly ItemAction[] {
  return [
    ...(Object.keys(plain).length > 0 ? (['edit'] as const) : []),
    ...(labels !== undefined && !isEmptyLabelChange(labels) ? (['label'] as const) : []),
    ...(assigned_to === undefined ? [] : (['assign'] as const)),
  ];
}

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
