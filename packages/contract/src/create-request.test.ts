import { maxDescriptionChars, maxTitleChars } from '@foray/domain';
import { describe, expect, test } from 'vitest';
import { accepted, invalid, otherUuid, refused, uuid } from './testing/item-requests.ts';

describe('create', () => {
  const post = (data?: unknown) => refused('POST', '/api/items', data);

  test('a minimal create gets the defaults', () => {
    expect(accepted('POST', '/api/items', { type: 'todo', title: ' Call  ' })).toEqual({
      kind: 'create',
      uuid: null,
      type: 'todo',
      title: 'Call',
      description: null,
      status: 'pending',
      assigned_to: null,
      due_date: null,
      due_time: null,
      repeat: null,
      repeat_from: null,
      repeat_start: null,
      end_date: null,
      priority: null,
      parent_id: null,
      created_at: null,
      completed_at: null,
      labels: [],
      occurrence: 1,
      occurrence_of: null,
    });
  });

  test('every accepted field is read, normalised', () => {
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
      end_date: '2026-03-01',
      priority: 'high',
      created_at: '2026-01-01T08:00:00.000Z',
      completed_at: '2026-01-02T10:00:00.000Z',
      labels: ['At home', 'work'],
      occurrence: 1,
      occurrence_of: null,
    });
  });

  test('fields that the sender may not set are ignored, device-only markers included', () => {
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
    ['0', 0],
    ['null', null],
    ['absent', undefined],
  ])('a parent or assignee of %s is none', (_name, none) => {
    const command = accepted('POST', '/api/items', {
      type: 'todo',
      title: 'x',
      parent_id: none,
      assigned_to: none,
    });
    expect(command).toMatchObject({ kind: 'create', parent_id: null, assigned_to: null });
  });

  test.each([
    ['no body', undefined, { body: 'required' }],
    ['a list as body', [], { body: 'malformed' }],
    ['a text as body', 'title', { body: 'malformed' }],
    ['no title', { type: 'todo' }, { title: 'required' }],
    ['a blank title', { type: 'todo', title: ' \n ' }, { title: 'required' }],
    ['a title that is no text', { type: 'todo', title: 5 }, { title: 'malformed' }],
    ['a title of 256', { type: 'todo', title: 'x'.repeat(256) }, { title: 'too_long' }],
    ['U+0000 in the title', { type: 'todo', title: 'a\u0000b' }, { title: 'control_character' }],
    ['half a surrogate pair', { type: 'todo', title: 'a\ud800' }, { title: 'malformed' }],
    [
      'U+0000 in the description',
      { type: 'task', title: 'x', description: '\u0000' },
      { description: 'control_character' },
    ],
    [
      'a description of 10,001',
      { type: 'task', title: 'x', description: 'x'.repeat(maxDescriptionChars + 1) },
      { description: 'too_long' },
    ],
    ['no type', { title: 'x' }, { type: 'required' }],
    ['an unknown type', { type: 'epic', title: 'x' }, { type: 'unknown_value' }],
    [
      'an unknown status',
      { type: 'todo', title: 'x', status: 'done' },
      { status: 'unknown_value' },
    ],
    [
      'a parent that is no name',
      { type: 'todo', title: 'x', parent_id: 'x' },
      { parent_id: 'malformed' },
    ],
    [
      'an assignee as text',
      { type: 'todo', title: 'x', assigned_to: '4' },
      { assigned_to: 'not_an_id' },
    ],
    [
      'a day that is none',
      { type: 'task', title: 'x', due_date: '2026-02-30' },
      { due_date: 'not_a_date' },
    ],
    [
      'an end date on a task',
      { type: 'task', title: 'x', end_date: '2026-02-20' },
      { end_date: 'campaign_only' },
    ],
    ['a uuid that is none', { type: 'todo', title: 'x', uuid: '1' }, { uuid: 'malformed' }],
    [
      'a time that is none',
      { type: 'todo', title: 'x', created_at: 'today' },
      { created_at: 'not_a_date' },
    ],
    ['several at once', { type: 'epic', title: '' }, { type: 'unknown_value', title: 'required' }],
  ])('%s is invalid and named', (_name, data, fields) => {
    expect(post(data)).toEqual(invalid(fields));
  });

  test('a title of 255 after trimming is accepted', () => {
    const title = 'x'.repeat(maxTitleChars);
    expect(accepted('POST', '/api/items', { type: 'todo', title: ` ${title} ` })).toMatchObject({
      title,
    });
  });
});
