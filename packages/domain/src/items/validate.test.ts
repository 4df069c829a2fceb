import fc from 'fast-check';
import { anyStatus, anyType } from '../testing/arbitraries.ts';
import { type UncheckedFields, validateNewItem, validateChange } from './validate.ts';

const uuid = '0198c0de-0000-7000-8000-000000000001';

function problems(input: UncheckedFields): unknown {
  const result = validateNewItem({ type: 'todo', title: 'Buy milk', ...input });
  return result.ok ? null : result.error;
}

test('[PRIO-01] a create accepts the priorities low, medium, high and none', () => {
  const draft = (priority: unknown) => validateNewItem({ type: 'todo', title: 'x', priority });
  for (const priority of ['low', 'medium', 'high', null]) {
    expect(draft(priority)).toMatchObject({ ok: true, value: { priority } });
    expect(validateChange({ priority }, { type: 'task' })).toEqual({
      ok: true,
      value: { priority },
    });
  }
  expect(draft('')).toMatchObject({ value: { priority: null } });
  for (const wrong of ['urgent', 'High', 1, true]) {
    const fields = { priority: 'unknown_value' };
    expect(draft(wrong)).toEqual({ ok: false, error: { code: 'invalid', fields } });
  }
});

test('[TIME-01] a create accepts a due date with and without a time of day', () => {
  const draft = (due_time: unknown) =>
    validateNewItem({ type: 'todo', title: 'x', due_date: '2026-01-31', due_time });
  for (const due_time of ['00:00', '09:05', '17:00', '23:59', null]) {
    expect(draft(due_time)).toMatchObject({ ok: true, value: { due_time } });
  }
  expect(draft('')).toMatchObject({ value: { due_time: null } });
  for (const wrong of ['24:00', '9:05', '17:60', '17:00:00', ' 17:00', 1700, true]) {
    const fields = { due_time: 'not_a_time' };
    expect(draft(wrong)).toEqual({ ok: false, error: { code: 'invalid', fields } });
  }
});

test('[TIME-03] a create refuses a time without a date, and names the field', () => {
  const refused = { error: { code: 'invalid', fields: { due_time: 'needs_due_date' } } };
  const time = { due_time: '17:00' };
  expect(validateNewItem({ type: 'todo', title: 'x', ...time })).toMatchObject(refused);
  const [dated, undated] = ['2026-01-31', null].map((due_date) => ({
    type: 'todo' as const,
    due_date,
  }));
  expect(validateChange(time, undated)).toMatchObject(refused);
  expect(validateChange({ ...time, due_date: null }, dated)).toMatchObject(refused);
  expect(validateChange(time, dated)).toEqual({ ok: true, value: time });
  const both = { ...time, due_date: '2026-02-01' };
  expect(validateChange(both, undated)).toEqual({ ok: true, value: both });
  expect(validateChange({ due_date: null }, { ...dated, ...time, type: 'todo' }).ok).toBe(true);
});

test('[REPEAT-06] a create accepts a rule with a due date, counted from the date or from a completion', () => {
  const draft = (rule: object) =>
    validateNewItem({ type: 'task', title: 'x', due_date: '2026-01-31', ...rule });
  const from = { repeat_from: 'due', repeat_start: '2026-01-31' };
  const daily = { repeat: 'FREQ=DAILY', ...from };
  expect(draft({ repeat: 'interval=1;freq=daily' })).toMatchObject({ value: daily });
  const given = { ...daily, repeat_from: 'completion', repeat_start: '2026-01-01' };
  expect(draft(given)).toMatchObject({ value: given });
  expect(draft({ repeat: '' })).toMatchObject({ value: { repeat: null, repeat_from: null } });
  for (const [field, value, code] of [
    ['repeat', 'FREQ=HOURLY', 'not_a_rule'],
    ['repeat_from', 'now', 'unknown_value'],
    ['repeat_start', '2026-02-30', 'not_a_date'],
  ] as const) {
    const error = { code: 'invalid', fields: { [field]: code } };
    expect(draft({ ...daily, [field]: value })).toEqual({ ok: false, error });
  }
});

test('[REPEAT-07] a create refuses a rule without a date or on a campaign, and an origin without a rule, and names the field', () => {
  const refused = (fields: object) => ({ error: { code: 'invalid', fields } });
  const repeat = 'FREQ=DAILY';
  const dated = { type: 'campaign', title: 'x', due_date: '2026-01-31', repeat };
  expect(validateNewItem(dated)).toMatchObject(refused({ repeat: 'not_on_campaigns' }));
  const undated = { type: 'todo', due_date: null } as const;
  expect(validateChange({ repeat }, undated)).toMatchObject(refused({ repeat: 'needs_due_date' }));
  const plain = { type: 'todo', due_date: '2026-01-31', repeat: null } as const;
  for (const counting of [{ repeat_from: 'completion' }, { repeat_start: '2026-01-31' }]) {
    const [name = ''] = Object.keys(counting);
    expect(validateChange(counting, plain)).toMatchObject(refused({ [name]: 'needs_repeat' }));
    expect(validateChange({ ...counting, repeat }, plain).ok).toBe(true);
  }
  expect(validateChange({ due_date: null }, { ...plain, repeat }).ok).toBe(true);
});

test('a create needs only type and title, and reads empty values as null', () => {
  const draft = validateNewItem({
    type: 'todo',
    title: ' Buy milk ',
    description: ' ',
    due_date: '',
  });
  expect(draft).toEqual({
    ok: true,
    value: {
      uuid: null,
      type: 'todo',
      title: 'Buy milk',
      description: null,
      status: 'pending',
      assigned_to: null,
      parent_id: null,
      due_date: null,
      due_time: null,
      repeat: null,
      repeat_from: null,
      repeat_start: null,
      occurrence_day: null,
      end_date: null,
      labels: [],
      position: null,
      occurrence: 1,
      occurrence_of: null,
      repeat_done: null,
      priority: null,
      created_at: null,
      completed_at: null,
    },
  });
});

test('[REPEAT-09] a create accepts whole numbers of occurrences with nine digits at most', () => {
  const draftWith = (occurrence: unknown) =>
    validateNewItem({ type: 'todo', title: 'x', occurrence });
  for (const occurrence of [1, 999_999_999]) {
    expect(draftWith(occurrence)).toMatchObject({ ok: true, value: { occurrence } });
  }
  for (const occurrence of [0, -1, 1.5, '2', 1_000_000_000, Number.MAX_SAFE_INTEGER]) {
    expect(draftWith(occurrence)).toMatchObject({
      ok: false,
      error: { fields: { occurrence: 'malformed' } },
    });
  }
});

test('a create trims a description', () => {
  const draft = validateNewItem({ type: 'todo', title: 'x', description: ' two\nlines ' });
  expect(draft).toMatchObject({ ok: true, value: { description: 'two\nlines' } });
});

test.each<[UncheckedFields, Record<string, string>]>([
  [{ due_date: ['2026-01-31'] }, { due_date: 'not_a_date' }],
  [{ created_at: ['2026-01-31T08:15:30Z'] }, { created_at: 'not_a_date' }],
  [{ title: undefined }, { title: 'required' }],
  [{ title: '  \n ' }, { title: 'required' }],
  [{ title: 7 }, { title: 'malformed' }],
  [{ title: 'a\u0000b' }, { title: 'control_character' }],
  [{ title: 'a\nb' }, { title: 'control_character' }],
  [{ title: 'a\ud800b' }, { title: 'malformed' }],
  [{ title: 'x'.repeat(256) }, { title: 'too_long' }],
  [{ title: `${'x'.repeat(254)}😀` }, { title: 'too_long' }],
  [{ description: 'x'.repeat(10_001) }, { description: 'too_long' }],
  [{ description: 'a\u0000b' }, { description: 'control_character' }],
  [{ type: 'epic' }, { type: 'unknown_value' }],
  [{ type: undefined }, { type: 'required' }],
  [{ type: null }, { type: 'required' }],
  [{ description: 7 }, { description: 'malformed' }],
  [{ due_date: 20_260_131 }, { due_date: 'not_a_date' }],
  [{ created_at: 7 }, { created_at: 'not_a_date' }],
  [{ uuid: 7 }, { uuid: 'malformed' }],
  [{ completed_at: 'yesterday' }, { completed_at: 'not_a_date' }],
  [{ status: 'done' }, { status: 'unknown_value' }],
  [{ assigned_to: -1 }, { assigned_to: 'not_an_id' }],
  [{ assigned_to: 1.5 }, { assigned_to: 'not_an_id' }],
  [{ assigned_to: '1' }, { assigned_to: 'not_an_id' }],
  [{ parent_id: 'nowhere' }, { parent_id: 'malformed' }],
  [{ parent_id: -3 }, { parent_id: 'malformed' }],
  [{ due_date: '2026-02-30' }, { due_date: 'not_a_date' }],
  [{ due_date: '2026-02-03T00:00:00Z' }, { due_date: 'not_a_date' }],
  [{ end_date: '2026-02-03' }, { end_date: 'campaign_only' }],
  [{ uuid: 'x' }, { uuid: 'malformed' }],
  [{ created_at: 'yesterday' }, { created_at: 'not_a_date' }],
  [
    { title: '', due_date: 'x' },
    { title: 'required', due_date: 'not_a_date' },
  ],
])('a create is refused as invalid, and every wrong field is named: %j', (input, fields) => {
  expect(problems(input)).toEqual({ code: 'invalid', fields });
});

test('a create has exact limits, counted after trimming and normalising', () => {
  expect(problems({ title: 'x'.repeat(255) })).toBe(null);
  expect(problems({ title: ` ${'x'.repeat(255)} ` })).toBe(null);
  expect(problems({ title: 'e\u0301'.repeat(255) })).toBe(null);
  expect(problems({ description: 'x'.repeat(10_000) })).toBe(null);
});

test('a create reads null and 0 as no assignee and no parent, and ignores fields that the sender may not set', () => {
  const same = validateNewItem({ type: 'todo', title: 'Buy milk' });
  const more = { assigned_to: 0, parent_id: 0, user_id: 7, version: 9, colour: 'red' };
  expect(validateNewItem({ type: 'todo', title: 'Buy milk', ...more })).toEqual(same);
  const nulls = { assigned_to: null, parent_id: null, status: null, uuid: null, end_date: null };
  expect(validateNewItem({ type: 'todo', title: 'Buy milk', ...nulls })).toEqual(same);
});

test('a create keeps the sent uuid, assignee and time of creation', () => {
  const sent = {
    uuid: uuid.toUpperCase(),
    assigned_to: 7,
    created_at: '2026-01-31T09:00:00+01:00',
  };
  expect(validateNewItem({ type: 'task', title: 'x', ...sent })).toMatchObject({
    value: { type: 'task', uuid, assigned_to: 7, created_at: '2026-01-31T08:00:00.000Z' },
  });
});

test('a create reads parents by number, by text and by uuid', () => {
  const parentOf = (parent_id: unknown) => {
    const draft = validateNewItem({ type: 'todo', title: 'x', parent_id });
    return draft.ok ? draft.value.parent_id : draft.error;
  };
  expect(parentOf(10_000_001)).toEqual({ id: 10_000_001 });
  expect(parentOf('10000001')).toEqual({ id: 10_000_001 });
  expect(parentOf(uuid.toUpperCase())).toEqual({ uuid });
});

test('a create accepts a claimed completion only with status completed', () => {
  const completed_at = '2026-01-31T08:00:00.000Z';
  const draft = (status: string) =>
    validateNewItem({ type: 'todo', title: 'x', status, completed_at });
  expect(draft('completed')).toMatchObject({ value: { completed_at } });
  expect(draft('pending')).toMatchObject({ value: { completed_at: null } });
});

test('a create that is valid stays the same when it is validated again', () => {
  const anyDraft = fc.record({
    type: anyType,
    title: fc.string({ unit: 'binary' }),
    description: fc.option(fc.string({ unit: 'binary' })),
    status: anyStatus,
    assigned_to: fc.nat(),
    due_date: fc.constantFrom(null, '', '2026-01-31'),
  });
  fc.assert(
    fc.property(anyDraft, (input) => {
      const once = validateNewItem(input);
      if (once.ok) expect(validateNewItem({ ...once.value })).toEqual(once);
    }),
  );
});
