import { guestId, localIdFloor } from '../values/limits.ts';
import { plainOf } from '../fields/item-fields.ts';
import type { Item, Person } from './item.ts';
import { occurrenceOf } from '../fields/occurrence-fields.ts';

/** The values that only the creator of an item can provide. */
export interface NewItemContext {
  readonly id: number;
  readonly uuid: string;
  /** The current user; absent for a guest. */
  readonly userId?: number | undefined;
  /** Timestamp of creation, UTC ISO 8601 with milliseconds. */
  readonly at: string;
}

/** The fields that may be given for a new item. The others take their defaults. */
export type NewItemFields = Partial<Omit<Item, 'id' | 'uuid' | 'user_id' | 'updated_at'>>;

/**
 * A new item: empty title, todo, pending, owned by the current user or the guest (DATA-02). An item that is
 * created as completed has completed_at, by default its time of creation.
 */
export function newItem(context: NewItemContext, fields: NewItemFields = {}): Item {
  const createdAt = fields.created_at ?? context.at;
  const status = fields.status ?? 'pending';
  return {
    type: 'todo',
    ...plainOf({}),
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    labels: [],
    position: null,
    ...occurrenceOf({}),
    ...fields,
    id: context.id,
    uuid: context.uuid,
    user_id: context.userId ?? guestId,
    status,
    created_at: createdAt,
    updated_at: context.at,
    completed_at: status === 'completed' ? (fields.completed_at ?? context.at) : null,
  };
}

/**
 * The id of the next local item of a signed-in device: the time in milliseconds, but always greater than the
 * last id and 10^12, so that ids stay unique within a millisecond and with a wrong clock (DATA-03).
 */
export function nextLocalId(nowMs: number, lastId: number): number {
  return Math.max(Math.floor(nowMs), lastId + 1, localIdFloor + 1);
}

/** The id of a guest's next item: a counter from 1. `lastId` is 0 before the first. */
export function nextGuestId(lastId: number): number {
  return lastId + 1;
}

/** The user of a browser in which no user is signed in; `now` is a timestamp (DATA-01). */
export function guestUser(now: string): Person {
  return { id: guestId, name: 'Guest User', phone: '', created_at: now, updated_at: now };
}
