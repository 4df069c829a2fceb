import type { CreateCommand } from '@foray/contract';
import { clampInstant, err, occurrenceOf, ok, plainOf } from '@foray/domain';
import type { Result } from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import { assignableUnder } from '../items/assignees.ts';
import { rollUpAncestors } from '../items/roll-up-ancestors.ts';
import { searchColumns } from '../store/search-columns.ts';
import { changeBy } from '../store/changer.ts';
import { applied, unchanged } from '../store/request.ts';
import { isWithinLimits } from '../items/family-limits.ts';
import { ancestorsOf, campaignIdOf, findItems, lockFound } from '../items/family.ts';
import { notifyAssigned } from '../items/notices.ts';
import { placeUnder, topLevel, unseenParent } from '../items/parent-place.ts';
import type { ParentPlacement } from '../items/parent-place.ts';
import { permissionFor } from '../items/permitted-item.ts';
import type { CommandRequest, CommandDecision, Refusal } from '../store/request.ts';
import type { ItemRow, NewItemRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import { recheck } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';
import { countUsage } from '../store/usage.ts';

/**
 * Creates an item, owned by the caller (API-05). If the uuid exists and is the caller's, the response is
 * 200 with the existing item, regardless of the rest of the request (invariant I2); the uuid of another
 * user's item is `uuid_taken`. Claimed times are limited to 2000 … now. An import, which causes no roll-up,
 * counts as one only under a root of the caller's own (decision 0083): the owner of another root is
 * notified of items created under it, and in any root the person to whom the item is assigned (decision
 * 0116).
 */
export async function createItem(
  unit: CommandUnitOfWork,
  command: CreateCommand,
  request: Pick<CommandRequest, 'isImport'>,
): Promise<CommandDecision> {
  const uuid = command.uuid ?? unit.newUuid();
  const parentRef = command.parent_id ?? null;
  const isImport = request.isImport === true;
  const originalUuid = isImport ? (command.occurrence_of ?? null) : null;
  const parentRefs = parentRef === null ? [] : [parentRef];
  const originalRefs = originalUuid === null ? [] : [{ uuid: originalUuid }];
  const refs = [{ uuid }, ...parentRefs, ...originalRefs];
  // Nothing can refuse such an item, so that its insertion says whether the uuid is taken.
  const isAlone = refs.length === 1 && (command.assigned_to ?? null) === null;
  const [existingItem, ...referenced] = isAlone ? [] : await findItems(unit.tx, refs);
  if (existingItem !== undefined) return answerExisting(unit, existingItem);

  const locked = await lockFound(unit.tx, referenced);
  const original = originalUuid === null ? null : locked.at(-1);
  const copied = original === null ? ok(null) : await copiedItem(unit, command, original);
  if (!copied.ok) return copied;
  let place = copied.value?.place ?? topLevel;
  if (copied.value === null && parentRef !== null) {
    const checked = await placeUnder(unit, parentRef, locked[0], command.type);
    if (!checked.ok) return checked;
    place = checked.value;
  }
  const rootOwnerId = place.ancestors.at(-1)?.user_id ?? unit.callerId;
  unit.isImport = request.isImport === true && rootOwnerId === unit.callerId;
  const fields: NewItemRow = {
    ...rowOfCommand(unit, command, uuid, place.parent),
    ...(isImport && original === null && { occurrence: command.occurrence ?? 1 }),
    ...(isImport && { repeat_done: command.repeat_done ?? null }),
    ...copied.value?.fields,
  };
  const assignee = fields.assigned_to;
  const newItem = { ...fields, id: 0, root_id: 0 };
  const root = place.ancestors.at(-1) ?? { ...newItem, assigned_to: null };
  if (assignee !== null && !(await assignableUnder(unit, root, [assignee])).has(assignee)) {
    const wrong = { assigned_to: 'unknown_assignee' };
    return err({ code: 'unknown_assignee', fields: wrong });
  }
  const isCopy = fields.occurrence_of !== null;
  const parents = isCopy ? [] : place.ancestors.slice(0, 1);
  const growth = { ancestors: place.ancestors, items: [newItem], parents };
  if (!(await isWithinLimits(unit, growth))) return err({ code: 'limit' });

  const id = await unit.tx.insertItem(fields);
  if (id === null) {
    const [taken] = isAlone ? await findItems(unit.tx, refs) : [];
    if (taken !== undefined) return answerExisting(unit, taken);
    // Another request created it meanwhile: its lock must come before that of the parent, which is already
    // held.
    throw new RetryTransaction();
  }
  const item: ItemRow = { ...fields, id, root_id: fields.root_id ?? id };
  unit.touched.set(id, item);
  unit.created.add(id);
  countUsage(unit.usage, [], [item]);
  recheck(unit, [item], 'everybody');
  // The creator has a right on all ancestors already; only another user may gain one by this.
  if (assignee === null || assignee === unit.callerId) {
    for (const row of place.ancestors) unit.above.set(row.id, row);
  } else {
    recheck(unit, place.ancestors, [assignee]);
  }
  const campaignId = campaignIdOf(item, place.ancestors);
  logActivity(unit, campaignId, item, 'created');
  if (!isCopy) {
    notifyAssigned(unit, item, root, campaignId);
    await rollUpAncestors(unit, item.parent_id, { kind: 'added', status: item.status });
  }
  return applied(item, 201);
}

/** The fields that an imported copy takes from its item. */
interface CopiedItem {
  readonly place: ParentPlacement;
  readonly fields: Partial<NewItemRow>;
}

/**
 * The fields that an imported copy takes from its item, which may have moved or been reassigned since. Null
 * for an import that is not a copy but an item of its own: it is not completed, is of another type, or its
 * number already has a copy. Another person's item counts as one that has not arrived.
 */
async function copiedItem(
  unit: CommandUnitOfWork,
  { occurrence: n = 1, occurrence_of: of, status, type }: CreateCommand,
  item: ItemRow | undefined,
): Promise<Result<CopiedItem | null, Refusal>> {
  const isOwn = item?.user_id === unit.callerId;
  const permission = isOwn ? await permissionFor(unit.tx, unit.callerId, item.id) : null;
  if (!isOwn || permission === null) return err(unseenParent({ uuid: of ?? '' }, isOwn));
  const isLike = status === 'completed' && item.type === type && item.occurrence_of === null;
  if (!isLike || (await unit.tx.copies(item.uuid, n)).length > 0) return ok(null);
  const ancestors = await ancestorsOf(unit.tx, item);
  const { uuid, root_id, assigned_to } = item;
  return ok({
    place: { parent: ancestors[0] ?? null, ancestors },
    fields: { occurrence: n, occurrence_of: uuid, root_id, assigned_to },
  });
}

/** The item is locked, so its version and its visibility to the caller are consistent. */
async function answerExisting(
  unit: CommandUnitOfWork,
  existingItem: ItemRow,
): Promise<CommandDecision> {
  const [known] = await lockFound(unit.tx, [existingItem]);
  // Another request created it, so the requests queued behind this one do not know its current state.
  if (known?.user_id === unit.callerId) return unchanged(known);
  return err({ code: 'uuid_taken', fields: { uuid: 'uuid_taken' } });
}

function rowOfCommand(
  unit: CommandUnitOfWork,
  command: CreateCommand,
  uuid: string,
  parent: ItemRow | null,
): NewItemRow {
  const status = command.status ?? 'pending';
  return {
    uuid,
    root_id: parent?.root_id ?? null,
    type: command.type,
    ...plainOf(command),
    status,
    user_id: unit.callerId,
    assigned_to: command.assigned_to ?? null,
    parent_id: parent?.id ?? null,
    parent_uuid: parent?.uuid ?? null,
    created_at: clampInstant(command.created_at ?? unit.now, unit.now),
    completed_at:
      status === 'completed' ? clampInstant(command.completed_at ?? unit.now, unit.now) : null,
    labels: command.labels ?? [],
    position: command.position ?? null,
    ...occurrenceOf({}),
    ...changeBy(unit, 1),
    deleted_at: null,
    deleted_op: null,
    resets: [],
    ...searchColumns({ title: command.title, description: command.description ?? null }),
  };
}
