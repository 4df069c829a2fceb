import { err, labelReversalOf, ok, reversalOf } from '@foray/domain';
import type { ItemAction, ItemChange, MadeChange, MadeLabels, Result } from '@foray/domain';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { act, decideOn } from './action-unit.ts';
import type { ActionFailure, ActionDecision, DurableAction } from './action-unit.ts';
import { changeAsSeen, moveTo } from './actions.ts';
import { deleteFamily } from './delete-family.ts';
import { changeAsMade, labelsAsMade } from './as-made.ts';
import { changedSince } from './effect.ts';
import type { Appearance, Effect, UndoExemption, OccurrenceEffect } from './effect.ts';
import { changeLabels } from './label-item.ts';
import { completeIn, skipIn, undoIn, unskipIn } from './occurrence.ts';
import { restoreIn } from './restore.ts';

/** As `DurableAction`, about the item of the last effect; its effects are those that take this back again. */
export interface TakenBack extends DurableAction {
  /** Changed since, and therefore not taken back. */
  readonly kept: readonly UndoExemption[];
}

/**
 * Takes back what an action did, as an action of its own: one durable transaction that compares each item as
 * it is now with the item as the action left it. Later changes stay: a changed field keeps its value, and a
 * changed item is not deleted. A refused effect is skipped while another can be taken back.
 */
export async function takeBack(
  device: SyncContext,
  effects: readonly Effect[],
): Promise<Result<TakenBack, ActionFailure>> {
  const kept: UndoExemption[] = [];
  const done = await act(device, async (unit) => {
    const parts: ActionDecision[] = [];
    for (const effect of effects.toReversed()) {
      parts.push(await takeBackOne(unit, effect, (one) => kept.push(one)));
    }
    const taken = parts.flatMap((part) => (part.ok ? [part.value] : []));
    const [first] = taken;
    if (first === undefined) return parts[0] ?? err({ code: 'not_found' });
    return ok({ item: first.item, effects: taken.flatMap((part) => part.effects) });
  });
  return done.ok ? ok({ ...done.value, kept }) : done;
}

type Keep = (kept: UndoExemption) => void;

/** A refused effect has written nothing. */
function takeBackOne(unit: UnitOfWork, effect: Effect, keep: Keep): Promise<ActionDecision> {
  const { uuid } = effect;
  switch (effect.kind) {
    case 'delete':
      return restoreIn(unit, uuid);
    case 'create':
    case 'restore':
      return decideOn(unit, uuid, 'delete', (row) => deleteAgain(unit, row, effect, keep));
    case 'label':
      return decideOn(unit, uuid, 'label', async (row) =>
        labelBack(unit, row, labelsAsMade(effect, await unit.tx.queueOf(uuid)), keep),
      );
    case 'occurrence':
      return decideOn(unit, uuid, 'edit', (row) => occurrenceBack(unit, row, effect, keep));
    case 'change':
      return decideOn(unit, uuid, actionOf(effect.made.after), async (row) =>
        changeBack(unit, row, changeAsMade(effect, row.base, await unit.tx.queueOf(uuid)), keep),
      );
  }
}

async function deleteAgain(
  unit: UnitOfWork,
  row: LocalItem,
  effect: Appearance,
  keep: Keep,
): Promise<ActionDecision> {
  const changed = await changedSince(unit, effect);
  if (changed === null) return deleteFamily(unit, row, [...effect.items.keys()]);
  keep(changed);
  return ok({ item: row, effects: [] });
}

async function changeBack(
  unit: UnitOfWork,
  row: LocalItem,
  made: MadeChange,
  keep: Keep,
): Promise<ActionDecision> {
  const { change, kept } = reversalOf(row, made);
  const { parent_uuid: parentUuid } = change;
  const done =
    parentUuid === undefined
      ? await changeAsSeen(unit, row, change, undefined, made)
      : await moveTo(unit, row, parentUuid, undefined, made);
  if (done.ok && kept.length > 0) keep({ item: row, fields: kept });
  return done;
}

/**
 * Brings an occurrence back as pending, and starts it again if it was in progress. If the item has otherwise
 * moved on, only the copy is removed.
 */
async function occurrenceBack(
  unit: UnitOfWork,
  row: LocalItem,
  effect: OccurrenceEffect,
  keep: Keep,
): Promise<ActionDecision> {
  const { act: made, n, status } = effect;
  if (made === 'undo') return completeIn(unit, row, effect);
  if (made === 'unskip') return skipIn(unit, row, n);
  const done = await (made === 'skip'
    ? unskipIn(unit, row, effect)
    : undoIn(unit, row, effect, effect.begun));
  if (!done.ok) return done;
  const { item, effects } = done.value;
  if (item.occurrence !== n) keep({ item, fields: ['due_date'] });
  const isBack = item.occurrence === n && item.status === 'pending';
  if (!isBack || status !== 'in_progress') return done;
  const started = await changeAsSeen(unit, item, { status }, undefined);
  return started.ok ? ok({ item: started.value.item, effects }) : done;
}

async function labelBack(
  unit: UnitOfWork,
  row: LocalItem,
  made: MadeLabels,
  keep: Keep,
): Promise<ActionDecision> {
  const { change, kept } = labelReversalOf(row, made);
  const done = await changeLabels(unit, row, change, { takesBack: true, kept });
  if (done.ok && kept.length > 0) keep({ item: row, fields: ['labels'] });
  return done;
}

/** The right that an action needed; taking it back needs it too. */
function actionOf(change: ItemChange): ItemAction {
  if (change.parent_uuid !== undefined) return 'move';
  return change.assigned_to === undefined ? 'edit' : 'assign';
}
