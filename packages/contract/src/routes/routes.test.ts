import { activityActions, activityEntry } from '../items/activity.ts';
import { itemsPage } from '../items/streams.ts';
import { wireItem } from '../items/item.ts';
import { parseItemRequest } from '../requests/item-request.ts';
import { mutual, person } from '../people/people.ts';
import { refusalsOf, type Route } from './route.ts';
import { routes } from './routes.ts';

const table = Object.entries<Route>(routes);

test('every call of the specification, section 7, is in the table', () => {
  const calls = new Set(table.map(([, { method, path }]) => `${method} ${path}`));
  for (const call of [
    'GET /csrf-cookie',
    'POST /api/login',
    'GET /api/me',
    'POST /api/logout',
    'GET /api/items',
    'GET /api/items/:ref',
    'POST /api/items',
    'PATCH /api/items/:ref',
    'POST /api/items/:ref/assign',
    'DELETE /api/items/:ref',
    'GET /api/items/search',
    'GET /api/campaigns/:ref/activity',
    'POST /api/contacts/sync',
    'GET /api/contacts/mutuals',
  ]) {
    expect(calls).toContain(call);
  }
});

test('no two routes match the same call', () => {
  const calls = table.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
});

describe.each(table)('%s', (_name, route) => {
  test('needs the anti-forgery token if and only if it changes data', () => {
    expect(refusalsOf(route).includes('csrf')).toBe(route.method !== 'GET');
  });

  test('may refuse a body that is sent with a change, even if it reads none', () => {
    const codes = ['bad_json', 'too_large', 'invalid'] as const;
    const named = codes.filter((code) => refusalsOf(route).includes(code));
    if (route.method !== 'GET') expect(named).toEqual(codes);
  });

  test('describes the parameters of its path', () => {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
  });
});

test('the routes that change an item are exactly those that parseItemRequest reads', () => {
  const bodies = [
    undefined,
    { type: 'todo', title: 'x' },
    { title: 'x' },
    { user_id: 1 },
    { n: 1 },
    { position: 'K' },
  ];
  for (const [name, route] of table) {
    const url = route.path.replace(':ref', '10000001').replace(':id', '1').replace(':n', '1');
    const read = bodies.some((body) => parseItemRequest(route.method, url, body).ok);
    expect(read, name).toBe(route.changes === 'item');
  }
});

test('[DATA-09] a person has the fields of the specification', () => {
  expect(Object.keys(person.shape)).toEqual(['id', 'name', 'phone', 'created_at', 'updated_at']);
  expect(person.shape.id.safeParse(1000).success).toBe(true);
  expect(person.shape.id.safeParse('1000').success).toBe(false);
});

test('[DATA-13] a mutual contact has the fields of the specification', () => {
  expect(Object.keys(mutual.shape)).toEqual(['id', 'name', 'phone']);
});

test('[DATA-10] an item on the wire has the fields and relations of the specification', () => {
  expect(Object.keys(wireItem.shape)).toEqual(
    expect.arrayContaining([
      'id',
      'title',
      'description',
      'type',
      'status',
      'user_id',
      'assigned_to',
      'parent_id',
      'due_date',
      'end_date',
      'created_at',
      'updated_at',
      'completed_at',
      'created_by',
      'children_count',
      'completed_count',
      'parent',
      'user',
      'assignedUser',
    ]),
  );
  expect(wireItem.shape.created_by).toBe(person);
});

test('[DATA-12] an activity entry has the fields of the specification', () => {
  expect(Object.keys(activityEntry.shape)).toEqual([
    'id',
    'user',
    'action',
    'item',
    'description',
    'metadata',
    // An addition of ours: the texts that a change replaced.
    'before',
    'created_at',
  ]);
  expect(activityEntry.shape.user.shape).toHaveProperty('name');
  expect(Object.keys(activityEntry.shape.item.shape)).toEqual(
    expect.arrayContaining(['type', 'title']),
  );
  expect(activityActions).toEqual(
    expect.arrayContaining(['created', 'updated', 'deleted', 'completed', 'reopened', 'assigned']),
  );
});

test('a page has the fields of the specification', () => {
  expect(Object.keys(itemsPage.shape)).toEqual([
    'data',
    'current_page',
    'last_page',
    'per_page',
    'total',
  ]);
});
