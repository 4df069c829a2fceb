import type { Notification } from '@foray/contract';
import { newItem, type NewItemFields } from '@foray/domain';
import { newLocalItem, sortKeyOf, type LocalItem } from '../store/local-item.ts';
import { queuedRequestShape, type QueuedRequest } from '../store/queued-request.ts';

/** A uuid made of a number. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-9000-${number.toString(16).padStart(12, '0')}`;
}

/** A row with that number as id and in its uuid, created a second after the previous one. */
export function localItem(
  number: number,
  fields: NewItemFields & Partial<LocalItem> = {},
): LocalItem {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
  const item = newItem({ id: number, uuid: uuidOf(number), at }, fields);
  const row = { ...newLocalItem(item), ...fields };
  return { ...row, sortKey: sortKeyOf(row) };
}

/** A notification with that number as id and position: user 7 has assigned item 1. */
export function notificationRow(number: number, fields: Partial<Notification> = {}): Notification {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id: number,
    kind: 'assigned',
    actor_id: 7,
    item_id: 1,
    item_uuid: null,
    item_type: 'todo',
    count: 1,
    created_at: at,
    updated_at: at,
    read_at: null,
    rev: number,
    ...fields,
  };
}

/** A request about the item of that number. */
export function queuedRequest(
  seq: number,
  itemNumber: number,
  fields: Partial<QueuedRequest> = {},
): QueuedRequest {
  const itemUuid = uuidOf(itemNumber);
  return {
    shape: queuedRequestShape,
    id: `request-${seq}`,
    method: 'PATCH',
    url: `/api/items/${itemUuid}`,
    data: { title: `title ${seq}` },
    timestamp: '2026-01-01T00:00:00.000Z',
    retries: 0,
    seq,
    itemUuid,
    touches: [itemUuid],
    needs: [],
    sent: false,
    basis: null,
    isImport: false,
    offsetMs: null,
    state: { kind: 'queued' },
    ...fields,
  };
}
