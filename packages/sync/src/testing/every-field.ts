import { forPlainFields, itemOf, plainOf } from '@foray/domain';
import type { FieldRule, Item, ItemType, PlainFields } from '@foray/domain';

/** Every field of an item except those about its owner and place. */
export type CarriedFields = Omit<
  Item,
  'id' | 'uuid' | 'user_id' | 'parent_id' | 'parent_uuid' | 'updated_at'
>;

/** The carried fields of a row. */
export function carriedOf(row: Item): CarriedFields {
  const { id: _, uuid: __, user_id: ___, parent_id: ____, ...rest } = itemOf(row);
  const { parent_uuid: _____, updated_at: ______, ...carried } = rest;
  return carried;
}

/**
 * A value for each plain field that a type has, different from that of a new item. Another `round` gives
 * other values. A field that is added to the table is included by its kind.
 */
export function everyPlainField(type: ItemType, round: 0 | 1 = 0): PlainFields {
  let place = 0;
  const values = forPlainFields((rule, name) => {
    place += 1;
    const { onlyOn = type, neverOn } = rule;
    const isOfType = onlyOn === type && neverOn !== type;
    return isOfType ? valueOf(rule, name, place, round) : rule.empty;
  });
  return plainOf(values as PlainFields);
}

/** A later field of days has an earlier one, so that a series starts before its date. */
function valueOf({ kind, values = [] }: FieldRule, name: string, place: number, round: number) {
  switch (kind) {
    case 'text':
      return `the ${name} of round ${round}`;
    case 'day':
      return `2026-0${3 - round}-${28 - place}`;
    case 'time':
      return `17:0${round}`;
    case 'rule':
      return `FREQ=DAILY;INTERVAL=${2 + round};UNTIL=20991231`;
    case 'choice':
      return values.at(-1 - round) ?? null;
  }
}

/** An item of a type in which every field that the type can have has a value that no new item has. */
export function everyField(type: ItemType, assignee: number | null): CarriedFields {
  return {
    type,
    ...everyPlainField(type),
    status: 'in_progress',
    assigned_to: assignee,
    created_at: '2025-11-01T10:00:00.000Z',
    completed_at: null,
    labels: ['home', 'Work'],
    position: type === 'campaign' ? null : 'Kplace',
    occurrence: type === 'campaign' ? 1 : 3,
    occurrence_of: null,
    repeat_done: type === 'campaign' ? null : 2,
  };
}

/** The completed copy of the second occurrence of an item. */
export function everyFieldOfCopy(item: CarriedFields & Pick<Item, 'uuid'>): CarriedFields {
  const { uuid, ...fields } = item;
  return {
    ...fields,
    position: null,
    status: 'completed',
    completed_at: '2025-11-20T08:30:00.000Z',
    occurrence: 2,
    occurrence_of: uuid,
  };
}
