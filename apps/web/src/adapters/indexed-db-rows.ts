import { upcastItem, upcastRequest } from '@foray/sync';
import type { LocalItem, QueuedRequest } from '@foray/sync';
import type { StoredItem } from './indexed-db-schema.ts';

/** The row as the store keeps it: null as parent becomes 0, which an index can hold. */
export function storedFromItem(item: LocalItem): StoredItem {
  return { ...item, parent_id: item.parent_id ?? 0 };
}

/** The row as the rest of the app knows it. */
export function itemFromStored(row: StoredItem): LocalItem {
  return upcastItem({ ...row, parent_id: row.parent_id === 0 ? null : row.parent_id });
}

/** A queued request in today's shape, whichever version of the app wrote it. */
export function requestFromStored(request: QueuedRequest): QueuedRequest {
  return upcastRequest({ ...request });
}
