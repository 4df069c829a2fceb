import { accepted, invalid, otherUuid, refused, uuid } from '../testing/item-requests.ts';

const post = (data?: unknown) => refused('POST', '/api/items', data);

test('every accepted field is read and normalised', () => {
  const command = accepted('POST', '/api/items', {
    uuid: uuid.toUpperCase(),
    type: 'campaign',
    title: 'Cafe\u0301',
    description: 'a\r\nb',
    status: 'completed',
    assigned_to: 1001,
    parent_id: String(otherUuid).toUpperCase(),
    due_date: '2026-02-28',
    due_time: '17:00',
    end_date: '2026-03-01',
    priority: 'high',
    created_at: '2026-01-01T10:00:00+02:00',
    completed_at: '2026-01-02T10:00:00Z',
    labels: ['work', ' At home ', 'WORK'],
    position: 'Kb',
  });
  expect(command).toEqual({
    kind: 'create',
    uuid,
    type: 'campaign',
    title: 'Caf\u00e9',
    description: 'a\nb',
    status: 'completed',
    assigned_to: 1001,
    parent_id: { uuid: otherUuid },
    due_date: '2026-02-28',
    due_time: '17:00',
    repeat: null,
    repeat_from: null,
    repeat_start: null,
    occurrence_day: null,
    end_date: '2026-03-01',
    priority: 'high',
    created_at: '2026-01-01T08:00:00.000Z',
    completed_at: '2026-01-02T10:00:00.000Z',
    labels: ['At home', 'work'],
    position: 'Kb',
    occurrence: 1,
    occurrence_of: null,
    repeat_done: null,
  });
});

test('fields that the sender may not set are ignored, including device-only markers', () => {
  const command = accepted('POST', '/api/items', {
    type: 'todo',
    title: 'x',
    user_id: 7,
    version: 9,
    updated_at: 'never',
    deleted_at: 'now',
    _syncStatus: 'pending',
  });
  for (const field of ['user_id', 'version', 'updated_at', 'deleted_at', '_syncStatus']) {
    expect(command).not.toHaveProperty(field);
  }
});

test.each([
  ['no body', undefined, { body: 'required' }],
  ['a list as body', [], { body: 'malformed' }],
  ['a text as body', 'title', { body: 'malformed' }],
  ['no title', { type: 'todo' }, { title: 'required' }],
  ['an invalid uuid', { type: 'todo', title: 'x', uuid: '1' }, { uuid: 'malformed' }],
  ['several at once', { type: 'epic', title: '' }, { type: 'unknown_value', title: 'required' }],
])('%s is invalid, and the refusal names it', (_name, data, fields) => {
  expect(post(data)).toEqual(invalid(fields));
});
