import { err, labelReversalOf, ok, reversalOf } from '@foray/domain';
import type { ItemAction, ItemChange, MadeChange, MadeLabels, Result } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { runAction, decideForItem } from './action-unit.ts';
import type { ActionFailure, ActionDecision, DurableAction } from './action-unit.ts';
import { compareAndChange, moveUnder } from './actions.ts';
import { deleteFamily } from './delete-family.ts';
import { changeWithServerValues, labelsWithServerValues } from './server-values.ts';
import { changedSince } from './effect.ts';
import type { Appearance, Effect, UndoExemption, OccurrenceEffect } from './effect.ts';
import { changeLabels } from './label-item.ts';
import { undoPosition } from './place-item.ts';
import { decideCompletion, decideSkip, decideUndo, decideUnskip } from './occurrence.ts';
import { decideRestore } from './restore.ts';

/** As `DurableAction`, about the item of the last effect; its effects undo the undo. */
export interface UndoResult extends DurableAction {
  /** Items and fields that have changed since, and were therefore not reverted. */
  readonly exemptions: readonly UndoExemption[];
}

/**
 * Undoes the effects of an action, as an action of its own: one durable transaction that compares the current
 * state of each item with the state that the action left. Later changes stay: a changed field keeps its
 * value, and a changed item is not deleted. A refused effect is skipped if another can be undone.
 */
export async function undoEffects(
  device: SyncContext,
  effects: readonly Effect[],
): Promise<Result<UndoResult, ActionFailure>> {
  const exemptions: UndoExemption[] = [];
  const done = await runAction(device, async (unit) => {
    const parts: ActionDecision[] = [];
    for (const effect of effects.toReversed()) {
      parts.push(await undoEffect(unit, effect, (one) => exemptions.push(one)));
    }
    const taken = parts.flatMap((part) => (part.ok ? [part.value] : []));
    const [first] = taken;
    if (first === undefined) return parts[0] ?? err({ code: 'not_found' });
    return ok({ item: first.item, effects: taken.flatMap((part) => part.effects) });
  });
  return done.ok ? ok({ ...done.value, exemptions: byItem(exemptions) }) : done;
}

/** Joins the exemptions of an item whose fields several effects changed. */
function byItem(exemptions: readonly UndoExemption[]): readonly UndoExemption[] {
  const joined = new Map<string, UndoExemption>();
  for (const { item, fields } of exemptions) {
    const before = joined.get(item.uuid)?.fields ?? [];
    joined.set(item.uuid, { item, fields: [...before, ...fields] });
  }
  return [...joined.values()];
}

type NoteExemption = (exemption: UndoExemption) => void;

/** If an effect is refused, nothing was written. */
function undoEffect(
  unit: UnitOfWork,
  effect: Effect,
  noteExemption: NoteExemption,
): Promise<ActionDecision> {
  const { uuid } = effect;
  switch (effect.kind) {
    case 'delete':
      return decideRestore(unit, uuid);
    case 'create':
    case 'restore':
      return decideForItem(unit, uuid, 'delete', (row) =>
        undoAppearance(unit, row, effect, noteExemption),
      );
    case 'label':
      return decideForItem(unit, uuid, 'label', async (row) =>
        undoLabelChange(
          unit,
          row,
          labelsWithServerValues(effect, await unit.tx.queueOf(uuid)),
          noteExemption,
        ),
      );
    case 'position':
      return decideForItem(unit, uuid, 'place', (row) => undoPosition(unit, row, effect));
    case 'occurrence':
      return decideForItem(unit, uuid, 'edit', (row) =>
        undoOccurrenceEffect(unit, row, effect, noteExemption),
      );
    case 'change':
      return decideForItem(unit, uuid, actionOf(effect.made.after), async (row) =>
        undoFieldChange(
          unit,
          row,
          changeWithServerValues(effect, row.base, await unit.tx.queueOf(uuid)),
          noteExemption,
        ),
      );
  }
}

async function undoAppearance(
  unit: UnitOfWork,
  row: LocalItem,
  effect: Appearance,
  noteExemption: NoteExemption,
): Promise<ActionDecision> {
  const changed = await changedSince(unit, effect);
  if (changed === null) return deleteFamily(unit, row, [...effect.items.keys()]);
  noteExemption(changed);
  return ok({ item: row, effects: [] });
}

async function undoFieldChange(
  unit: UnitOfWork,
  row: LocalItem,
  made: MadeChange,
  noteExemption: NoteExemption,
): Promise<ActionDecision> {
  const { change, kept } = reversalOf(row, made);
  const { parent_uuid: parentUuid } = change;
  const done =
    parentUuid === undefined
      ? await compareAndChange(unit, row, change, undefined, made)
      : await moveUnder(unit, row, parentUuid, undefined, made);
  if (done.ok && kept.length > 0) noteExemption({ item: row, fields: kept });
  return done;
}

/**
 * Makes an occurrence pending again, and starts it again if it was in progress. If the item has otherwise
 * moved to a later date, only the copy is removed.
 */
async function undoOccurrenceEffect(
  unit: UnitOfWork,
  row: LocalItem,
  effect: OccurrenceEffect,
  noteExemption: NoteExemption,
): Promise<ActionDecision> {
  const { act: made, n, status } = effect;
  if (made === 'undo') return decideCompletion(unit, row, effect);
  if (made === 'unskip') return decideSkip(unit, row, effect);
  const done = await (made === 'skip'
    ? decideUnskip(unit, row, effect)
    : decideUndo(unit, row, effect, effect.begun));
  if (!done.ok) return done;
  const { item, effects } = done.value;
  if (item.occurrence !== n) noteExemption({ item, fields: ['due_date'] });
  const isBack = item.occurrence === n && item.status === 'pending';
  if (!isBack || status !== 'in_progress') return done;
  const started = await compareAndChange(unit, item, { status }, undefined);
  return started.ok ? ok({ item: started.value.item, effects }) : done;
}

async function undoLabelChange(
  unit: UnitOfWork,
  row: LocalItem,
  made: MadeLabels,
  noteExemption: NoteExemption,
): Promise<ActionDecision> {
  const { change, kept } = labelReversalOf(row, made);
  const done = await changeLabels(unit, row, change, { isUndo: true, kept });
  if (done.ok && kept.length > 0) noteExemption({ item: row, fields: ['labels'] });
  return done;
}

/** The right that an action needed; undoing it needs the same. */
function actionOf(change: ItemChange): ItemAction {
  if (change.parent_uuid !== undefined) return 'move';
  return change.assigned_to === undefined ? 'edit' : 'assign';
}
