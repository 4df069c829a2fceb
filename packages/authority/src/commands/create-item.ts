import type { CreateCommand } from '@foray/contract';
import { clampInstant, searchText } from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import { assignableUnder } from '../items/assignees.ts';
import { climb } from '../items/roll-up-ancestors.ts';
import type { Decision } from '../store/decision.ts';
import { applied, found, refused } from '../store/decision.ts';
import { fits } from '../items/family-limits.ts';
import { campaignOf, findItems, lockFound } from '../items/family.ts';
import { noticeAssigned } from '../items/notices.ts';
import { placeUnder, topLevel } from '../items/parent-place.ts';
import type { CommandRequest } from '../store/request.ts';
import type { ItemRow, NewItemRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store.ts';
import { rejudge } from '../store/unit-of-work.ts';
import type { Work } from '../store/unit-of-work.ts';

/**
 * Makes an item, owned by the caller (specification, section 7). A uuid of the caller's own that
 * exists is answered with that item and 200, whatever else the request says (invariant I2); somebody
 * else's is `uuid_taken`. Claimed times are clamped to 2000 … now. An import (decision 0093) is one only
 * under a root of the caller's own: whose tree it is hears of everything else that is made there.
 */
export async function createItem(
  work: Work,
  command: CreateCommand,
  request: Pick<CommandRequest, 'isImport'>,
): Promise<Decision> {
  const uuid = command.uuid ?? work.newUuid();
  const refs = [{ uuid }, ...(command.parent === undefined ? [] : [command.parent])];
  const [namesake, ...named] = await findItems(work.tx, refs);
  if (namesake !== undefined) return alreadyThere(work, namesake);

  let place = topLevel;
  if (command.parent !== undefined) {
    const [parent] = await lockFound(work.tx, named);
    const judged = await placeUnder(work, command.parent, parent, command.type);
    if (!judged.ok) return refused(judged.error);
    place = judged.value;
  }
  const assignee = command.assigned_to ?? null;
  const fields = newRow(work, command, uuid, place.parent);
  const arriving = { ...fields, id: 0, root_id: 0 };
  const root = place.line.at(-1) ?? { ...arriving, assigned_to: null };
  work.isImport = request.isImport === true && root.user_id === work.callerId;
  if (assignee !== null && !(await assignableUnder(work.tx, root, [assignee])).has(assignee)) {
    const wrong = { assigned_to: 'unknown_assignee' };
    return refused({ code: 'unknown_assignee', fields: wrong });
  }
  const parents = place.line.slice(0, 1);
  const arrival = { ancestors: place.line, items: [arriving], parents };
  if (!(await fits(work, arrival))) return refused({ code: 'limit' });

  const id = await work.tx.insertItem(fields);
  // Somebody made it meanwhile: its lock belongs before that of the parent, which is held by now.
  if (id === null) throw new RetryTransaction();
  const item: ItemRow = { ...fields, id, root_id: fields.root_id ?? id };
  work.touched.set(id, item);
  work.created.add(id);
  rejudge(work, [item], 'everybody');
  // The creator has a right on the whole line already; only somebody else may gain one by this.
  if (assignee === null || assignee === work.callerId) {
    for (const row of place.line) work.above.set(row.id, row);
  } else {
    rejudge(work, place.line, [assignee]);
  }
  const campaignId = campaignOf(item, place.line)?.id ?? null;
  logActivity(work, campaignId, item, 'created');
  noticeAssigned(work, item, root, campaignId);
  await climb(work, item.parent_id, { kind: 'added', status: item.status });
  return applied(item, 201);
}

/** The item is locked: its version and whether the caller sees it are of one moment. */
async function alreadyThere(work: Work, namesake: ItemRow): Promise<Decision> {
  const [known] = await lockFound(work.tx, [namesake]);
  // Another request made it: what is queued behind this one has not met what it is like by now.
  if (known?.user_id === work.callerId) return found(known);
  return refused({ code: 'uuid_taken', fields: { uuid: 'uuid_taken' } });
}

function newRow(
  work: Work,
  command: CreateCommand,
  uuid: string,
  parent: ItemRow | null,
): NewItemRow {
  const status = command.status ?? 'pending';
  const description = command.description ?? null;
  return {
    uuid,
    root_id: parent?.root_id ?? null,
    type: command.type,
    title: command.title,
    description,
    status,
    user_id: work.callerId,
    assigned_to: command.assigned_to ?? null,
    parent_id: parent?.id ?? null,
    parent_uuid: parent?.uuid ?? null,
    due_date: command.due_date ?? null,
    end_date: command.end_date ?? null,
    created_at: clampInstant(command.created_at ?? work.now, work.now),
    updated_at: work.now,
    completed_at:
      status === 'completed' ? clampInstant(command.completed_at ?? work.now, work.now) : null,
    version: 1,
    deleted_at: null,
    deleted_op: null,
    search_text: searchText(command.title, description),
  };
}
