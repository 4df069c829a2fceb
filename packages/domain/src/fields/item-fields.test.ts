import {
  addedFieldNames,
  companionOf,
  forPlainFields,
  isPlainValue,
  plainFieldNames,
  plainFields,
  plainOf,
} from './item-fields.ts';
import { itemOf } from '../items/item.ts';
import { item } from '../testing/arbitraries.ts';

test.each([
  ['title', ['', 'low', 'x']],
  ['description', [null, '', 'low', 'x']],
  ['due_date', [null, '', 'low', 'x']],
  ['due_time', [undefined, null, '', 'low', 'x']],
  ['repeat', [undefined, null, '', 'low', 'x']],
  ['priority', [undefined, null, 'low']],
] as const)(
  'a stored %s has a value of its kind, and may be absent if it was added later',
  (name, expected) => {
    const values = [undefined, null, '', 'low', 'x', 1, true, []];
    expect(values.filter((value) => isPlainValue(plainFields[name], value))).toEqual(expected);
  },
);

test('the fields that the first release lacks are listed', () => {
  expect(addedFieldNames).toEqual([
    'due_time',
    'repeat',
    'repeat_from',
    'repeat_start',
    'occurrence_day',
    'priority',
  ]);
});

test('each plain field gets a value made from its rule and name', () => {
  expect(forPlainFields((rule, name) => `${name} is a ${rule.kind}`)).toEqual({
    title: 'title is a text',
    description: 'description is a text',
    due_date: 'due_date is a day',
    due_time: 'due_time is a time',
    repeat: 'repeat is a rule',
    repeat_from: 'repeat_from is a choice',
    repeat_start: 'repeat_start is a day',
    occurrence_day: 'occurrence_day is a day',
    end_date: 'end_date is a day',
    priority: 'priority is a choice',
  });
});

test('a field that depends on another follows it in the table, and is empty if the other is', () => {
  for (const [place, name] of plainFieldNames.entries()) {
    const lead = companionOf(name);
    if (lead !== undefined) expect(plainFieldNames.slice(0, place)).toContain(lead);
  }
  expect(plainOf({ due_date: '2026-01-31', due_time: '17:00' }).due_time).toBe('17:00');
  expect(plainOf({ due_date: null, due_time: '17:00' }).due_time).toBe(null);
  expect(plainOf({ due_time: '17:00' }).due_time).toBe(null);
});

test('[REPEAT-06] [REPEAT-07] a rule starts at its date unless its start is given, and a rule without a date is cleared with its fields', () => {
  const daily = { due_date: '2026-01-31', repeat: 'FREQ=DAILY' };
  expect(plainOf(daily)).toMatchObject({ repeat_from: 'due', repeat_start: '2026-01-31' });
  const given = {
    ...daily,
    repeat_from: 'completion',
    repeat_start: '2026-01-01',
    occurrence_day: '2026-01-30',
  } as const;
  expect(plainOf(given)).toMatchObject(given);
  const none = { repeat: null, repeat_from: null, repeat_start: null, occurrence_day: null };
  expect(plainOf({ ...given, due_date: null })).toMatchObject(none);
  expect(plainOf({ ...given, repeat: null })).toMatchObject(none);
  expect(plainOf({ ...given, occurrence_day: '2026-01-31' }).occurrence_day).toBeNull();
});

test('an item has all of its fields, and nothing else of its row', () => {
  const plain = item(1, { type: 'task', title: 'x', parent_id: 2, parent_uuid: 'item-2' });
  expect(itemOf({ ...plain, version: 3, rev: 4 } as typeof plain)).toEqual(plain);
});
