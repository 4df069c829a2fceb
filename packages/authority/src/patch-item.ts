import type { AssignCommand, ItemChanges, PatchCommand } from '@foray/contract';
import { applyChange, changedFields, clampInstant, may, searchText } from '@foray/domain';
import type { EditableField, ItemChange } from '@foray/domain';
import { logActivity, statusAction } from './activity-log.ts';
import { mayAssignTo } from './assignees.ts';
import { climb } from './climb.ts';
import { applied, refused } from './decision.ts';
import type { Decision } from './decision.ts';
import { fits } from './family-limits.ts';
import { campaignOf, descendants, livingAncestors, livingBelow, lockItems } from './family.ts';
import { noticeAssigned, noticeStatus } from './notices.ts';
import { placeUnder, topLevel } from './parent-place.ts';
import type { Place } from './parent-place.ts';
import { permissionFor } from './permission.ts';
import { brokenPrecondition, missingItem } from './precondition.ts';
import type { CommandRequest, Refusal } from './request.ts';
import type { ItemRow, OldAndNew } from './rows.ts';
import { writeItems } from './work.ts';
import type { Work } from './work.ts';

/**
 * Changes the named fields of an item; a new parent moves it. A change that sets nothing new is
 * answered with 200 and leaves everything as it is.
 */
export async function patchItem(
  work: Work,
  command: PatchCommand,
  request: CommandRequest,
): Promise<Decision> {
  const { ref, changes } = command;
  const { parent, ...fields } = changes;
  const [item, parentRow] = await lockItems(work.tx, [ref, ...(parent ? [parent] : [])]);
  const permission = item ? await permissionFor(work.tx, work.callerId, item.id) : null;
  if (item === undefined || permission === null) {
    return refused(await missingItem(work, request));
  }
  if (!may(permission, 'edit')) return refused({ code: 'forbidden' });
  const broken = await brokenPrecondition(work, request, item);
  if (broken !== null) return refused(broken);
  if (changes.end_date && item.type !== 'campaign') {
    return refused({ code: 'invalid', fields: { end_date: 'campaign_only' } });
  }

  const line = await livingAncestors(work.tx, item);
  const before: Place = { parent: line[0] ?? null, line };
  let after = before;
  const moves = movesTo(item, parent, parentRow);
  if (moves) {
    if (!may(permission, 'move')) return refused({ code: 'forbidden' });
    if (parent) {
      const judged = await placeUnder(work, parent, parentRow, item.type);
      if (!judged.ok) return refused(judged.error);
      after = judged.value;
    } else {
      after = topLevel;
    }
  }
  const change: ItemChange = moves
    ? { ...fields, parent_uuid: after.parent?.uuid ?? null }
    : fields;
  const changed = applyChange(item, change, {
    at: work.now,
    completedAt: command.completed_at ? clampInstant(command.completed_at, work.now) : null,
    parentId: after.parent?.id ?? null,
  });
  if (changed === item) return applied(item);
  return carryOut(work, item, changed, before, after);
}

/** Assigns an item to somebody, or with null to nobody: a change of that one field. */
export async function assignItem(
  work: Work,
  command: AssignCommand,
  request: CommandRequest,
): Promise<Decision> {
  const changes = { assigned_to: command.user_id };
  const decision = await patchItem(work, { kind: 'patch', ref: command.ref, changes }, request);
  if (decision.kind === 'refused' && decision.refusal.code === 'unknown_assignee') {
    return refused({ code: 'unknown_assignee', fields: { user_id: 'unknown_assignee' } });
  }
  return decision;
}

function movesTo(item: ItemRow, parent: ItemChanges['parent'], row: ItemRow | undefined): boolean {
  if (parent === undefined) return false;
  return parent === null ? item.parent_id !== null : row?.id !== item.parent_id;
}

async function carryOut(
  work: Work,
  item: ItemRow,
  changed: ItemRow,
  from: Place,
  to: Place,
): Promise<Decision> {
  const isMoved = changed.parent_id !== item.parent_id;
  const isReassigned = changed.assigned_to !== item.assigned_to;
  const after: ItemRow = {
    ...changed,
    version: item.version + 1,
    search_text: searchText(changed.title, changed.description),
    root_id: isMoved ? (to.parent?.root_id ?? item.id) : item.root_id,
  };
  const below = isMoved || isReassigned ? await descendants(work.tx, [item.id]) : [];
  const problem = await tooMuch(work, item, after, below, from, to);
  if (problem !== null) return refused(problem);

  await writeItems(work, [after]);
  if (isMoved || isReassigned) {
    const moved = below.map((row) => ({ ...row, root_id: after.root_id }));
    if (after.root_id !== item.root_id) await work.tx.updateItems(moved);
    for (const row of [...from.line, ...to.line, ...moved, after]) work.rejudged.set(row.id, row);
  }
  logChanges(work, item, after, from, to);
  const campaignId = campaignOf(after, to.line)?.id ?? null;
  if (isReassigned) noticeAssigned(work, after, campaignId);
  if (after.status !== item.status) noticeStatus(work, after, item.status, campaignId);

  if (isMoved) {
    await climb(work, from.parent?.id ?? null, { kind: 'removed' });
    await climb(work, after.parent_id, { kind: 'added', status: after.status });
  } else if (after.status !== item.status) {
    const change = { kind: 'status', before: item.status, after: after.status } as const;
    await climb(work, after.parent_id, change);
  }
  return applied(after);
}

async function tooMuch(
  work: Work,
  item: ItemRow,
  after: ItemRow,
  below: readonly ItemRow[],
  from: Place,
  to: Place,
): Promise<Refusal | null> {
  const isMoved = after.parent_id !== item.parent_id;
  const assignee = after.assigned_to === item.assigned_to ? null : after.assigned_to;
  // The item as it was stands for the tree that it is the top of: its new assignee is no member yet.
  const tree = to.line.length === 0 ? [item] : to.line;
  if (!(await mayAssignTo(work.tx, work.callerId, assignee, tree.at(-1) ?? null))) {
    return { code: 'unknown_assignee', fields: { assigned_to: 'unknown_assignee' } };
  }
  if (!isMoved && assignee === null) return null;
  const isNewTree = isMoved && from.line.at(-1)?.id !== to.line.at(-1)?.id;
  const arrival = {
    ancestors: tree,
    items: isNewTree ? [after, ...livingBelow(after.id, below)] : [],
    newChildren: isMoved && to.parent !== null ? 1 : 0,
    people: assignee === null ? [] : [assignee],
  };
  return (await fits(work.tx, arrival)) ? null : { code: 'limit' };
}

const textFields: readonly EditableField[] = ['title', 'description', 'due_date', 'end_date'];

function logChanges(work: Work, before: ItemRow, after: ItemRow, from: Place, to: Place): void {
  const campaignId = campaignOf(after, to.line)?.id ?? null;
  const changed = changedFields(before, after);
  const values = (fields: readonly EditableField[]): Record<string, OldAndNew> =>
    Object.fromEntries(fields.map((name) => [name, { old: before[name], new: after[name] }]));
  const edited = changed.filter((field) => textFields.includes(field));
  if (edited.length > 0) logActivity(work, campaignId, after, 'updated', values(edited));
  if (changed.includes('status')) {
    const action = statusAction(before.status, after.status);
    logActivity(work, campaignId, after, action, values(['status']));
  }
  if (changed.includes('assigned_to')) {
    logActivity(work, campaignId, after, 'assigned', values(['assigned_to']));
  }
  if (changed.includes('parent_uuid')) {
    const old = campaignOf(before, from.line)?.id ?? null;
    const move: Record<string, OldAndNew> = {
      parent_id: { old: before.parent_id, new: after.parent_id },
      ...(old !== campaignId && { campaign_id: { old, new: campaignId } }),
    };
    // One entry on each side; a move within one campaign, or outside any, is one entry.
    const sides = old === campaignId ? [old] : [old, campaignId].filter((side) => side !== null);
    for (const side of sides) logActivity(work, side, after, 'moved', move);
  }
}
