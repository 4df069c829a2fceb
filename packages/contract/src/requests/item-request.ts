import {
  err,
  isFields,
  isUuid,
  maxCampaignItems,
  maxOccurrence,
  ok,
  parseItemRef,
  readLabelChange,
  readPosition,
  readStoredDay,
  validateNewItem,
  validateChange,
  zoneNamed,
} from '@foray/domain';
import type { Result } from '@foray/domain';
import type {
  AssignCommand,
  CreateCommand,
  DeleteCommand,
  ItemCommand,
  LabelCommand,
  PositionCommand,
  OccurrenceCommand,
  PatchCommand,
  Ref,
  RemoveCommand,
} from '../items/command.ts';
import { wireError } from '../errors/errors.ts';
import type { WireError } from '../errors/errors.ts';

/** `/api/items`, `/api/items/{ref}`, `…/{action}` and `…/{action}/{n}`; a query is ignored. */
const itemUrl = /^\/api\/items(?:\/([^/?#]+)(?:\/([^/?#]+)(?:\/(\d{1,9}))?)?)?(?:[?#].*)?$/;

/**
 * Parses a request that changes an item, in the same way whether it came alone, inside a batch or in the
 * simulation (sync.md, section 2). Every field is checked and normalised by the domain; `data` is the parsed
 * JSON body, undefined if there was none. A method and url without such a route, or a reference that cannot
 * name an item, are `not_found`; wrong fields are `invalid` and named. An import creates an item that exists
 * elsewhere, with the dates that it has there.
 *
 * Not checked here, because the item is not known: whether it can have the changed fields (an end date, a
 * time without a date), and whether parent and assignee exist and are allowed.
 */
export function parseItemRequest(
  method: string,
  url: string,
  data: unknown,
  isImport = false,
): Result<ItemCommand, WireError> {
  const [, name, action, number] = itemUrl.exec(url) ?? [];
  if (!itemUrl.test(url)) return err(wireError('not_found'));
  if (name === undefined) {
    return method === 'POST' ? parseCreate(data, isImport) : err(wireError('not_found'));
  }
  const ref = parseRef(name);
  if (ref === null) return err(wireError('not_found'));
  if (number !== undefined) {
    const isUndo = method === 'DELETE' && action === 'occurrences';
    return isUndo ? parseUndo(ref, Number(number), data) : err(wireError('not_found'));
  }
  if (action === undefined) {
    if (method === 'PATCH') return parsePatch(ref, data);
    if (method === 'DELETE') return parseDelete(ref, data);
  }
  if (method === 'POST' && action === 'assign') return parseAssign(ref, data);
  if (method === 'POST' && action === 'labels') return parseLabels(ref, data);
  if (method === 'POST' && action === 'position') return parsePosition(ref, data);
  if (method === 'POST' && action === 'occurrences') return parseOccurrence(ref, data);
  if (method === 'POST' && action === 'remove') return parseRemove(ref, data);
  if (method === 'POST' && action === 'restore') return ok({ kind: 'restore', ref });
  return err(wireError('not_found'));
}

/** Parses the reference in a path: a number above 0 or a uuid in any case; null if it is neither. */
export function parseRef(text: string): Ref | null {
  const ref = parseItemRef(text);
  return ref.ok ? ref.value : null;
}

function parseCreate(data: unknown, isExisting: boolean): Result<CreateCommand, WireError> {
  if (!isFields(data)) return invalidBody(data);
  const draft = validateNewItem(data, { isExisting });
  return draft.ok ? ok({ kind: 'create', ...draft.value }) : invalid(draft.error.fields);
}

function parsePatch(ref: Ref, data: unknown): Result<PatchCommand, WireError> {
  if (!isFields(data)) return invalidBody(data);
  const patch = validateChange(data);
  return patch.ok ? ok({ kind: 'patch', ref, changes: patch.value }) : invalid(patch.error.fields);
}

function parseAssign(ref: Ref, data: unknown): Result<AssignCommand, WireError> {
  if (!isFields(data)) return invalidBody(data);
  if (data['user_id'] === undefined) return invalid({ user_id: 'required' });
  const patch = validateChange({ assigned_to: data['user_id'] });
  if (!patch.ok) return invalid({ user_id: patch.error.fields.assigned_to ?? 'malformed' });
  return ok({ kind: 'assign', ref, user_id: patch.value.assigned_to ?? null });
}

function parseLabels(ref: Ref, data: unknown): Result<LabelCommand, WireError> {
  if (!isFields(data)) return invalidBody(data);
  const change = readLabelChange(data);
  return change.ok ? ok({ kind: 'label', ref, ...change.value }) : invalid(change.error);
}

function parsePosition(ref: Ref, data: unknown): Result<PositionCommand, WireError> {
  if (!isFields(data)) return invalidBody(data);
  if (data['position'] === undefined) return invalid({ position: 'required' });
  const position = readPosition(data['position']);
  if (!position.ok) return invalid({ position: position.error });
  return ok({ kind: 'position', ref, position: position.value });
}

function parseOccurrence(ref: Ref, data: unknown): Result<OccurrenceCommand, WireError> {
  if (!isFields(data)) return invalidBody(data);
  const { n, skip = false } = data;
  const zone = zoneNamed(data['zone']);
  if (n === undefined) return invalid({ n: 'required' });
  if (!isNumber(n)) return invalid({ n: 'malformed' });
  if (typeof skip !== 'boolean') return invalid({ skip: 'malformed' });
  const claim = validateChange({ completed_at: data['completed_at'] ?? null });
  if (!claim.ok) return invalid(claim.error.fields);
  const act = skip ? 'skip' : 'complete';
  const completedAt = claim.value.completed_at ?? null;
  const skipped = { skipped_from: null, skipped_day: null };
  const times = { ...skipped, completed_at: completedAt, zone };
  return ok({ kind: 'occurrence', ref, act, n, ...times });
}

function parseUndo(ref: Ref, n: number, data: unknown): Result<OccurrenceCommand, WireError> {
  if (!isNumber(n)) return err(wireError('not_found'));
  if (data !== undefined && data !== null && !isFields(data)) return invalidBody(data);
  const from = readStoredDay(data?.['skipped_from']);
  const day = readStoredDay(data?.['skipped_day']);
  if (!from.ok) return invalid({ skipped_from: from.error });
  if (!day.ok) return invalid({ skipped_day: day.error });
  const act = from.value === null ? 'undo' : 'unskip';
  const skipped = { skipped_from: from.value, skipped_day: day.value };
  const times = { ...skipped, completed_at: null, zone: 'UTC' };
  return ok({ kind: 'occurrence', ref, act, n, ...times });
}

/** Whether a value can be the number of an occurrence. */
function isNumber(value: unknown): value is number {
  return (
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= maxOccurrence
  );
}

function parseRemove(ref: Ref, data: unknown): Result<RemoveCommand, WireError> {
  const assign = parseAssign(ref, data);
  if (!assign.ok) return assign;
  const { user_id } = assign.value;
  return user_id === null ? invalid({ user_id: 'required' }) : ok({ kind: 'remove', ref, user_id });
}

function parseDelete(ref: Ref, data: unknown): Result<DeleteCommand, WireError> {
  if (data === undefined || data === null) return ok({ kind: 'delete', ref, children: [] });
  if (!isFields(data)) return invalidBody(data);
  const named = data['children'] ?? [];
  if (!Array.isArray(named)) return invalid({ children: 'malformed' });
  if (named.length > maxCampaignItems) return invalid({ children: 'too_long' });
  const uuids = named.map((uuid) => (typeof uuid === 'string' ? uuid.toLowerCase() : ''));
  if (!uuids.every(isUuid)) return invalid({ children: 'malformed' });
  return ok({ kind: 'delete', ref, children: [...new Set(uuids)] });
}

function invalidBody(data: unknown): Result<never, WireError> {
  return invalid({ body: data === undefined || data === null ? 'required' : 'malformed' });
}

function invalid(fields: Readonly<Record<string, string>>): Result<never, WireError> {
  return err(wireError('invalid', { fields }));
}
