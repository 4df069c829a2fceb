import {
  applyLabels,
  common,
  err,
  isEmptyLabelChange,
  labelsBetween,
  maxLabels,
  maxLabelsGiven,
  ok,
  readLabelChange,
} from '@foray/domain';
import type { LabelChange } from '@foray/domain';
import { runItemAction, recordChange } from './action-unit.ts';
import type { ActionResult, ActionDecision } from './action-unit.ts';
import { effectOfLabels } from './effect.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Adds labels to an item and removes others; a label that already exists, or is already gone, queues nothing.
 * No question is asked, whatever others did to the labels meanwhile: a label that both sides added exists,
 * and a label that either side removed does not. An item gets no more than 10 labels, but keeps more if it
 * has them.
 */
export function labelItem(
  device: SyncContext,
  uuid: string,
  change: Partial<LabelChange>,
): ActionResult {
  return runItemAction(device, uuid, 'label', (unit, row) =>
    checkAndChangeLabels(unit, row, change),
  );
}

/** The decision of `labelItem`; if the labels are refused, nothing was written. */
export async function checkAndChangeLabels(
  unit: UnitOfWork,
  row: LocalItem,
  change: Partial<LabelChange>,
): Promise<ActionDecision> {
  const valid = readLabelChange(change);
  if (valid.ok) return changeLabels(unit, row, valid.value);
  const code = valid.error.add ?? valid.error.remove ?? 'malformed';
  return err({ code: 'invalid', fields: { labels: code } });
}

/**
 * Changes labels that have been checked. A change that undoes another restores all former labels, however many. `kept`
 * are the labels that others have changed too, so that this device's change of them is no longer sent.
 */
export async function changeLabels(
  unit: UnitOfWork,
  row: LocalItem,
  change: LabelChange,
  { isUndo = false, kept = [] }: { isUndo?: boolean; kept?: readonly string[] } = {},
): Promise<ActionDecision> {
  const { uuid } = row;
  const labels = applyLabels(row.labels, change);
  const netChange = labelsBetween(row.labels, labels);
  if (isEmptyLabelChange(netChange) && kept.length === 0) return ok({ item: row, effects: [] });
  const most = isUndo ? maxLabels : Math.max(maxLabelsGiven, row.labels.length);
  if (labels.length > most) return err({ code: 'invalid', fields: { labels: 'too_many' } });
  const sent = {
    add: [...netChange.add, ...common(change.add, kept)],
    remove: [...netChange.remove, ...common(change.remove, kept)],
  };
  const after = { ...row, labels, deleted: false };
  const item = await recordChange(unit, row, { kind: 'label', uuid, ...sent, isUndo }, after);
  const effects = isEmptyLabelChange(netChange) ? [] : [await effectOfLabels(unit, row, netChange)];
  return ok({ item, effects });
}
