import {
  applyLabels,
  err,
  isEmptyLabelChange,
  labelsBetween,
  maxLabelsGiven,
  ok,
  readLabelChange,
} from '@foray/domain';
import type { LabelChange } from '@foray/domain';
import { makeChange } from './action-unit.ts';
import type { ActionResult } from './action-unit.ts';
import { actOn } from './actions.ts';
import type { SyncContext } from '../store/sync-context.ts';

/**
 * Adds labels to an item and takes others away. What is so already queues nothing. Nobody is asked,
 * whatever others did to the labels meanwhile: what both sides added is there, and what one of them took away
 * is not. More than 10 labels cannot be given, but stay where they are.
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
    const labels = applyLabels(row.labels, valid.value);
    const change = labelsBetween(row.labels, labels);
    if (isEmptyLabelChange(change)) return ok(row);
    if (labels.length > Math.max(maxLabelsGiven, row.labels.length)) {
      return err({ code: 'invalid', fields: { labels: 'too_many' } });
    }
    const after = { ...row, labels, deleted: false };
    return ok(await makeChange(unit, row, { kind: 'label', uuid, ...change }, after));
  });
}
