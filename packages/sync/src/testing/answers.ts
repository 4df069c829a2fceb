import { errorStatus, wireError } from '@foray/contract';
import type { BatchResult, DeltaItem, ErrorCode, WireItem } from '@foray/contract';
import { applyResults, type BatchEffects } from '../push/apply-answers.ts';
import { personOf, type TestDevice } from './test-world.ts';
import { writeOn } from './write-on.ts';

/** A device applies the results of a batch. */
export function answer(one: TestDevice, ...results: readonly BatchResult[]): Promise<BatchEffects> {
  return writeOn(one, (unit) => applyResults(unit, results));
}

/** A row of the feed as in a single response, with the people that it names. */
function wireItemOf(row: DeltaItem): WireItem {
  const owner = personOf(row.user_id);
  const assignedUser = row.assigned_to === null ? null : personOf(row.assigned_to);
  return { ...row, created_by: owner, user: owner, assignedUser, parent: null };
}

/** The result of a request that took effect: with the item, or without one that may no longer be seen. */
export function taken(id: string, row: DeltaItem | null, status = 200): BatchResult {
  return { id, status, body: row === null ? null : wireItemOf(row) };
}

/** The result of a request that was refused with a code, and with the item if the server names it. */
export function refused(id: string, code: ErrorCode, item?: DeltaItem): BatchResult {
  const named = item === undefined ? {} : { item: wireItemOf(item) };
  return { id, status: errorStatus[code], body: { error: { ...wireError(code), ...named } } };
}
