import {
  dayIn,
  editableFields,
  itemTypes,
  labelsOf,
  newItem,
  occurrenceOf,
  plainOf,
  positionOf,
} from '@foray/domain';
import type {
  EditableField,
  Item,
  ItemChange,
  ItemStatus,
  ItemType,
  LabelChange,
  Operation,
  TimesOfFields,
} from '@foray/domain';
import { kindOf } from './queued-request.ts';
import type { QueuedRequest, RequestData } from './queued-request.ts';

type PatchOperation = Extract<Operation, { kind: 'patch' }>;

/** The data besides its request that a create needs to make its item. */
export interface OperationContext {
  /** The id of the item on this device. */
  readonly localId: number;
  readonly userId: number;
}

/**
 * The highest of the items of one delete, with which the rest comes back; a copy only if nothing else was
 * deleted.
 */
export function headOf<T extends Pick<Item, 'uuid' | 'parent_uuid' | 'occurrence_of'>>(
  family: readonly T[],
): T {
  const uuids = new Set<string | null>(family.map(({ uuid }) => uuid));
  const highest = family.filter(({ parent_uuid }) => !uuids.has(parent_uuid));
  return highest.find(({ occurrence_of: of }) => of === null) ?? highest[0] ?? (family[0] as T);
}

/** Sorts items so that they can be created: parents first, and copies of occurrences after their items. */
export function byCreation(
  a: Pick<Item, 'type' | 'occurrence_of'>,
  b: Pick<Item, 'type' | 'occurrence_of'>,
): number {
  const rank = ({ type, occurrence_of: of }: typeof a): number =>
    2 * itemTypes.indexOf(type) + (of === null ? 0 : 1);
  return rank(a) - rank(b);
}

/** The operation of a queued request, in server time as far as this device knows it. */
export function operationOf(request: QueuedRequest, context: OperationContext): Operation {
  const uuid = request.itemUuid ?? '';
  const data = request.data ?? {};
  const at = shiftInstant(request.timestamp, request.offsetMs ?? 0);
  const also = request.touches.slice(1);
  switch (kindOf(request)) {
    case 'create':
      return {
        kind: 'create',
        uuid,
        at,
        item: createdItem(data, uuid, at, context),
        imported: request.isImport,
      };
    case 'assign':
      return { kind: 'assign', uuid, at, assigned_to: (data['user_id'] as number | null) ?? null };
    case 'label':
      return { kind: 'label', uuid, at, ...labelChangeOf(data) };
    case 'position':
      return { kind: 'position', uuid, at, position: positionOf(data) };
    case 'occurrence':
      return occurrenceOperation(request, uuid, at);
    case 'remove':
      return { kind: 'remove', uuid, at, also, user_id: data['user_id'] as number };
    case 'delete':
      return { kind: 'delete', uuid, at, also };
    case 'restore':
      return { kind: 'restore', uuid, at, also };
    default:
      return {
        kind: 'patch',
        uuid,
        at,
        change: changeOf(data),
        ...timesOf(request),
        completedAt: (data['completed_at'] as string | undefined) ?? null,
      };
  }
}

/** The times at which the fields of a PATCH were set, in server time as far as this device knows it. */
function timesOf({ setAt, offsetMs }: QueuedRequest): Pick<PatchOperation, 'setAt'> {
  if (setAt === undefined) return {};
  const times = Object.entries(setAt).map(([field, at]) => [
    field,
    shiftInstant(at, offsetMs ?? 0),
  ]);
  return { setAt: Object.fromEntries(times) as TimesOfFields };
}

function occurrenceOperation(request: QueuedRequest, uuid: string, at: string): Operation {
  const { data, url, copy = null, touches } = request;
  const rest = { kind: 'occurrence', uuid, at, also: touches.slice(1) } as const;
  if (request.method === 'DELETE') {
    const n = Number(url.slice(url.lastIndexOf('/') + 1));
    const from = data?.['skipped_from'];
    if (typeof from === 'string') {
      const day = (data?.['skipped_day'] as string | null | undefined) ?? null;
      return { ...rest, act: { act: 'unskip', n, from, day }, copy: null };
    }
    return { ...rest, act: { act: 'undo', n, copy }, copy };
  }
  const { n, skip, completed_at: claimed, zone } = data as unknown as OccurrenceData;
  // A tab of an earlier release merges changes of the item into the request, and may clear the time.
  const completedAt = typeof claimed === 'string' ? claimed : at;
  const day = dayIn(zone ?? 'UTC', completedAt);
  if (skip === true) return { ...rest, act: { act: 'skip', n, day }, copy: null };
  const made = copy && { ...copy, created_at: at, updated_at: at, completed_at: completedAt };
  return { ...rest, act: { act: 'complete', n, completedAt, day }, copy: made };
}

/** The body of a create: the item's fields, with uuids, and the times at which the person made it. */
export function createData(item: Item): RequestData {
  return {
    uuid: item.uuid,
    type: item.type,
    ...plainOf(item),
    status: item.status,
    assigned_to: item.assigned_to,
    parent_id: item.parent_uuid,
    created_at: item.created_at,
    completed_at: item.completed_at,
    labels: labelsOf(item),
    // A server of an earlier release ignores it; without one the body is as before.
    ...(positionOf(item) === null ? {} : { position: item.position }),
    ...occurrenceOf(item),
  };
}

/** The body of a PATCH for a change: parents by uuid, `completed_at` beside status completed. */
export function patchData(change: ItemChange, completedAt: string | null): RequestData {
  const { parent_uuid: parentUuid, ...fields } = change;
  return {
    ...fields,
    ...(parentUuid === undefined ? {} : { parent_id: parentUuid }),
    ...(change.status === 'completed' && completedAt !== null ? { completed_at: completedAt } : {}),
  };
}

/** The body of a request about an occurrence; a skip of an earlier release has no times. */
export interface OccurrenceData {
  readonly n: number;
  readonly skip?: true;
  readonly completed_at: string;
  readonly zone?: string;
}

/** The change in the body of a PATCH; the inverse of `patchData`. */
export function changeOf(data: RequestData): ItemChange {
  const change: Partial<Record<EditableField, unknown>> = {};
  for (const field of editableFields) if (data[field] !== undefined) change[field] = data[field];
  if (data['parent_id'] !== undefined) change.parent_uuid = data['parent_id'];
  return change as ItemChange;
}

/** The change in the body of a label request. */
export function labelChangeOf(data: RequestData): LabelChange {
  const { add = [], remove = [] } = data as Partial<LabelChange>;
  return { add, remove };
}

/** A timestamp moved by `offsetMs`; unchanged if the result would not be a valid date. */
export function shiftInstant(instant: string, offsetMs: number): string {
  const ms = Date.parse(instant) + offsetMs;
  if (offsetMs === 0 || Number.isNaN(ms) || Math.abs(ms) > 8.64e15) return instant;
  const shifted = new Date(ms).toISOString();
  return shifted.length === instant.length ? shifted : instant;
}

function createdItem(data: RequestData, uuid: string, at: string, context: OperationContext) {
  return newItem(
    { id: context.localId, uuid, userId: context.userId, at },
    {
      type: data['type'] as ItemType,
      ...plainOf(data),
      status: (data['status'] as ItemStatus) ?? 'pending',
      assigned_to: (data['assigned_to'] as number | null) ?? null,
      parent_uuid: (data['parent_id'] as string | null) ?? null,
      created_at: (data['created_at'] as string | undefined) ?? at,
      completed_at: (data['completed_at'] as string | null) ?? null,
      labels: labelsOf(data),
      position: positionOf(data),
      ...occurrenceOf(data),
    },
  );
}
