import type { OccurrenceCommand } from '@foray/contract';
import {
  afterAct,
  clampInstant,
  copyOf,
  dayIn,
  isCurrent,
  leavesCopy,
  occurrenceUuid,
  searchText,
} from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import { begin, beginAgain } from '../items/begun-children.ts';
import { ancestorsOf, campaignIdOf, living } from '../items/family.ts';
import { noticeStatus } from '../items/notices.ts';
import { brokenPrecondition, lockAllowed } from '../items/permitted-item.ts';
import { rollUpAncestors } from '../items/roll-up-ancestors.ts';
import { applied, found } from '../store/request.ts';
import type { CommandRequest, Decision } from '../store/request.ts';
import type { ItemRow, NewItemRow, OldAndNew } from '../store/rows.ts';
import { tombstoneOf } from '../store/tombstone.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';
import { countUsage } from '../store/usage.ts';

/**
 * Completes or skips one numbered occurrence of an item, or takes that back (product.md, "Repeating"). The number
 * takes the place of a precondition: whatever else was changed, a completion has its copy, once. What the request is
 * based on says only what its sender had seen: if that is not what there was, nothing can build on what it leaves.
 */
export async function actOnOccurrence(
  unit: UnitOfWork,
  command: OccurrenceCommand,
  request: CommandRequest,
): Promise<Decision> {
  const allowed = await lockAllowed(unit, command.ref, 'edit', request);
  if (!allowed.ok) return allowed;
  const { item } = allowed.value;
  const isBased = request.ifMatch !== undefined || request.after !== undefined;
  const isSeen = isBased && (await brokenPrecondition(unit, request, item)) === null;
  const after = await act(unit, item, command);
  return isSeen ? applied(after) : found(after);
}

/** What is done with an occurrence: the item after it. */
export async function act(
  unit: UnitOfWork,
  item: ItemRow,
  command: Omit<OccurrenceCommand, 'kind' | 'ref'>,
): Promise<ItemRow> {
  const { n } = command;
  switch (command.act) {
    case 'complete':
      return complete(unit, item, command);
    case 'skip':
      return skip(unit, item, n);
    case 'undo':
      return undo(unit, item, n);
    case 'unskip':
      return unskip(unit, item, n, command.skipped_from ?? '');
  }
}

async function complete(
  unit: UnitOfWork,
  item: ItemRow,
  { n, completed_at: claim, zone }: Omit<OccurrenceCommand, 'kind' | 'ref'>,
): Promise<ItemRow> {
  const completedAt = clampInstant(claim ?? unit.now, unit.now);
  const day = dayIn(zone, completedAt);
  const isNow = isCurrent(item, n);
  // The last occurrence is the item itself.
  if (isNow ? !leavesCopy(item, day) : n === item.occurrence) {
    return write(unit, item, afterAct(item, { act: 'complete', n, completedAt, day }, unit.now), n);
  }
  // It never repeats: it has no occurrence but the one that it is.
  if (item.type === 'campaign') return item;
  const [former] = await unit.tx.copies(item.uuid, n);
  if (!isNow && former !== undefined) return item;
  const children = isNow ? await begin(unit, item) : [];
  if (former === undefined || former.deleted_at !== null) {
    await putCopy(unit, item, former, { n, completedAt }, children);
  }
  const after = afterAct(item, { act: 'complete', n, completedAt, day }, unit.now);
  return write(unit, item, after, n, 'completed');
}

/** Makes the copy of an occurrence, or one that was taken back once more. */
async function putCopy(
  unit: UnitOfWork,
  item: ItemRow,
  former: ItemRow | undefined,
  { n, completedAt }: { readonly n: number; readonly completedAt: string },
  resets: ItemRow['resets'],
): Promise<void> {
  const { tx, now } = unit;
  const uuid = former?.uuid ?? occurrenceUuid(item.uuid, n);
  const copy: NewItemRow = {
    ...item,
    ...copyOf(item, { uuid, n, completedAt, at: now }),
    version: (former?.version ?? 0) + 1,
    search_text: searchText(item.title, item.description),
    resets,
  };
  const known = former?.id ?? (await tx.insertItem(copy));
  // The uuid is somebody's: it follows from that of the item.
  const id = known ?? (await tx.insertItem({ ...copy, uuid: unit.newUuid() }));
  if (id === null) throw new Error(`no uuid is free for a copy of ${item.id}`);
  const [inserted] = former === undefined ? await tx.items({ ids: [id] }) : [];
  const row: ItemRow = inserted ?? { ...copy, id, root_id: item.root_id };
  if (former === undefined) {
    unit.touched.set(id, row);
    unit.created.add(id);
  } else await writeItems(unit, [row]);
  countUsage(unit.usage, former === undefined ? [] : [former], [row]);
  await recheckCopy(unit, row);
  if (n > unit.limits.copies) await dropOldest(unit, item);
}

/** Copies beyond the limit go, the oldest first: the number of the occurrence still counts them. */
async function dropOldest(unit: UnitOfWork, item: ItemRow): Promise<void> {
  const copies = living(await unit.tx.copies(item.uuid, null));
  const beyond = copies.slice(0, Math.max(0, copies.length - unit.limits.copies));
  for (const copy of beyond) await forget(unit, copy);
}

/** A copy is no item any more: nothing but its uuid is left, so that it is in no trash. */
async function forget(unit: UnitOfWork, copy: ItemRow): Promise<void> {
  const version = copy.version + 1;
  const deleted = {
    ...tombstoneOf(copy),
    version,
    updated_at: unit.now,
    deleted_at: unit.now,
    deleted_op: `${copy.id}:${version}`,
  };
  await writeItems(unit, [deleted]);
  countUsage(unit.usage, [copy], [deleted]);
  await recheckCopy(unit, deleted);
}

/** A copy has the rights that its item has: nothing changes above it. */
async function recheckCopy(unit: UnitOfWork, copy: ItemRow): Promise<void> {
  for (const row of await ancestorsOf(unit.tx, copy)) unit.above.set(row.id, row);
  recheck(unit, [copy], 'everybody');
}

async function undo(unit: UnitOfWork, item: ItemRow, n: number): Promise<ItemRow> {
  const [found] = await unit.tx.copies(item.uuid, n);
  const copy = found?.deleted_at === null ? found : null;
  const after = afterAct(item, { act: 'undo', n, copy }, unit.now);
  if (copy !== null) {
    if (after !== item) await beginAgain(unit, item, copy.resets);
    await forget(unit, copy);
  }
  return write(unit, item, after, n, 'reopened');
}

async function skip(unit: UnitOfWork, item: ItemRow, n: number): Promise<ItemRow> {
  const after = afterAct(item, { act: 'skip', n }, unit.now);
  if (after.occurrence === item.occurrence) return write(unit, item, after, n);
  const begun = (await begin(unit, item)).map((child) => ({ ...child, skipped: n }));
  const uuids = new Set(begun.map(({ uuid }) => uuid));
  // A child that begins again once more is not as the former skip left it.
  const former = item.resets.filter(({ uuid }) => !uuids.has(uuid));
  return write(unit, item, { ...after, resets: [...former, ...begun] }, n);
}

/** What was completed all the same stays so. */
async function unskip(unit: UnitOfWork, item: ItemRow, n: number, from: string): Promise<ItemRow> {
  if (living(await unit.tx.copies(item.uuid, n)).length > 0) return item;
  const after = afterAct(item, { act: 'unskip', n, from }, unit.now);
  if (after === item) return item;
  await beginAgain(
    unit,
    item,
    item.resets.filter(({ skipped }) => skipped === n),
  );
  const resets = item.resets.filter(({ skipped }) => skipped !== n);
  return write(unit, item, { ...after, resets }, n);
}

/** Writes the item after an act, if it does anything, with what follows from it. */
async function write(
  unit: UnitOfWork,
  before: ItemRow,
  after: ItemRow,
  n: number,
  what = whatOf(before, after),
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
    noticeStatus(unit, { ...next, status: 'completed' }, before.status, campaignId);
  } else if (what === 'reopened') {
    noticeStatus(unit, { ...next, status: 'pending' }, 'completed', campaignId);
  }
  const change = { kind: 'status', before: before.status, after: next.status } as const;
  if (change.before !== change.after) await rollUpAncestors(unit, next.parent_id, change);
  return unit.touched.get(next.id) ?? next;
}

/** What an act did, where only its item says so. */
function whatOf(before: ItemRow, after: ItemRow): 'completed' | 'reopened' | 'updated' {
  if (after.status === 'completed') return 'completed';
  return before.status === 'completed' ? 'reopened' : 'updated';
}

/** The values that an act replaced. */
function changesBetween(before: ItemRow, after: ItemRow): Readonly<Record<string, OldAndNew>> {
  const changed = (['status', 'due_date'] as const).filter(
    (field) => before[field] !== after[field],
  );
  return Object.fromEntries(
    changed.map((field) => [field, { old: before[field], new: after[field] }]),
  );
}
