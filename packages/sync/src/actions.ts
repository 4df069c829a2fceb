import type { ItemStatus, ItemType, Result } from '@foray/domain';
import type { Device } from './device.ts';
import type { LocalItem } from './local-item.ts';
import type { LocalChange, StoreFailure } from './ports.ts';

/** What a person gives to make an item; what is absent takes its default (specification, section 3). */
export interface NewItem {
  /** Given only where the caller must know it before the write is durable. */
  readonly uuid?: string;
  readonly type: ItemType;
  readonly title: string;
  readonly description?: string | null;
  readonly status?: ItemStatus;
  readonly assigned_to?: number | null;
  readonly parent_uuid?: string | null;
  readonly due_date?: string | null;
  readonly end_date?: string | null;
}

/** The text and date fields that an edit may change; absent ones stay. */
export interface ItemEdit {
  readonly title?: string;
  readonly description?: string | null;
  readonly due_date?: string | null;
  readonly end_date?: string | null;
}

/** Why an action did nothing at all. `fields` is {field: code} for `invalid`. */
export type ActionFailure =
  | { readonly code: 'invalid'; readonly fields: Readonly<Record<string, string>> }
  | { readonly code: 'not_found' | 'forbidden' | 'illegal_parent' | 'limit' }
  /** The guest's data has just been moved to an account by another tab; act there. */
  | { readonly code: 'moved' }
  | { readonly code: 'store'; readonly failure: StoreFailure };

/** A durable action: the acted-on item as shown now, and everything the write changed. */
export interface Done {
  readonly item: LocalItem;
  readonly change: LocalChange;
}

/** The outcome of an action; the promise resolves when the write is durable, and never rejects. */
export type ActionResult = Promise<Result<Done, ActionFailure>>;

/** Makes an item. Invariant I14: awaits the local store only, as do all actions. */
export declare function createItem(device: Device, item: NewItem): ActionResult;
/** Changes texts and dates; unchanged values queue nothing. */
export declare function editItem(device: Device, uuid: string, edit: ItemEdit): ActionResult;
/** Starts, completes, reopens, or moves back to the queue. */
export declare function setStatus(device: Device, uuid: string, status: ItemStatus): ActionResult;
/** Assigns to a person; null or 0 unassigns. */
export declare function assignItem(
  device: Device,
  uuid: string,
  userId: number | null,
): ActionResult;
/** Deletes the item alone, or with exactly the children named. */
export declare function deleteItem(
  device: Device,
  uuid: string,
  withChildren?: readonly string[],
): ActionResult;
/** Takes back the delete that took the item, with everything it took. */
export declare function restoreItem(device: Device, uuid: string): ActionResult;
/** Puts the item below another parent, or at the top with null. */
export declare function moveItem(
  device: Device,
  uuid: string,
  parentUuid: string | null,
): ActionResult;
