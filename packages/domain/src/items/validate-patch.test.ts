import { validateChange, type UncheckedFields } from './validate.ts';

test('a change contains only what was sent', () => {
  expect(validateChange({}, { type: 'todo' })).toEqual({ ok: true, value: {} });
  expect(
    validateChange(
      { title: ' x ', parent_id: 0, user_id: 7, due_date: undefined },
      { type: 'todo' },
    ),
  ).toEqual({ ok: true, value: { title: 'x', parent_id: null } });
  expect(
    validateChange({ assigned_to: 0, description: '', due_date: null }, { type: 'todo' }),
  ).toEqual({ ok: true, value: { assigned_to: null, description: null, due_date: null } });
});

test.each<[UncheckedFields, Record<string, string>]>([
  [{ type: 'todo' }, { type: 'immutable' }],
  [{ title: null }, { title: 'required' }],
  [{ title: '' }, { title: 'required' }],
  [{ status: null }, { status: 'unknown_value' }],
  [{ end_date: '2026-01-31' }, { end_date: 'campaign_only' }],
  [{ due_date: '31.1.2026' }, { due_date: 'not_a_date' }],
  [{ parent_id: {} }, { parent_id: 'malformed' }],
  [{ assigned_to: '7' }, { assigned_to: 'not_an_id' }],
  [{ completed_at: 'yesterday' }, { completed_at: 'not_a_date' }],
])('a change is refused as invalid, naming each wrong field: %j', (input, fields) => {
  expect(validateChange(input, { type: 'todo' })).toEqual({
    ok: false,
    error: { code: 'invalid', fields },
  });
});

test('a change takes status, assignee and time of completion as they were sent', () => {
  const sent = { status: 'completed', assigned_to: 7, completed_at: '2026-01-31T08:00:00.000Z' };
  expect(validateChange(sent, { type: 'todo' })).toEqual({ ok: true, value: sent });
  expect(validateChange({ completed_at: null }, { type: 'todo' })).toEqual({
    ok: true,
    value: { completed_at: null },
  });
});

test('a change can set an end date on campaigns only, but may clear it on any item', () => {
  expect(validateChange({ end_date: '2026-01-31' }, { type: 'campaign' }).ok).toBe(true);
  expect(validateChange({ end_date: null }, { type: 'task' })).toEqual({
    ok: true,
    value: { end_date: null },
  });
});
