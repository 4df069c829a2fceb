import {
  afterAct,
  copyOf,
  dayIn,
  err,
  isCurrent,
  isRepeating,
  itemOf,
  leavesCopy,
  mayUndo,
  occurrenceUuid,
  ok,
} from '@foray/domain';
import type { Item, OccurrenceAct } from '@foray/domain';
import { runItemAction, recordChange } from './action-unit.ts';
import type { ActionResult, ActionDecision } from './action-unit.ts';
import type { FormerOccurrence, NumberedOccurrence, OccurrenceEffect } from './effect.ts';
import { writeRow } from '../optimistic/recompute-row.ts';
import { rollUpParents } from '../optimistic/roll-up.ts';
import { copiesAt } from '../store/copies.ts';
import { newLocalItem } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import type { RequestData } from '../store/queued-request.ts';

/**
 * Completes the displayed occurrence of an item, and moves the item to its next one; the last completes the
 * item itself. The completed copy is an item of its own. Has no effect if this device has already completed
 * the occurrence.
 */
export function completeOccurrence(
  device: SyncContext,
  uuid: string,
  occurrence: NumberedOccurrence,
): ActionResult {
  return runItemAction(device, uuid, 'edit', (unit, row) =>
    decideCompletion(unit, row, occurrence),
  );
}

/** Moves an item to its next occurrence without completing the displayed one. */
export function skipOccurrence(
  device: SyncContext,
  uuid: string,
  occurrence: NumberedOccurrence,
): ActionResult {
  return runItemAction(device, uuid, 'edit', (unit, row) => decideSkip(unit, row, occurrence));
}

/** As `skipOccurrence`, within an action. */
export async function decideSkip(
  unit: UnitOfWork,
  row: LocalItem,
  { n, zone }: NumberedOccurrence,
): Promise<ActionDecision> {
  if (!isCurrent(row, n) || !isRepeating(row)) return ok({ item: row, effects: [] });
  const skippedAt = unit.serverNow();
  const act = { act: 'skip', n, day: dayIn(zone, skippedAt) } as const;
  const isLast = afterAct(row, act, row.updated_at).occurrence === n;
  const begun = isLast ? [] : await completedChildren(unit, row);
  const also = begun.map(({ uuid }) => uuid);
  const data = { n, skip: true, completed_at: skippedAt, zone };
  const item = await recordOccurrence(unit, row, act, { data, copy: null, also });
  return ok({ item, effects: [effectOf(row, 'skip', { n, zone }, begun)] });
}

/**
 * Undoes the skip of an occurrence within an action: the item and its children return to it, as with
 * `decideUndo`. An occurrence that was also completed stays completed.
 */
export async function decideUnskip(
  unit: UnitOfWork,
  row: LocalItem,
  { n, zone, due_date: from, occurrence_day: day, begun }: OccurrenceEffect,
): Promise<ActionDecision> {
  const isDone = (await localCopy(unit, row, n)) !== undefined;
  const act = { act: 'unskip', n, from: from ?? '', day } as const;
  if (isDone || afterAct(row, act, row.updated_at) === row) return ok({ item: row, effects: [] });
  const data = { skipped_from: from, ...(day !== null && { skipped_day: day }) };
  const item = await recordOccurrence(unit, row, act, { data, copy: null, also: [] });
  if (unit.device.account.kind === 'guest') await beginAgain(unit, begun);
  return ok({ item, effects: [effectOf(row, 'unskip', { n, zone }, [])] });
}

/**
 * Undoes the completion of an occurrence: the item returns to it unless its dates have changed since, and its
 * copy is removed. Has no effect if the copy belongs to a history that is not this user's (`mayUndo`).
 */
export function undoOccurrence(device: SyncContext, uuid: string, n: number): ActionResult {
  return runItemAction(device, uuid, 'edit', (unit, row) =>
    decideUndo(unit, row, { n, zone: 'UTC' }, []),
  );
}

/**
 * As `undoOccurrence`, within an action; completing it again would use `zone`. A guest's children that
 * completing has `begun` are restored here; the server, which knows them, restores a user's.
 */
export async function decideUndo(
  unit: UnitOfWork,
  row: LocalItem,
  occurrence: NumberedOccurrence,
  begun: FormerOccurrence['begun'],
): Promise<ActionDecision> {
  const { n } = occurrence;
  const copy = await localCopy(unit, row, n);
  const isLast = row.occurrence === n && row.status === 'completed';
  if (copy === undefined && !isLast) return err({ code: 'not_found' });
  const also = copy === undefined ? [] : [copy.uuid];
  const act = { act: 'undo', n, copy: copy ?? null } as const;
  if (copy !== undefined && unit.device.account.kind === 'user') {
    const isOwn = (copy.base?.updated_by ?? unit.userId) === unit.userId;
    const isBack = afterAct(row, act, row.updated_at) !== row;
    if (!mayUndo(row.permission, { isOwn, isBack })) return ok({ item: row, effects: [] });
  }
  const item = await recordOccurrence(unit, row, act, { data: null, copy: copy ?? null, also });
  if (unit.device.account.kind === 'guest' && item.occurrence === n) await beginAgain(unit, begun);
  return ok({ item, effects: [effectOf(row, 'undo', occurrence, [])] });
}

/** Sets children back to completed as they were, unless they were changed or moved since. */
async function beginAgain(unit: UnitOfWork, begun: FormerOccurrence['begun']): Promise<void> {
  for (const { uuid, updated_at, parent_uuid, status, completed_at } of begun) {
    const now = await unit.item(uuid);
    const isAsLeft =
      now?.status === 'pending' && now.updated_at === updated_at && now.parent_uuid === parent_uuid;
    if (!isAsLeft || now._deleted) continue;
    await writeRow(unit, now, { ...now, status, completed_at, deleted: false }, []);
  }
}

function effectOf(
  { uuid, status, due_date, occurrence_day }: LocalItem,
  act: OccurrenceEffect['act'],
  { n, zone }: NumberedOccurrence,
  begun: FormerOccurrence['begun'],
): OccurrenceEffect {
  return { kind: 'occurrence', act, uuid, n, zone, status, due_date, occurrence_day, begun };
}

/** As `completeOccurrence`, within an action. */
export async function decideCompletion(
  unit: UnitOfWork,
  row: LocalItem,
  occurrence: NumberedOccurrence,
): Promise<ActionDecision> {
  const { n, zone } = occurrence;
  const completedAt = unit.serverNow();
  const day = dayIn(zone, completedAt);
  const act = { act: 'complete', n, completedAt, day } as const;
  const isNow = isCurrent(row, n);
  if (!isNow && (n === row.occurrence || (await localCopy(unit, row, n)) !== undefined)) {
    return ok({ item: row, effects: [] });
  }
  const isAlone = isNow && !leavesCopy(row, day);
  const copy = isAlone ? null : await newCopy(unit, row, n, completedAt);
  const begun = isNow && !isAlone ? await completedChildren(unit, row) : [];
  const also = [...(copy === null ? [] : [copy.uuid]), ...begun.map(({ uuid }) => uuid)];
  const data = { n, completed_at: completedAt, zone };
  const item = await recordOccurrence(unit, row, act, { data, copy, also });
  return ok({ item, effects: [effectOf(row, 'complete', occurrence, begun)] });
}

/** The completed children of a task, which are reset for its next occurrence. */
async function completedChildren(
  unit: UnitOfWork,
  { uuid, type }: LocalItem,
): Promise<readonly LocalItem[]> {
  const children = type === 'task' ? await unit.children(uuid) : [];
  return children.filter(
    ({ status, _deleted, occurrence_of: of }) => status === 'completed' && !_deleted && of === null,
  );
}

/** The copy of an occurrence on this device, whatever its uuid is. */
async function localCopy(
  unit: UnitOfWork,
  item: LocalItem,
  n: number,
): Promise<LocalItem | undefined> {
  return (await copiesAt(unit, item, n)).find((row) => !row._deleted);
}

async function newCopy(
  unit: UnitOfWork,
  row: LocalItem,
  n: number,
  completedAt: string,
): Promise<Item> {
  const uuid = occurrenceUuid(row.uuid, n);
  const existing = await unit.item(uuid);
  const made = copyOf(itemOf(row), { uuid, n, completedAt, at: completedAt });
  return { ...made, id: existing?.id ?? unit.takeLocalId() };
}

interface Touched {
  /** The body of the request; null for none. */
  readonly data: RequestData | null;
  readonly copy: Item | null;
  readonly also: readonly string[];
}

/** Performs an action on an occurrence: a user's is queued, a guest's is written into the rows. */
async function recordOccurrence(
  unit: UnitOfWork,
  row: LocalItem,
  act: OccurrenceAct,
  { data, copy, also }: Touched,
): Promise<LocalItem> {
  const at = unit.serverNow();
  const after = afterAct({ ...row, deleted: false }, act, at);
  const { uuid } = row;
  if (unit.device.account.kind === 'user') {
    if (act.act === 'complete' && copy !== null && (await unit.item(copy.uuid)) === undefined) {
      unit.put(newLocalItem(copy));
    }
    const change = { kind: 'occurrence', uuid, act: act.act, n: act.n, data, copy, also } as const;
    return recordChange(unit, row, change, after);
  }
  if (copy !== null) {
    const localRow = await unit.item(copy.uuid);
    if (act.act !== 'undo') {
      await writeRow(unit, localRow ?? newLocalItem(copy), { ...copy, deleted: false }, []);
    } else if (localRow !== undefined) unit.remove(localRow);
  }
  for (const child of also.filter((one) => one !== copy?.uuid)) {
    const begun = await unit.item(child);
    if (begun === undefined) continue;
    await writeRow(
      unit,
      begun,
      { ...begun, status: 'pending', completed_at: null, deleted: false },
      [],
    );
  }
  const shown = await writeRow(unit, { ...row, rolled: null }, after, []);
  await rollUpParents(unit, row, shown, at);
  return shown;
}

/** Whether setting an item to completed completes an occurrence of it. */
export function completesOccurrence(row: LocalItem): boolean {
  return isRepeating(row) && row.status !== 'completed';
}
