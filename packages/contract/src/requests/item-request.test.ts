import { maxCampaignItems } from '@foray/domain';
import fc from 'fast-check';
import { assignBody, createBody, deleteBody, patchBody } from '../items/item-bodies.ts';
import { parseItemRequest } from './item-request.ts';
import { accepted, invalid, otherUuid, refused, uuid } from '../testing/item-requests.ts';

describe('patch', () => {
  const url = `/api/items/${uuid}`;

  test('changes only the fields that were sent', () => {
    expect(accepted('PATCH', url, { title: 'New', colour: 'red', user_id: 3 })).toEqual({
      kind: 'patch',
      ref: { uuid },
      changes: { title: 'New' },
    });
    expect(accepted('PATCH', url, {})).toEqual({ kind: 'patch', ref: { uuid }, changes: {} });
  });

  test('clears a field that is null, and moves to the top level', () => {
    expect(
      accepted('PATCH', '/api/items/10000001', { description: '', due_date: null, parent_id: 0 }),
    ).toEqual({
      kind: 'patch',
      ref: { id: 10_000_001 },
      changes: { description: null, due_date: null, parent_id: null },
    });
  });

  test('accepts the time of completion as a claim among the changes', () => {
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
  ])('refuses %s and names the field', (_name, data, fields) => {
    expect(refused('PATCH', url, data)).toEqual(invalid(fields));
  });
});

describe('labels', () => {
  const url = `/api/items/${uuid}/labels`;

  test('[LABEL-02] are added and removed, normalised', () => {
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
  ])('refuse %s and name the field', (_name, data, fields) => {
    expect(refused('POST', url, data)).toEqual(invalid(fields));
  });

  test('[LABEL-01] in a create are refused with the name of the field', () => {
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
  ])('refuses %s and names the field', (_name, data, fields) => {
    expect(refused('POST', url, data)).toEqual(invalid(fields));
  });
});

describe('delete and restore', () => {
  const url = `/api/items/${uuid}`;

  test('a delete without a body deletes only the item', () => {
    const alone = { kind: 'delete', ref: { uuid }, children: [] };
    expect(accepted('DELETE', url)).toEqual(alone);
    expect(accepted('DELETE', url, null)).toEqual(alone);
    expect(accepted('DELETE', url, {})).toEqual(alone);
  });

  test('a delete names each of the children once', () => {
    const children = [otherUuid.toUpperCase(), otherUuid];
    expect(accepted('DELETE', url, { children })).toMatchObject({ children: [otherUuid] });
    const most = Array.from({ length: maxCampaignItems }, () => otherUuid);
    expect(accepted('DELETE', url, { children: most })).toMatchObject({ children: [otherUuid] });
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
  ])('refuse %s and name the field', (_name, data, fields) => {
    expect(refused('DELETE', url, data)).toEqual(invalid(fields));
  });

  test('a restore has no body', () => {
    expect(accepted('POST', `${url}/restore`)).toEqual({ kind: 'restore', ref: { uuid } });
  });
});

describe('a request that changes no item', () => {
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
  ])('is not_found: %s %s', (method, url) => {
    expect(refused(method, url, { type: 'todo', title: 'x' })).toEqual({
      code: 'not_found',
      fields: undefined,
    });
  });
});

test('every accepted request has the documented format', () => {
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
    // Mostly valid, so that enough of them are accepted.
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

test('any input gets a value and no exception', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.anything(), (method, path, data) => {
      parseItemRequest(method, `/api/items/${path}`, data);
      parseItemRequest('POST', '/api/items', data);
      parseItemRequest('PATCH', '/api/items/1', data);
      parseItemRequest('DELETE', '/api/items/1', data);
    }),
  );
});

describe('an item that exists elsewhere', () => {
  const data = { type: 'todo', title: 'x', due_date: '0026-05-01' };

  test('[DAY-06] is created with a date of an earlier release only by an import', () => {
    expect(parseItemRequest('POST', '/api/items', data, true)).toMatchObject({
      ok: true,
      value: { due_date: '0026-05-01' },
    });
    expect(refused('POST', '/api/items', data)).toEqual(invalid({ due_date: 'not_a_date' }));
  });

  test('[DAY-06] takes back a skip of a day of an earlier release', () => {
    const skipped = { skipped_from: '0026-05-01', skipped_day: '0026-05-02' };
    expect(accepted('DELETE', `/api/items/${uuid}/occurrences/1`, skipped)).toMatchObject(skipped);
  });
});
