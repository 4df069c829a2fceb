import type { DeltaItem } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import type { BlockReason, QueuedRequest, RequestState } from '../store/queued-request.ts';
import { storedName } from '../store/stored-names.ts';
import { localItem, queuedRequest, uuidOf } from './rows.ts';
import { heldRow, serverRow } from './server-row.ts';

/** A row that the server has sent, with something queued about it. */
export function pending(
  number: number,
  base: Partial<DeltaItem> = {},
  fields: Partial<LocalItem> = {},
): LocalItem {
  return heldRow(serverRow(number, base), { _syncStatus: 'pending', ...fields });
}

/** The row of an item that was made here and that no server has confirmed. */
export function madeHere(number: number, fields: Partial<LocalItem> = {}): LocalItem {
  return localItem(number, { _syncStatus: 'pending', ...fields });
}

/** A request that makes the item of that number. */
export function queuedCreate(
  seq: number,
  number: number,
  fields: Partial<QueuedRequest> = {},
): QueuedRequest {
  const data = { uuid: uuidOf(number), type: 'todo', title: `item ${number}` };
  return queuedRequest(seq, number, { method: 'POST', url: '/api/items', data, ...fields });
}

/** A request that deletes the item of that number, and includes others. */
export function queuedDelete(seq: number, number: number, ...also: number[]): QueuedRequest {
  const touches = [number, ...also].map(uuidOf);
  return queuedRequest(seq, number, { method: 'DELETE', data: null, touches, sent: true });
}

/** The state of a request in Needs attention. */
export function blockedFor(why: BlockReason): RequestState {
  return { kind: storedName.blocked, why, since: '2026-01-01T00:00:00.000Z' };
}
