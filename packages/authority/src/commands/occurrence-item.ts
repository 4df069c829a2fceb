import type { OccurrenceCommand } from '@foray/contract';
import {
  afterAct,
  clampInstant,
  dayIn,
  err,
  isCurrent,
  leavesCopy,
  mayUndo,
  ok,
} from '@foray/domain';
import type { Permission, Result } from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import { restartChildren, completeChildrenAgain } from '../items/begun-children.ts';
import { ancestorsOf, campaignIdOf, living } from '../items/family.ts';
import { notifyStatus } from '../items/notices.ts';
import { checkPrecondition, lockAllowed } from '../items/permitted-item.ts';
import { rollUpAncestors } from '../items/roll-up-ancestors.ts';
import { dropOldest, isRoomFor, putCopy, trashCopy } from './occurrence-copies.ts';
import { changerOf } from '../store/changer.ts';
import { applied, unchanged } from '../store/request.ts';
import type { CommandRequest, CommandDecision, Refusal } from '../store/request.ts';
import type { ItemRow, OldAndNew } from '../store/rows.ts';
import { writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * Completes or skips one numbered occurrence of an item, or undoes that (product.md, "Repeating"). The
 * number is the precondition: a completion creates its copy once, whatever else has changed. If-Match and
 * X-After only say which version the sender had seen; if that is not the current one, no request can be
 * based on this one.
 */
export async function actOnOccurrence(
  unit: CommandUnitOfWork,
  command: OccurrenceCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const allowed = await lockAllowed(unit, command.ref, 'edit', request);
  if (!allowed.ok) return allowed;
  const { item, permission } = allowed.value;
  const isBased = request.ifMatch !== undefined || request.after !== undefined;
  const isSeen = isBased && (await checkPrecondition(unit, request, item)) === null;
  const after = await performAct(unit, item, permission, command);
  if (!after.ok) return after;
  return isSeen ? applied(after.value) : unchanged(after.value);
}

type NumberedAct = Omit<OccurrenceCommand, 'kind' | 'ref'>;

/**
 * Performs an action on an occurrence for a caller with the given right on the item. Returns the item after
 * it.
 */
export async function performAct(
  unit: CommandUnitOfWork,
  item: ItemRow,
  permission: Permission,
  command: NumberedAct,
): Promise<Result<ItemRow, Refusal>> {
  const { n } = command;
  switch (command.act) {
    case 'complete':
      return complete(unit, item, permission, command);
    case 'skip':
      return ok(await skip(unit, item, command));
    case 'undo':
      return undo(unit, item, permission, n);
    case 'unskip':
      return ok(await unskip(unit, item, command));
  }
}

/** The reason why an occurrence may not be completed; null if it may. Writes nothing. */
export async function refusalOfCompletion(
  unit: CommandUnitOfWork,
  item: ItemRow,
  permission: Permission,
  { n, completed_at: claim, zone }: NumberedAct,
): Promise<Refusal | null> {
  // A copy of a later occurrence would complete nothing.
  if (n > item.occurrence) return { code: 'invalid', fields: { n: 'unknown_value' } };
  const day = dayIn(zone, clampInstant(claim ?? unit.now, unit.now));
  const isNow = isCurrent(item, n);
  const leavesNone = isNow ? !leavesCopy(item, day) : n === item.occurrence;
  if (permission === 'manage' || leavesNone) return null;
  const [former] = await unit.tx.copies(item.uuid, n);
  if (former?.deleted_at === null) return null;
  const isAhead = isNow && (item.due_date ?? '') > dayIn(zone, unit.now);
  if (await isRoomFor(unit, item, isAhead)) return null;
  return { code: 'limit', fields: { copies_per_item: String(unit.limits.copies) } };
}

async function complete(
  unit: CommandUnitOfWork,
  item: ItemRow,
  permission: Permission,
  command: NumberedAct,
): Promise<Result<ItemRow, Refusal>> {
  const refused = await refusalOfCompletion(unit, item, permission, command);
  if (refused !== null) return err(refused);
  const { n, completed_at: claim, zone } = command;
  const completedAt = clampInstant(claim ?? unit.now, unit.now);
  const day = dayIn(zone, completedAt);
  const isNow = isCurrent(item, n);
  // The last occurrence is the item itself.
  if (isNow ? !leavesCopy(item, day) : n === item.occurrence) {
    const after = afterAct(item, { act: 'complete', n, completedAt, day }, unit.now);
    return ok(await writeOccurrence(unit, item, after, n));
  }
  const [former] = await unit.tx.copies(item.uuid, n);
  if (!isNow && former !== undefined) return ok(item);
  const isNew = former === undefined || former.deleted_at !== null;
  const children = isNow ? await restartChildren(unit, item) : [];
  if (isNew) await putCopy(unit, item, former, { n, completedAt }, children);
  if (isNew && permission === 'manage') await dropOldest(unit, item);
  const after = afterAct(item, { act: 'complete', n, completedAt, day }, unit.now);
  return ok(await writeOccurrence(unit, item, after, n, 'completed'));
}

async function undo(
  unit: CommandUnitOfWork,
  item: ItemRow,
  permission: Permission,
  n: number,
): Promise<Result<ItemRow, Refusal>> {
  const [found] = await unit.tx.copies(item.uuid, n);
  const copy = found?.deleted_at === null ? found : null;
  const after = afterAct(item, { act: 'undo', n, copy }, unit.now);
  if (copy !== null) {
    const isOwn = changerOf(copy) === unit.callerId;
    if (!mayUndo(permission, { isOwn, isBack: after !== item })) return err({ code: 'forbidden' });
    if (after !== item) await completeChildrenAgain(unit, item, copy.resets);
    await trashCopy(unit, copy);
  }
  return ok(await writeOccurrence(unit, item, after, n, 'reopened'));
}

async function skip(
  unit: CommandUnitOfWork,
  item: ItemRow,
  { n, completed_at: claim, zone }: NumberedAct,
): Promise<ItemRow> {
  const day = dayIn(zone, clampInstant(claim ?? unit.now, unit.now));
  const after = afterAct(item, { act: 'skip', n, day }, unit.now);
  if (after.occurrence === item.occurrence) return writeOccurrence(unit, item, after, n);
  const begun = (await restartChildren(unit, item)).map((child) => ({ ...child, skipped: n }));
  const uuids = new Set(begun.map(({ uuid }) => uuid));
  // A child that is reset again is no longer as the earlier skip left it.
  const former = item.resets.filter(({ uuid }) => !uuids.has(uuid));
  return writeOccurrence(unit, item, { ...after, resets: [...former, ...begun] }, n);
}

/** Leaves the item unchanged if the occurrence was completed after all. */
async function unskip(
  unit: CommandUnitOfWork,
  item: ItemRow,
  { n, skipped_from: from, skipped_day: day }: NumberedAct,
): Promise<ItemRow> {
  if (living(await unit.tx.copies(item.uuid, n)).length > 0) return item;
  const after = afterAct(item, { act: 'unskip', n, from: from ?? '', day }, unit.now);
  if (after === item) return item;
  await completeChildrenAgain(
    unit,
    item,
    item.resets.filter(({ skipped }) => skipped === n),
  );
  const resets = item.resets.filter(({ skipped }) => skipped !== n);
  return writeOccurrence(unit, item, { ...after, resets }, n);
}

/**
 * Writes the item after an action, with the log, notifications and roll-up; writes nothing if the action
 * changed nothing.
 */
async function writeOccurrence(
  unit: CommandUnitOfWork,
  before: ItemRow,
  after: ItemRow,
  n: number,
  what = logActionOf(before, after),
): Promise<ItemRow> {
  if (after === before) return before;
  const next = { ...after, version: before.version + 1 };
  await writeItems(unit, [next]);
  const campaignId = campaignIdOf(next, await ancestorsOf(unit.tx, next));
  logActivity(unit, campaignId, next, what, {
    occurrence: { old: n, new: next.occurrence },
    ...changesBetween(before, next),
  });
  if (what === 'completed') {
    notifyStatus(unit, { ...next, status: 'completed' }, before.status, campaignId);
  } else if (what === 'reopened') {
    notifyStatus(unit, { ...next, status: 'pending' }, 'completed', campaignId);
  }
  const change = { kind: 'status', before: before.status, after: next.status } as const;
  if (change.before !== change.after) await rollUpAncestors(unit, next.parent_id, change);
  return unit.touched.get(next.id) ?? next;
}

/** The log's word for an action that follows from the item alone. */
function logActionOf(before: ItemRow, after: ItemRow): 'completed' | 'reopened' | 'updated' {
  if (after.status === 'completed') return 'completed';
  return before.status === 'completed' ? 'reopened' : 'updated';
}

/** The values that an action replaced. */
function changesBetween(before: ItemRow, after: ItemRow): Readonly<Record<string, OldAndNew>> {
  const changed = (['status', 'due_date'] as const).filter(
    (field) => before[field] !== after[field],
  );
  return Object.fromEntries(
    changed.map((field) => [field, { old: before[field], new: after[field] }]),
  );
}
