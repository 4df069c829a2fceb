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
import { actOn, makeChange } from './action-unit.ts';
import type { ActionResult, ActionDecision } from './action-unit.ts';
import { changeOfLabels } from './effect.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Adds labels to an item and removes others; a label that is there, or gone, already queues nothing. Nobody
 * is asked, whatever others did to the labels meanwhile: a label that both sides added is there, and a label
 * that either side removed is not. An item gets no more than 10 labels, but keeps more if it has them.
 */
export function labelItem(
  device: SyncContext,
  uuid: string,
  wanted: Partial<LabelChange>,
): ActionResult {
  return actOn(device, uuid, 'label', async (unit, row) => {
    const valid = readLabelChange(wanted);
    if (!valid.ok) {
      const code = valid.error.add ?? valid.error.remove ?? 'malformed';
      return err({ code: 'invalid', fields: { labels: code } });
    }
    return changeLabels(unit, row, valid.value);
  });
}

/**
 * The decision of `labelItem`. A change that takes another back restores all labels that were there, however
 * many. `kept` are the labels that others have changed too, so that this device's change of them is not sent
 * any more.
 */
export async function changeLabels(
  unit: UnitOfWork,
  row: LocalItem,
  wanted: LabelChange,
  { takesBack = false, kept = [] }: { takesBack?: boolean; kept?: readonly string[] } = {},
): Promise<ActionDecision> {
  const { uuid } = row;
  const labels = applyLabels(row.labels, wanted);
  const change = labelsBetween(row.labels, labels);
  if (isEmptyLabelChange(change) && kept.length === 0) return ok({ item: row, effects: [] });
  const most = takesBack ? maxLabels : Math.max(maxLabelsGiven, row.labels.length);
  if (labels.length > most) return err({ code: 'invalid', fields: { labels: 'too_many' } });
  const sent = {
    add: [...change.add, ...common(wanted.add, kept)],
    remove: [...change.remove, ...common(wanted.remove, kept)],
  };
  const after = { ...row, labels, deleted: false };
  const item = await makeChange(unit, row, { kind: 'label', uuid, ...sent, takesBack }, after);
  const effects = isEmptyLabelChange(change) ? [] : [await changeOfLabels(unit, row, change)];
  return ok({ item, effects });
}
