import type { AssignCommand, PatchCommand, Ref } from '@foray/contract';
import {
  applyChange,
  changedFields,
  clampInstant,
  err,
  isRepeating,
  may,
  mayMove,
  misplacedFields,
  plainFieldNames,
  withChange,
} from '@foray/domain';
import type { EditableField, ItemChange } from '@foray/domain';
import { performAct, refusalOfCompletion } from './occurrence-item.ts';
import { logActivity, statusAction } from '../items/activity-log.ts';
import { assignableUnder, assigneesOf } from '../items/assignees.ts';
import { rollUpAncestors } from '../items/roll-up-ancestors.ts';
import { searchColumns } from '../store/search-columns.ts';
import { changeBy } from '../store/changer.ts';
import { applied } from '../store/request.ts';
import { isWithinLimits } from '../items/family-limits.ts';
import type { FamilyGrowth } from '../items/family-limits.ts';
import { ancestorsOf, campaignIdOf } from '../items/family.ts';
import { wireItem } from '../items/item-view.ts';
import { belowAndCopies, followersIn, planMove, rollUpMove, writeMove } from '../items/move.ts';
import type { Move } from '../items/move.ts';
import { notifyAssigned, notifyStatus } from '../items/notices.ts';
import { placeUnder, topLevel } from '../items/parent-place.ts';
import type { ParentPlacement } from '../items/parent-place.ts';
import { lockPermitted } from '../items/permitted-item.ts';
import type { CommandRequest, CommandDecision } from '../store/request.ts';
import type { ItemRow, OldAndNew } from '../store/rows.ts';
import { recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';
import { countUsage } from '../store/usage.ts';

/**
 * Changes the named fields of an item; a new parent moves it. A change that sets nothing new gets 200 and
 * leaves everything unchanged.
 */
export async function patchItem(
  unit: CommandUnitOfWork,
  command: PatchCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const { ref, changes } = command;
  const { parent_id: parent, completed_at: completedAt, status, ...others } = changes;
  const found = await lockPermitted(unit, ref, 'edit', request, parent ?? null);
  if (!found.ok) return found;
  const { item, permission, other: parentRow } = found.value;
  // A client that does not know occurrences completes the current one; an item that stops repeating has
  // none.
  const completes =
    status === 'completed' && item.status !== 'completed' && isRepeating(withChange(item, others));
  const fields = status === undefined || completes ? others : { ...others, status };
  const misplaced = misplacedFields(fields, item);
  if (Object.keys(misplaced).length > 0) return err({ code: 'invalid', fields: misplaced });

  const ancestors = await ancestorsOf(unit.tx, item);
  const before: ParentPlacement = { parent: ancestors[0] ?? null, ancestors };
  let after = before;
  const moves = movesTo(item, parent, parentRow);
  if (moves) {
    if (!may(permission, 'move')) return err({ code: 'forbidden' });
    if (parent) {
      const checked = await placeUnder(unit, parent, parentRow, item.type);
      if (!checked.ok) return checked;
      after = checked.value;
    } else {
      after = topLevel;
    }
    if (!mayMove(unit.callerId, item, ancestors, after.ancestors))
      return err({ code: 'forbidden' });
  }
  const change: ItemChange = moves
    ? { ...fields, parent_uuid: after.parent?.uuid ?? null }
    : fields;
  const changed = applyChange(item, change, {
    at: unit.now,
    completedAt: completedAt ? clampInstant(completedAt, unit.now) : null,
    parentId: after.parent?.id ?? null,
  });
  const skipped = { skipped_from: null, skipped_day: null };
  const times = { ...skipped, completed_at: completedAt ?? null, zone: 'UTC' };
  const completion = { act: 'complete', n: item.occurrence, ...times } as const;
  const refused = completes
    ? await refusalOfCompletion(unit, changed, permission, completion)
    : null;
  if (refused !== null) return err(refused);
  const decision =
    changed === item ? applied(item) : await writeChange(unit, item, changed, before, after);
  if (!decision.ok || !completes) return decision;
  const completed = await performAct(unit, decision.value.item, permission, completion);
  return completed.ok ? applied(completed.value) : completed;
}

/** Assigns an item to a user, or with null to nobody: a change of that one field. */
export async function assignItem(
  unit: CommandUnitOfWork,
  command: AssignCommand,
  request: CommandRequest,
): Promise<CommandDecision> {
  const changes = { assigned_to: command.user_id };
  const decision = await patchItem(unit, { kind: 'patch', ref: command.ref, changes }, request);
  if (!decision.ok && decision.error.code === 'unknown_assignee') {
    return err({ code: 'unknown_assignee', fields: { user_id: 'unknown_assignee' } });
  }
  return decision;
}

function movesTo(item: ItemRow, parent: Ref | null | undefined, row: ItemRow | undefined): boolean {
  if (parent === undefined) return false;
  return parent === null ? item.parent_id !== null : row?.id !== item.parent_id;
}

async function writeChange(
  unit: CommandUnitOfWork,
  item: ItemRow,
  changed: ItemRow,
  from: ParentPlacement,
  to: ParentPlacement,
): Promise<CommandDecision> {
  const isMoved = changed.parent_id !== item.parent_id;
  const isReassigned = changed.assigned_to !== item.assigned_to;
  const next: ItemRow = {
    ...changed,
    ...changeBy(unit, item.version + 1),
    ...searchColumns(changed),
    root_id: isMoved ? (to.parent?.root_id ?? item.id) : item.root_id,
  };
  const below = isMoved || isReassigned ? await belowAndCopies(unit, item) : [];
  const move = await planMove(unit, { item, next, isReassigned, below, from, to });
  const { after } = move;
  if (isReassigned && !(await mayBeAssigned(unit, item, move, to))) {
    return err({ code: 'unknown_assignee', fields: { assigned_to: 'unknown_assignee' } });
  }
  if ((isMoved || isReassigned) && !(await isWithinLimits(unit, growthOf(item, move, from, to)))) {
    return err({ code: 'limit' });
  }
  if (isReassigned && item.assigned_to === unit.callerId) {
    unit.lastSeen = await wireItem(unit.tx, unit.callerId, item.id);
  }

  await writeItems(unit, [after, ...(isMoved ? [] : followersIn(move))]);
  countUsage(unit.usage, [item], [after]);
  if (isMoved) await writeMove(unit, item, move, from, to);
  else if (isReassigned) {
    const rows = [...from.ancestors, after, ...move.taken];
    recheck(unit, rows, [item.assigned_to, after.assigned_to]);
  }
  logChanges(unit, item, after, from, to);
  const campaignId = campaignIdOf(after, to.ancestors);
  if (isReassigned) notifyAssigned(unit, after, to.ancestors.at(-1) ?? after, campaignId);
  if (after.status !== item.status) notifyStatus(unit, after, item.status, campaignId);

  if (isMoved) {
    await rollUpMove(unit, item, move);
  } else if (after.status !== item.status) {
    const change = { kind: 'status', before: item.status, after: after.status } as const;
    await rollUpAncestors(unit, after.parent_id, change);
  }
  return applied(after);
}

/** The copies of an item already have its new assignee, and make nobody a member. */
const isNoCopy = ({ occurrence_of: of }: ItemRow): boolean => of === null;

/** Whether the new assignee is allowed in the place to which the item moves. */
async function mayBeAssigned(
  unit: CommandUnitOfWork,
  item: ItemRow,
  { after: { assigned_to }, taken }: Move,
  to: ParentPlacement,
): Promise<boolean> {
  if (assigned_to === null) return true;
  const root = to.ancestors.at(-1);
  // The item before the change represents the tree below it: its new assignee is not a member yet.
  const allowed =
    root === undefined
      ? await assignableUnder(unit, item, [assigned_to], taken.filter(isNoCopy))
      : await assignableUnder(unit, root, [assigned_to]);
  return allowed.has(assigned_to);
}

function growthOf(
  item: ItemRow,
  { after, taken }: Move,
  from: ParentPlacement,
  to: ParentPlacement,
): FamilyGrowth {
  const isMoved = after.parent_id !== item.parent_id;
  const isNewTree = isMoved && from.ancestors.at(-1)?.id !== to.ancestors.at(-1)?.id;
  const isReassigned = after.assigned_to !== item.assigned_to;
  return {
    ancestors: to.ancestors.length === 0 ? [item] : to.ancestors,
    items: isNewTree ? [after, ...taken] : [],
    parents: isMoved ? to.ancestors.slice(0, 1) : [],
    people: isReassigned ? assigneesOf([after]) : [],
  };
}

function logChanges(
  unit: CommandUnitOfWork,
  before: ItemRow,
  after: ItemRow,
  from: ParentPlacement,
  to: ParentPlacement,
): void {
  const campaignId = campaignIdOf(after, to.ancestors);
  const changed = changedFields(before, after);
  const values = (fields: readonly EditableField[]): Record<string, OldAndNew> =>
    Object.fromEntries(fields.map((name) => [name, { old: before[name], new: after[name] }]));
  // The day by the rule follows from the date.
  const edited = plainFieldNames.filter(
    (field) => field !== 'occurrence_day' && before[field] !== after[field],
  );
  if (edited.length > 0) logActivity(unit, campaignId, after, 'updated', values(edited));
  if (changed.includes('status')) {
    const action = statusAction(before.status, after.status);
    logActivity(unit, campaignId, after, action, values(['status']));
  }
  if (changed.includes('assigned_to')) {
    logActivity(unit, campaignId, after, 'assigned', values(['assigned_to']));
  }
  if (changed.includes('parent_uuid')) {
    const old = campaignIdOf(before, from.ancestors);
    const move: Record<string, OldAndNew> = {
      parent_id: { old: before.parent_id, new: after.parent_id },
      ...(old !== campaignId && { campaign_id: { old, new: campaignId } }),
    };
    // One entry on each side; a move within one campaign, or outside any, is one entry.
    const sides = old === campaignId ? [old] : [old, campaignId].filter((side) => side !== null);
    for (const side of sides) logActivity(unit, side, after, 'moved', move);
  }
}
