import type { CreateCommand } from '@foray/contract';
import { clampInstant, searchText } from '@foray/domain';
import { logActivity } from './activity-log.ts';
import { mayAssignTo } from './assignees.ts';
import { climb } from './climb.ts';
import type { Decision } from './decision.ts';
import { applied, refused } from './decision.ts';
import { fits } from './family-limits.ts';
import { campaignOf, findItems, lockFound } from './family.ts';
import { noticeAssigned } from './notices.ts';
import { placeUnder, topLevel } from './parent-place.ts';
import type { ItemRow, NewItemRow } from './rows.ts';
import { RetryTransaction } from './store.ts';
import type { Work } from './work.ts';

/**
 * Makes an item, owned by the caller (specification, section 7). A uuid of the caller's own that
 * exists is answered with that item and 200, whatever else the request says (invariant I2); somebody
 * else's is `uuid_taken`. Claimed times are clamped to 2000 … now.
 */
export async function createItem(work: Work, command: CreateCommand): Promise<Decision> {
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
  if (!(await mayAssignTo(work.tx, work.callerId, assignee, place.line.at(-1) ?? null))) {
    const fields = { assigned_to: 'unknown_assignee' };
    return refused({ code: 'unknown_assignee', fields });
  }
  const fields = newRow(work, command, uuid, place.parent);
  const arriving = { ...fields, id: 0, root_id: 0 };
  const arrival = { ancestors: place.line, items: [arriving], newChildren: 1 };
  if (!(await fits(work.tx, arrival))) return refused({ code: 'limit' });

  const id = await work.tx.insertItem(fields);
  if (id === null) {
    const [raced] = await work.tx.items({ uuids: [uuid] });
    if (raced === undefined) throw new RetryTransaction();
    return alreadyThere(work, raced);
  }
  const item: ItemRow = { ...fields, id, root_id: fields.root_id ?? id };
  work.touched.set(id, item);
  work.created.add(id);
  work.rejudged.set(id, item);
  // The creator has a right on the whole line already; only somebody else may gain one by this.
  const line = assignee === null || assignee === work.callerId ? work.above : work.rejudged;
  for (const row of place.line) line.set(row.id, row);
  const campaignId = campaignOf(item, place.line)?.id ?? null;
  logActivity(work, campaignId, item, 'created');
  noticeAssigned(work, item, campaignId);
  await climb(work, item.parent_id, { kind: 'added', status: item.status });
  return applied(item, 201);
}

function alreadyThere(work: Work, known: ItemRow): Decision {
  if (known.user_id === work.callerId) return applied(known, 200);
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
