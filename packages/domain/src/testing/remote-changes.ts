import type { ItemChange } from '../items/change.ts';
import type { Operation } from '../merge/optimistic-item.ts';
import type { Remote, ServerItem } from '../merge/merge.ts';
import { at, item } from './arbitraries.ts';

/** The device's row of the item. */
export const base: ServerItem = { ...item(1), version: 3, rev: 10 };

/** The server's row of it after a later change. */
export function row(fields: Partial<ServerItem>): Remote {
  return { kind: 'row', item: { ...base, version: 4, rev: 11, updated_at: at(30), ...fields } };
}

/** A queued change of it. */
export function patch(change: ItemChange, minutes = 10): Operation {
  return { kind: 'patch', uuid: 'item-1', at: at(minutes), change };
}

/** A queued delete of it, and a restore after that. */
export const remove: Operation = { kind: 'delete', uuid: 'item-1', at: at(40) };
export const restore: Operation = { kind: 'restore', uuid: 'item-1', at: at(41) };
