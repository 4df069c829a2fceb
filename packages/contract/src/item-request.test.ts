import { maxCampaignItems, maxDescriptionChars, maxTitleChars } from '@foray/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignBody, createBody, deleteBody, patchBody } from './item-bodies.ts';
import { parseItemRequest } from './item-request.ts';
import type { ItemCommand } from './command.ts';

const uuid = '0190a5b2-3c4d-7e8f-9a0b-1c2d3e4f5a6b';
const otherUuid = '0190a5b2-3c4d-7e8f-9a0b-000000000001';

function accepted(method: string, url: string, data?: unknown): ItemCommand {
  const parsed = parseItemRequest(method, url, data);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

function refused(method: string, url: string, data?: unknown) {
  const parsed = parseItemRequest(method, url, data);
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.value)}`);
  const { code, fields } = parsed.error;
  return { code, fields };
}

function invalid(fields: Record<string, string>) {
  return { code: 'invalid', fields };
}

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

describe('patch', () => {
  const url = `/api/items/${uuid}`;

  test('only the fields that were sent are changed', () => {
    expect(accepted('PATCH', url, { title: 'New', colour: 'red', user_id: 3 })).toEqual({
      kind: 'patch',
      ref: { uuid },
      changes: { title: 'New' },
    });
    expect(accepted('PATCH', url, {})).toEqual({ kind: 'patch', ref: { uuid }, changes: {} });
  });

  test('null empties a field, and moves to the top level', () => {
    expect(
      accepted('PATCH', '/api/items/10000001', { description: '', due_date: null, parent_id: 0 }),
    ).toEqual({
      kind: 'patch',
      ref: { id: 10_000_001 },
      changes: { description: null, due_date: null, parent_id: null },
    });
  });

  test('the time of completion is a claim among the changes', () => {
    const completed_at = '2026-01-02T10:00:00.000Z';
    expect(accepted('PATCH', url, { status: 'completed', completed_at })).toEqual({
      kind: 'patch',
      ref: { uuid },
      changes: { status: 'completed', completed_at },
    });
  });

  test.each([
    ['a type, even the same', { type: 'todo' }, { type: 'immutable' }],
    ['an empty title', { title: null }, { title: 'required' }],
    ['a title of 256', { title: 'x'.repeat(256) }, { title: 'too_long' }],
    ['U+0000', { title: '\u0000x' }, { title: 'control_character' }],
    ['no status', { status: null }, { status: 'unknown_value' }],
    ['no body', undefined, { body: 'required' }],
  ])('%s is invalid and named', (_name, data, fields) => {
    expect(refused('PATCH', url, data)).toEqual(invalid(fields));
  });
});

describe('labels', () => {
  const url = `/api/items/${uuid}/labels`;

  test('[LABEL-02] are added and taken away, normalised', () => {
    expect(accepted('POST', url, { add: ['work', ' At home '], remove: ['Later'] })).toEqual({
      kind: 'label',
      ref: { uuid },
      add: ['At home', 'work'],
      remove: ['Later'],
    });
    expect(accepted('POST', url, {})).toMatchObject({ add: [], remove: [] });
  });

  test.each([
    ['no body', undefined, { body: 'required' }],
    ['an empty label', { add: [''] }, { add: 'required' }],
    ['a label as text', { remove: 'home' }, { remove: 'malformed' }],
    ['one label in both', { add: ['home'], remove: ['Home'] }, { remove: 'twice' }],
  ])('%s is invalid and named', (_name, data, fields) => {
    expect(refused('POST', url, data)).toEqual(invalid(fields));
  });

  test('[LABEL-01] of a new item are refused by name', () => {
    const data = { type: 'todo', title: 'x', labels: ['x'.repeat(41)] };
    expect(refused('POST', '/api/items', data)).toEqual(invalid({ labels: 'too_long' }));
  });
});

describe('assign', () => {
  const url = `/api/items/${uuid}/assign`;

  test.each([
    [3, 3],
    [0, null],
    [null, null],
  ])('to %s', (user_id, assignee) => {
    expect(accepted('POST', url, { user_id })).toEqual({
      kind: 'assign',
      ref: { uuid },
      user_id: assignee,
    });
  });

  test.each([
    ['no user named', {}, { user_id: 'required' }],
    ['a text', { user_id: '3' }, { user_id: 'not_an_id' }],
    ['a negative number', { user_id: -1 }, { user_id: 'not_an_id' }],
    ['no body', undefined, { body: 'required' }],
  ])('%s is invalid and named', (_name, data, fields) => {
    expect(refused('POST', url, data)).toEqual(invalid(fields));
  });
});

describe('delete and restore', () => {
  const url = `/api/items/${uuid}`;

  test('a delete without body takes the item alone', () => {
    const alone = { kind: 'delete', ref: { uuid }, children: [] };
    expect(accepted('DELETE', url)).toEqual(alone);
    expect(accepted('DELETE', url, null)).toEqual(alone);
    expect(accepted('DELETE', url, {})).toEqual(alone);
  });

  test('a delete names each of the children once', () => {
    const children = [otherUuid.toUpperCase(), otherUuid];
    expect(accepted('DELETE', url, { children })).toMatchObject({ children: [otherUuid] });
  });

  test.each([
    ['not a list', { children: otherUuid }, { children: 'malformed' }],
    ['numbers', { children: [10_000_001] }, { children: 'malformed' }],
    [
      'more than a campaign holds',
      { children: Array.from({ length: maxCampaignItems + 1 }, () => otherUuid) },
      { children: 'too_long' },
    ],
    ['a list as body', [otherUuid], { body: 'malformed' }],
  ])('%s is invalid and named', (_name, data, fields) => {
    expect(refused('DELETE', url, data)).toEqual(invalid(fields));
  });

  test('a restore has no body', () => {
    expect(accepted('POST', `${url}/restore`)).toEqual({ kind: 'restore', ref: { uuid } });
  });
});

describe('what is no change of an item', () => {
  test.each([
    ['GET', '/api/items'],
    ['PATCH', '/api/items'],
    ['POST', '/api/items/'],
    ['POST', `/api/items/${uuid}`],
    ['PUT', `/api/items/${uuid}`],
    ['POST', `/api/items/${uuid}/archive`],
    ['DELETE', `/api/items/${uuid}/assign`],
    ['POST', `/api/items/${uuid}/assign/3`],
    ['DELETE', '/api/items/0'],
    ['DELETE', '/api/items/-1'],
    ['DELETE', '/api/items/1e3'],
    ['DELETE', '/api/items/99999999999999999'],
    ['DELETE', '/api/items/search'],
    ['DELETE', '/api/items/..%2fme'],
    ['POST', '/api/login'],
    ['POST', 'https://example.org/api/items'],
    ['POST', '/other/api/items'],
    ['POST', ''],
  ])('%s %s is not_found', (method, url) => {
    expect(refused(method, url, { type: 'todo', title: 'x' })).toEqual({
      code: 'not_found',
      fields: undefined,
    });
  });
});

test('everything that is accepted has the documented shape', () => {
  const value = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, 0, 1, 1.5, -1, '', 'x', '\u0000', true, [], {}),
    fc.constantFrom('campaign', 'task', 'todo', 'pending', 'completed', 'in_progress'),
    fc.constantFrom(uuid, uuid.toUpperCase(), '2026-01-31', '2026-01-31T00:00:00Z', '10000001'),
    fc.constantFrom([uuid], [1], 'y'.repeat(300)),
  );
  const fields = [
    ...new Set([
      ...Object.keys(createBody.shape),
      ...Object.keys(deleteBody.shape),
      ...Object.keys(assignBody.shape),
    ]),
  ];
  const data = fc.oneof(
    value,
    fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] }),
    // Mostly right, so that enough of them are accepted.
    fc.record(
      {
        type: fc.constantFrom('campaign', 'todo'),
        title: fc.string(),
        parent_id: value,
        due_date: value,
        end_date: value,
        status: value,
        uuid: value,
      },
      { requiredKeys: ['type', 'title'] },
    ),
  );
  const routes = fc.constantFrom(
    ['POST', '/api/items', createBody] as const,
    ['PATCH', `/api/items/${uuid}`, patchBody] as const,
    ['POST', `/api/items/${uuid}/assign`, assignBody] as const,
    ['DELETE', `/api/items/${uuid}`, deleteBody.nullish()] as const,
  );
  fc.assert(
    fc.property(routes, data, ([method, url, schema], body) => {
      const parsed = parseItemRequest(method, url, body);
      if (!parsed.ok) return;
      expect(schema.safeParse(body).error).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});

test('the answer to any input is a value', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.anything(), (method, path, data) => {
      parseItemRequest(method, `/api/items/${path}`, data);
      parseItemRequest('POST', '/api/items', data);
      parseItemRequest('PATCH', '/api/items/1', data);
      parseItemRequest('DELETE', '/api/items/1', data);
    }),
  );
});
