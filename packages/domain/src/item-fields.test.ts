import { expect, test } from 'vitest';
import {
  addedFieldNames,
  forPlainFields,
  isPlainValue,
  leadOfPlain,
  plainFieldNames,
  plainFields,
  plainOf,
} from './item-fields.ts';
import { itemOf } from './item.ts';
import { item } from './testing/arbitraries.ts';

test.each([
  ['title', ['', 'low', 'x']],
  ['description', [null, '', 'low', 'x']],
  ['due_date', [null, '', 'low', 'x']],
  ['due_time', [undefined, null, '', 'low', 'x']],
  ['priority', [undefined, null, 'low']],
] as const)('a stored %s is of its kind; what was added later may be absent', (name, expected) => {
  const values = [undefined, null, '', 'low', 'x', 1, true, []];
  expect(values.filter((value) => isPlainValue(plainFields[name], value))).toEqual(expected);
});

test('the fields that the first release does not have are known', () => {
  expect(addedFieldNames).toEqual(['due_time', 'priority']);
});

test('a value is made for each plain field, from its rule and name', () => {
  expect(forPlainFields((rule, name) => `${name} is a ${rule.kind}`)).toEqual({
    title: 'title is a text',
    description: 'description is a text',
    due_date: 'due_date is a day',
    due_time: 'due_time is a time',
    end_date: 'end_date is a day',
    priority: 'priority is a choice',
  });
});

test('what goes with another field stands behind it in the table, and is empty where that is', () => {
  for (const [place, name] of plainFieldNames.entries()) {
    const lead = leadOfPlain(name);
    if (lead !== undefined) expect(plainFieldNames.slice(0, place)).toContain(lead);
  }
  expect(plainOf({ due_date: '2026-01-31', due_time: '17:00' }).due_time).toBe('17:00');
  expect(plainOf({ due_date: null, due_time: '17:00' }).due_time).toBe(null);
  expect(plainOf({ due_time: '17:00' }).due_time).toBe(null);
});

test('an item is all of its fields, and nothing else of its row', () => {
  const plain = item(1, { type: 'task', title: 'x', parent_id: 2, parent_uuid: 'item-2' });
  expect(itemOf({ ...plain, version: 3, rev: 4 } as typeof plain)).toEqual(plain);
});
