import type { FieldCode } from '../values/field-readers.ts';
import { parseInstant } from '../values/instant.ts';
import {
  companionOf,
  isPlainFieldOf,
  plainFieldNames,
  plainFields,
  plainOf,
} from '../fields/item-fields.ts';
import type { PlainField, PlainFields } from '../fields/item-fields.ts';
import { isOccurrence, isRepeatDone } from '../fields/occurrence-fields.ts';
import type { OccurrenceFields } from '../fields/occurrence-fields.ts';
import { plainReaders, storedReaders } from '../fields/plain-readers.ts';
import { isUuid, parseItemRef } from './item-ref.ts';
import type { ItemRef } from './item-ref.ts';
import { itemStatuses, itemTypes } from '../values/item-values.ts';
import { readLabels } from '../fields/label-change.ts';
import { readPosition } from '../fields/read-position.ts';
import { maxOccurrence } from '../values/limits.ts';
import type { Item, ItemFields } from './item.ts';
import type { ItemStatus, ItemType } from '../values/item-values.ts';
import { neverMatches } from '../repeat/repeat-dates.ts';
import { readRepeatRule } from '../repeat/repeat-rule.ts';
import { err, ok } from '../values/result.ts';
import type { Result } from '../values/result.ts';

/** The fields of an item that a client may send, and that a refusal may therefore name. */
export type InputField =
  | keyof ItemFields
  | keyof OccurrenceFields
  | 'uuid'
  | 'type'
  | 'parent_id'
  | 'created_at'
  | 'labels'
  | 'position';

/** A refusal because of the content (422 on the wire): each wrong field with its reason. */
export interface InvalidFields {
  readonly code: 'invalid';
  readonly fields: Readonly<Partial<Record<InputField, FieldCode>>>;
}

/** The fields that were sent, unchecked. */
export type UncheckedFields = Readonly<Record<string, unknown>>;

/** A valid create. `uuid` and `created_at` are null if the sender gave none. */
export interface ValidNewItem extends ItemFields, OccurrenceFields {
  readonly uuid: string | null;
  readonly type: ItemType;
  readonly parent_id: ItemRef | null;
  readonly created_at: string | null;
  readonly labels: readonly string[];
  readonly position: string | null;
}

/** A valid change: only the fields that were sent. `completed_at` is a claim, used on completing. */
export type ValidChange = Readonly<Partial<ItemFields & { parent_id: ItemRef | null }>>;

/**
 * Validates a create, on server and device alike (API-05). Text is normalised, empty values become null,
 * status defaults to pending. Unknown fields, and fields that the sender does not decide (user_id,
 * updated_at, counts, version), are ignored. Does not check whether the parent and the assignee exist and are
 * allowed. An item that exists elsewhere, in a data file for example, keeps dates and a rule that only earlier
 * releases accepted.
 */
export function validateNewItem(
  input: UncheckedFields,
  { isExisting = false }: { readonly isExisting?: boolean } = {},
): Result<ValidNewItem, InvalidFields> {
  const check = newFieldCheck();
  const type = check.take('type', readType(input['type'])) ?? 'todo';
  const status = check.take('status', readStatus(input['status'] ?? 'pending')) ?? 'pending';
  const completedAt = check.take('completed_at', readInstant(input['completed_at'])) ?? null;
  const readers = isExisting ? storedReaders : plainReaders;
  const plain = readPlainFields(check, plainFieldNames, input, readers);
  const wrong = isExisting ? misplacedIn(plain, { type }) : misplacedFields(plain, { type });
  check.refuseAll(wrong);
  const draft: ValidNewItem = {
    uuid: check.take('uuid', readUuid(input['uuid'])) ?? null,
    type,
    ...plainOf(plain),
    status,
    assigned_to: check.take('assigned_to', readPersonId(input['assigned_to'])) ?? null,
    parent_id: check.take('parent_id', parseItemRef(input['parent_id'])) ?? null,
    created_at: check.take('created_at', readInstant(input['created_at'])) ?? null,
    completed_at: status === 'completed' ? completedAt : null,
    labels: check.take('labels', readLabels(input['labels'])) ?? [],
    position: check.take('position', readPosition(input['position'])) ?? null,
    occurrence: check.take('occurrence', readNumber(input['occurrence'])) ?? 1,
    occurrence_of: check.take('occurrence_of', readUuid(input['occurrence_of'])) ?? null,
    repeat_done: check.take('repeat_done', readDone(input['repeat_done'])) ?? null,
  };
  return check.finish(draft);
}

/**
 * Validates a change of an item, on server and device alike. Fields that are absent or undefined are left out
 * of the result; `type` is refused even with the same value; unknown fields and user_id are ignored. If the
 * item is known, this also refuses fields that its type does not have, and fields that depend on an empty
 * one.
 */
export function validateChange(
  input: UncheckedFields,
  item?: Typed,
): Result<ValidChange, InvalidFields> {
  const check = newFieldCheck();
  const sent = plainFieldNames.filter((name) => input[name] !== undefined);
  const plain = readPlainFields(check, sent, input);
  if (item !== undefined) check.refuseAll(misplacedFields(plain, item));
  const patch: { -readonly [K in keyof ValidChange]: ValidChange[K] } = plain;
  const read = <K extends keyof ValidChange>(
    field: K & InputField,
    reader: (value: unknown) => Result<NonNullable<ValidChange[K]> | ValidChange[K], FieldCode>,
  ): void => {
    if (input[field] === undefined) return;
    const value = check.take(field, reader(input[field]));
    if (value !== undefined) patch[field] = value;
  };
  if (input['type'] !== undefined) check.refuse('type', 'immutable');
  read('status', readStatus);
  read('assigned_to', readPersonId);
  read('parent_id', parseItemRef);
  read('completed_at', readInstant);
  return check.finish(patch);
}

function readType(value: unknown): Result<ItemType, FieldCode> {
  if (value === null || value === undefined) return err('required');
  const type = itemTypes.find((known) => known === value);
  return type === undefined ? err('unknown_value') : ok(type);
}

function readStatus(value: unknown): Result<ItemStatus, FieldCode> {
  const status = itemStatuses.find((known) => known === value);
  return status === undefined ? err('unknown_value') : ok(status);
}

function readPersonId(value: unknown): Result<number | null, FieldCode> {
  if (value === null || value === undefined) return ok(null);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    return err('not_an_id');
  }
  return ok(value === 0 ? null : value);
}

/** The part of an item that determines its possible values. */
type Typed = Pick<Item, 'type'> & Partial<PlainFields>;

/**
 * The fields of a change that its item cannot have, each with the reason: fields of another type, fields that
 * depend on an empty one, and a rule that never matches. A date may leave the item's rule without a match.
 */
export function misplacedFields(given: Partial<PlainFields>, item: Typed): InvalidFields['fields'] {
  const wrong = misplacedIn(given, item);
  const isNever = hasNoNextDay({ due_date: item.due_date ?? null, ...given });
  return isNever ? { repeat: 'not_a_rule', ...wrong } : wrong;
}

function misplacedIn(given: Partial<PlainFields>, item: Typed): InvalidFields['fields'] {
  const wrong: Partial<Record<PlainField, FieldCode>> = {};
  const values = { ...item, ...given };
  for (const name of plainFieldNames) {
    if (!given[name]) continue;
    const lead = companionOf(name);
    if (!isPlainFieldOf(item.type, name)) {
      wrong[name] = item.type === 'campaign' ? 'not_on_campaigns' : 'campaign_only';
    } else if (lead !== undefined && values[lead] === plainFields[lead].empty) {
      wrong[name] = `needs_${lead}` as FieldCode;
    }
  }
  return wrong;
}

/** Whether a given rule has no day after the date. */
function hasNoNextDay({ repeat, repeat_start, due_date: due }: Partial<PlainFields>): boolean {
  const rule = repeat == null ? null : readRepeatRule(repeat);
  if (rule?.ok !== true || due == null) return false;
  return neverMatches({ rule: rule.value, start: repeat_start ?? due, after: due });
}

function readInstant(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined) return ok(null);
  const instant = typeof value === 'string' ? parseInstant(value) : null;
  return instant === null ? err('not_a_date') : ok(instant);
}

function readNumber(value: unknown): Result<number, FieldCode> {
  if (value === null || value === undefined) return ok(1);
  // No request could use a greater number, and numbers would soon no longer be exact.
  const isNumber = isOccurrence(value) && (value as number) <= maxOccurrence;
  return isNumber ? ok(value as number) : err('malformed');
}

function readDone(value: unknown): Result<number | null, FieldCode> {
  if (value === null || value === undefined) return ok(null);
  const isDone = isRepeatDone(value) && (value as number) <= maxOccurrence;
  return isDone ? ok(value as number) : err('malformed');
}

function readUuid(value: unknown): Result<string | null, FieldCode> {
  if (value === null || value === undefined) return ok(null);
  const uuid = typeof value === 'string' ? value.toLowerCase() : '';
  return isUuid(uuid) ? ok(uuid) : err('malformed');
}

/** The valid values of the named plain fields; the others are refused by name. */
function readPlainFields(
  check: ReturnType<typeof newFieldCheck>,
  names: readonly PlainField[],
  input: UncheckedFields,
  readers = plainReaders,
): Partial<PlainFields> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = check.take<string | null>(name, readers[name](input[name]));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function newFieldCheck() {
  const fields: Partial<Record<InputField, FieldCode>> = {};
  const refuse = (field: InputField, code: FieldCode): void => {
    fields[field] = code;
  };
  return {
    refuse,
    refuseAll(wrong: InvalidFields['fields']): void {
      Object.assign(fields, wrong);
    },
    take<T>(field: InputField, result: Result<T, FieldCode>): T | undefined {
      if (result.ok) return result.value;
      refuse(field, result.error);
      return undefined;
    },
    finish<T>(value: T): Result<T, InvalidFields> {
      return Object.keys(fields).length > 0 ? err({ code: 'invalid', fields }) : ok(value);
    },
  };
}
