import { localItem } from '@foray/sync/testing';
import { plainChange } from './field-changes.ts';

const rule = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2030-01-05' } as const;
const seen = localItem(1, {
  type: 'todo',
  title: 'Call',
  description: 'about the roof',
  due_date: '2030-01-05',
  due_time: '17:00',
  ...rule,
});

test('[EDIT-02] a form changes only what was typed and differs', () => {
  expect(plainChange(seen, {})).toEqual({});
  expect(plainChange(seen, { title: ' Call ', description: 'about the roof' })).toEqual({});
  expect(plainChange(seen, { title: ' Ring ', priority: 'low' })).toEqual({
    title: 'Ring',
    priority: 'low',
  });
  // A half-filled date does not count as a change.
  expect(plainChange(seen, { due_date: undefined })).toEqual({});
});

test('[EDIT-02] a blank description is none, and without a date there is no time and no rule', () => {
  expect(plainChange(seen, { description: ' \n' })).toEqual({ description: null });
  expect(plainChange(seen, { due_date: null, due_time: '18:00' })).toEqual({
    due_date: null,
    due_time: null,
    repeat: null,
    repeat_from: null,
    repeat_start: null,
  });
});

test('[EDIT-02] a form changes nothing in the row of an earlier release, which says less about its rule', () => {
  const { repeat_from: _, repeat_start: __, ...earlier } = seen;
  expect(plainChange(earlier as typeof seen, {})).toEqual({});
});
