import { routes } from '@foray/contract';
import type { OperationId } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RightsModel } from './http/testing/rights-model.ts';
import type { Expected, Spot } from './http/testing/rights-model.ts';
import { buildRightsWorld, ownCampaign, relations, titleOf } from './http/testing/rights-world.ts';
import type { RightsWorld } from './http/testing/rights-world.ts';
import { startServerUnderTest } from './http/testing/server-under-test.ts';
import type { ServerUnderTest } from './http/testing/server-under-test.ts';
import { freshPhone } from './http/testing/test-client.ts';
import type { TestAnswer, TestClient } from './http/testing/test-client.ts';

// Every route and method x what the asker is to the item x every kind of parent and assignee. What must
// be answered is told by rights-model.ts, which knows product.md and nothing of the code.

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Call {
  readonly method: Method;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Case {
  readonly operation: OperationId;
  readonly actor: string;
  readonly about: string;
  readonly call: Call;
  readonly expected: Expected;
  /** What else must be true of an answer. */
  readonly also?: (answer: TestAnswer) => unknown;
}

const actors = [...relations, 'signed out', 'expired session'] as const;
const targets = [
  'task A',
  'campaign B',
  'todo C',
  'todo D',
  'task E',
  'todo F',
  'task G',
  'task H',
  'todo H',
];
const unauthenticated: Expected = { status: 401, code: 'unauthenticated' };

let server: ServerUnderTest;
let app: FastifyInstance;
let world: RightsWorld;
let model: RightsModel;
/** The same with family H brought back. */
let modelAfterRestore: RightsModel;
let clients: ReadonlyMap<string, TestClient>;
let cases: readonly Case[];
let base: Rows;
const sessionIds = new Map<string, number>();

beforeAll(async () => {
  server = await startServerUnderTest();
  app = await server.build();
  world = await buildRightsWorld(server);
  model = new RightsModel(world.facts);
  const { things } = world.facts;
  modelAfterRestore = new RightsModel({
    ...world.facts,
    things: new Map(
      [...things].map(([name, thing]) => [
        name,
        { ...thing, isDeleted: thing.isDeleted && !name.endsWith(' H') },
      ]),
    ),
  });
  clients = await openBrowsers();
  await keepWorld();
  base = await readRows();
  cases = allCases();
});
afterAll(async () => {
  await server?.stop();
});

test.each(Object.keys(routes) as OperationId[])('rights at %s', async (operation) => {
  const failures: unknown[] = [];
  for (const one of cases) {
    if (one.operation !== operation) continue;
    const problems = await judge(one);
    if (problems.length > 0) {
      failures.push(JSON.stringify([one.actor, one.about, one.call, ...problems]));
    }
  }
  expect(failures).toEqual([]);
});

test('the matrix covers every route, everybody, and at least 500 cases', () => {
  process.stdout.write(`authorization matrix: ${cases.length} cases\n`);
  expect(cases.length).toBeGreaterThanOrEqual(500);
  const covered = (of: (one: Case) => string) => [...new Set(cases.map(of))].toSorted();
  expect(covered(({ operation }) => operation)).toEqual(Object.keys(routes).toSorted());
  for (const operation of Object.keys(routes)) {
    const asked = cases.filter((one) => one.operation === operation).map(({ actor }) => actor);
    expect([operation, new Set(asked)]).toEqual([operation, new Set(actors)]);
  }
  const answers = new Set(cases.map(({ expected }) => expected.code ?? String(expected.status)));
  for (const code of [
    'forbidden',
    'not_found',
    'illegal_parent',
    'parent_gone',
    'parent_pending',
  ]) {
    expect(answers).toContain(code);
  }
});

/** Sends one case, compares, and puts the world back if it changed. */
async function judge(one: Case): Promise<readonly unknown[]> {
  const { operation, actor, call, expected, also } = one;
  const client = clients.get(actor)!;
  const cookies = new Map(client.cookies);
  const answer =
    operation === 'watchEvents' ? await openStream(client, call.url) : await ask(client, call);
  client.cookies.clear();
  for (const [name, value] of cookies) client.cookies.set(name, value);

  const problems: unknown[] = [];
  const got = [answer.status, answer.body?.error?.code];
  const wanted = [expected.status, expected.code];
  if (JSON.stringify(got) !== JSON.stringify(wanted)) problems.push({ got, wanted });
  else if (also !== undefined) {
    const problem = await also(answer);
    if (problem !== undefined && problem !== true) problems.push(problem);
  }
  const hasRestored = call.url.endsWith('/restore') && answer.status === 200;
  const leaked = leaks(hasRestored ? modelAfterRestore : model, one, answer);
  if (leaked.length > 0) problems.push({ leaked });

  const after = await readRows();
  const different = tables.filter((table) => after[table] !== base[table]);
  // A refusal is remembered under its key, if it has one, and that is all.
  const hasKey = operation === 'runBatch' || call.headers?.['idempotency-key'] !== undefined;
  const isChanged = different.some((table) => table !== 'ops' || !hasKey);
  if (isChanged !== (expected.changes ?? false)) problems.push({ different });
  if (different.length > 0) await restoreWorld(different);
  return problems;
}

/** Whatever an answer says that the asker may not know: things unseen, and phones. */
function leaks(sight: RightsModel, { actor, call }: Case, answer: TestAnswer): readonly string[] {
  const seen = sight.sight(actor);
  // A deleted thing is told of only to whoever may bring it back, and in the history of its campaign.
  const isHistory = call.url.endsWith('/activity');
  const things = [...world.facts.things.values()].filter(
    ({ name, isDeleted }) =>
      !seen.has(name) &&
      !(isDeleted && (isHistory || canRestore(actor, name))) &&
      answer.text.includes(titleOf(name)),
  );
  const phones = [...world.people].filter(
    ([name, { phone }]) => !model.seesPhone(actor, name) && answer.text.includes(phone),
  );
  return [...things.map(({ name }) => name), ...phones.map(([name]) => `phone of ${name}`)];
}

// ---------------------------------------------------------------------------------- the cases

function allCases(): readonly Case[] {
  return [
    ...readingCases(),
    ...changeCases(),
    ...changeCases().flatMap(inBatch),
    ...headerCases(),
    ...accountCases(),
    ...openCases(),
  ];
}

/** For everyone who asks: the expected answer by the model, or 401 without a session. */
function forEach(
  operation: OperationId,
  about: string,
  call: (actor: string) => Call,
  expected: (actor: string) => Expected,
  also?: (actor: string) => (answer: TestAnswer) => unknown,
): Case[] {
  return actors.map((actor): Case => {
    const isPerson = world.people.has(actor);
    return {
      operation,
      actor,
      about,
      call: call(actor),
      expected: isPerson ? expected(actor) : unauthenticated,
      ...(isPerson && also && { also: also(actor) }),
    };
  });
}

function readingCases(): Case[] {
  const histories = [...world.facts.things.values()].flatMap(({ name, type }) =>
    type === 'campaign' || name === 'task A' ? name : [],
  );
  const bySight =
    (of: (answer: TestAnswer) => readonly { uuid: string }[], type?: string) =>
    (actor: string) =>
    (answer: TestAnswer) => {
      const seen = [...model.sight(actor)].filter(
        (name) => type === undefined || world.facts.things.get(name)?.type === type,
      );
      const wanted = seen.map((name) => world.refs.get(name)!.uuid).toSorted();
      const got = of(answer).map(({ uuid }) => uuid);
      return equal(got.toSorted(), wanted);
    };
  const readable = (): Expected => ({ status: 200 });
  return [
    ...targets
      .concat('campaign A', 'campaign C', 'task C', 'campaign G', 'campaign X')
      .flatMap((name) =>
        (['id', 'uuid'] as const).flatMap((by) =>
          forEach(
            'getItem',
            `${name} by ${by}`,
            () => ({ method: 'GET', url: `/api/items/${ref(name)[by]}` }),
            (actor) => model.read(actor, name),
            (actor) =>
              ({ status, body }) =>
                status === 200 ? equal(body.permission, model.rightOn(actor, name)) : true,
          ),
        ),
      ),
    ...histories.flatMap((name) =>
      forEach(
        'listActivity',
        name,
        () => ({ method: 'GET', url: `/api/campaigns/${ref(name).uuid}/activity` }),
        (actor) => model.activity(actor, name),
        (actor) =>
          ({ status, body }) => {
            if (status !== 200 || model.rightOn(actor, name) !== 'view') return true;
            const seen = new Set([...model.sight(actor)].map((each) => ref(each).uuid));
            return body.data.every((entry: { item: { uuid: string } }) =>
              seen.has(entry.item.uuid),
            );
          },
      ),
    ),
    ...(['campaign', 'task', 'todo'] as const).flatMap((type) => [
      ...forEach(
        'listItems',
        `the list of ${type}`,
        () => ({ method: 'GET', url: `/api/items?type=${type}` }),
        readable,
        bySight(({ body }) => body.data, type),
      ),
      ...forEach(
        'listItems',
        `the stream of ${type}`,
        () => ({ method: 'GET', url: `/api/items?type=${type}&since=0` }),
        readable,
        bySight(({ body }) => body.data, type),
      ),
    ]),
    ...forEach(
      'searchItems',
      'a word of every title',
      () => ({ method: 'GET', url: '/api/items/search?q=secret' }),
      readable,
      bySight(({ body }) => body),
    ),
    ...forEach(
      'listTrash',
      '',
      () => ({ method: 'GET', url: '/api/trash' }),
      readable,
      (actor) =>
        ({ body }) => {
          // What went with another comes back with it, and is not listed beside it.
          const listed = ['campaign G', 'task H'].filter((name) => canRestore(actor, name));
          const uuids = body.data.map(({ uuid }: { uuid: string }) => uuid);
          return equal(uuids.toSorted(), listed.map((name) => ref(name).uuid).toSorted());
        },
    ),
    ...forEach('listChanges', '', () => ({ method: 'GET', url: '/api/changes?since=0' }), readable),
  ];
}

function changeCases(): Case[] {
  return [
    ...targets.concat('campaign A', 'task C').flatMap(editCases),
    ...['task A', 'campaign B', 'todo C', 'task G'].flatMap(assignCases),
    ...moveCases('task A', () => true),
    ...moveCases('todo C', (index) => index % 2 === 0),
    ...createCases(),
  ];
}

function editCases(name: string): Case[] {
  const url = (by: 'id' | 'uuid') => `/api/items/${ref(name)[by]}`;
  const below = [...world.facts.things.values()].flatMap((thing) =>
    thing.parent === name && !thing.isDeleted ? ref(thing.name).uuid : [],
  );
  const elsewhere = ['campaign X', 'todo of member']
    .map((other) => ref(other).uuid)
    .filter((uuid) => !below.includes(uuid));
  const edit = (actor: string) => model.edit(actor, name);
  return [
    ...forEach(
      'updateItem',
      `title of ${name}`,
      () => ({ method: 'PATCH', url: url('id'), body: { title: 'New' } }),
      edit,
    ),
    ...forEach(
      'updateItem',
      `status of ${name}, with fields that nobody sets`,
      () => ({
        method: 'PATCH',
        url: url('uuid'),
        body: {
          status: 'completed',
          user_id: person('stranger').id,
          version: 9,
          permission: 'manage',
        },
      }),
      edit,
    ),
    ...forEach(
      'deleteItem',
      `${name} alone`,
      () => ({ method: 'DELETE', url: url('id') }),
      (actor) => model.remove(actor, name),
    ),
    ...forEach(
      'deleteItem',
      `${name}, naming what is below it and things elsewhere`,
      () => ({ method: 'DELETE', url: url('uuid'), body: { children: [...below, ...elsewhere] } }),
      (actor) => model.remove(actor, name),
      () =>
        async ({ status }) => {
          const dead = await deadAmong([...below, ...elsewhere]);
          return status !== 204 || equal(dead, below.toSorted());
        },
    ),
    ...forEach(
      'restoreItem',
      name,
      () => ({ method: 'POST', url: `${url('uuid')}/restore` }),
      (actor) => model.restore(actor, name),
    ),
  ];
}

/** Every kind of assignee: the name that the model knows, and what is sent. */
function assignees(actor: string): readonly (readonly [string | null, number | null])[] {
  const named = ['mutual contact', 'member', 'somebody else', 'former assignee', 'assignee'];
  return [
    [null, 0],
    [null, null],
    [actor, world.people.get(actor)?.id ?? 0],
    ['sample 1', 1],
    ['sample 4', 4],
    ['nobody 5', 5],
    ['nobody 999999', 999_999],
    ...[...named, 'viewer through a descendant'].map((name) => [name, person(name).id] as const),
  ];
}

function assignCases(name: string): Case[] {
  return assignees('').flatMap((_, index) => {
    const kind = (actor: string) => assignees(actor)[index]!;
    const expected = (actor: string) => model.assign(actor, name, kind(actor)[0]);
    const about = `${name} to ${index === 2 ? 'oneself' : kind('')[0]}`;
    return [
      ...forEach(
        'assignItem',
        about,
        (actor) => ({
          method: 'POST',
          url: `/api/items/${ref(name).uuid}/assign`,
          body: { user_id: kind(actor)[1] },
        }),
        expected,
      ),
      ...(name === 'task A'
        ? forEach(
            'updateItem',
            about,
            (actor) => ({
              method: 'PATCH',
              url: `/api/items/${ref(name).id}`,
              body: { assigned_to: kind(actor)[1] },
            }),
            expected,
          )
        : []),
    ];
  });
}

/** Every kind of parent, for somebody: their own, others', a wrong type, gone, unknown; both ways. */
function parents(actor: string): readonly Spot[] {
  const own = world.people.has(actor) ? ownCampaign(actor) : 'campaign B';
  const named = [
    own,
    'campaign A',
    'campaign B',
    'campaign C',
    'campaign G',
    'campaign X',
    'task A',
    'task C',
    'task E',
    'task H',
    'todo D',
    null,
  ];
  return [
    'top',
    ...named.flatMap((thing): Spot[] => [
      { thing, by: 'number' },
      { thing, by: 'uuid' },
    ]),
  ];
}

function parentId(spot: Spot): number | string | null {
  if (spot === 'top') return null;
  if (spot.thing === null) return spot.by === 'number' ? 99_999_999 : randomUUID();
  return spot.by === 'number' ? ref(spot.thing).id : ref(spot.thing).uuid;
}

function moveCases(name: string, isTried: (index: number) => boolean): Case[] {
  return parents('').flatMap((_, index) => {
    if (!isTried(index)) return [];
    const spot = (actor: string) => parents(actor)[index]!;
    return forEach(
      'updateItem',
      `${name} to ${JSON.stringify(spot(''))}`,
      (actor) => ({
        method: 'PATCH',
        url: `/api/items/${ref(name).uuid}`,
        body: { parent_id: parentId(spot(actor)) },
      }),
      (actor) => model.move(actor, name, spot(actor)),
    );
  });
}

function createCases(): Case[] {
  const draft = { title: 'New' };
  const places = parents('').flatMap((_, index) => {
    const spot = (actor: string) => parents(actor)[index]!;
    const first = spot('');
    const type = first === 'top' || first.by === 'uuid' ? 'todo' : 'task';
    return forEach(
      'createItem',
      `${type} in ${JSON.stringify(first)}`,
      (actor) => ({
        method: 'POST',
        url: '/api/items',
        body: { ...draft, type, parent_id: parentId(spot(actor)) },
      }),
      (actor) => model.create(actor, type, spot(actor)),
    );
  });
  const people = assignees('').flatMap((_, index) => {
    const kind = (actor: string) => assignees(actor)[index]!;
    return (['top', { thing: 'campaign A', by: 'uuid' }] satisfies Spot[]).flatMap((spot) =>
      forEach(
        'createItem',
        `for ${index === 2 ? 'oneself' : kind('')[0]} in ${JSON.stringify(spot)}`,
        (actor) => ({
          method: 'POST',
          url: '/api/items',
          body: { ...draft, type: 'todo', parent_id: parentId(spot), assigned_to: kind(actor)[1] },
        }),
        (actor) => model.create(actor, 'todo', spot, kind(actor)[0]),
      ),
    );
  });
  return [
    ...places,
    ...people,
    ...forEach(
      'createItem',
      'a campaign in a campaign',
      () => ({
        method: 'POST',
        url: '/api/items',
        body: { ...draft, type: 'campaign', parent_id: ref('campaign A').uuid },
      }),
      (actor) => model.create(actor, 'campaign', { thing: 'campaign A', by: 'uuid' }),
    ),
    ...forEach(
      'createItem',
      "under another's uuid",
      () => ({
        method: 'POST',
        url: '/api/items',
        body: { ...draft, type: 'task', uuid: ref('campaign X').uuid },
      }),
      () => ({ status: 422, code: 'uuid_taken' }),
    ),
  ];
}

/** Some of the changes once more as an entry of a batch, where each has the outcome that it has alone. */
function inBatch(one: Case, index: number): Case[] {
  if (one.expected === unauthenticated ? index % 59 !== 0 : index % 8 !== 0) return [];
  const { method, url, body } = one.call;
  const entry = { id: 'one', method, url, ...(body !== undefined && { data: body }) };
  const batch: Case = {
    ...one,
    operation: 'runBatch',
    about: `${one.operation}: ${one.about}`,
    call: { method: 'POST', url: '/api/batch', body: { requests: [entry] } },
  };
  if (one.expected === unauthenticated) return [batch];
  const { status, code, changes } = one.expected;
  return [
    {
      ...batch,
      expected: { status: 200, changes: changes ?? false },
      also: ({ body: { results } }) =>
        equal([results[0].status, results[0].body?.error?.code], [status, code]),
    },
  ];
}

/** Headers that name states and other requests tell nothing to who may not see the item. */
function headerCases(): Case[] {
  return ['task A', 'todo C', 'task H'].flatMap((name) => {
    const call = (headers: Readonly<Record<string, string>>) => (): Call => ({
      method: 'PATCH',
      url: `/api/items/${ref(name).uuid}`,
      body: { title: 'New' },
      headers,
    });
    const failing =
      (refused: Expected) =>
      (actor: string): Expected => {
        const edit = model.edit(actor, name);
        return edit.status === 200 ? refused : edit;
      };
    return [
      ...forEach(
        'updateItem',
        `${name}, based on another state`,
        call({ 'if-match': '"another:7"' }),
        failing({ status: 412, code: 'stale' }),
        () =>
          ({ status, body }) =>
            equal('item' in body.error, status === 412),
      ),
      ...forEach(
        'updateItem',
        `${name}, after a request of somebody else`,
        call({ 'x-after': 'key of somebody else' }),
        failing({ status: 424, code: 'after_failed' }),
      ),
      ...forEach(
        'updateItem',
        `${name}, under the key of somebody else`,
        call({ 'idempotency-key': 'key of somebody else' }),
        (actor) => model.edit(actor, name),
      ),
      ...forEach(
        'updateItem',
        `${name}, for another account`,
        call({ 'x-actor': String(person('somebody else').id) }),
        () => ({ status: 409, code: 'wrong_actor' }),
      ),
    ];
  });
}

function accountCases(): Case[] {
  const ok =
    (status: number, changes = false) =>
    (): Expected => ({ status, changes });
  const other = sessionIds.get('somebody else')!;
  const notYet = (): Expected => ({ status: 503, code: 'unavailable' });
  const plain = (operation: OperationId, body?: unknown, path?: string) => (): Call => ({
    method: routes[operation].method,
    url: path ?? routes[operation].path,
    ...(body !== undefined && { body }),
  });
  const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'k', auth: 'a' } };
  return [
    ...forEach(
      'getMe',
      '',
      plain('getMe'),
      ok(200),
      (actor) =>
        ({ body }) =>
          equal(body.user.id, person(actor).id),
    ),
    ...forEach('updateMe', '', plain('updateMe', { name: 'New', id: 4 }), ok(200, true)),
    ...forEach(
      'listSessions',
      '',
      plain('listSessions'),
      ok(200),
      (actor) =>
        ({ body }) =>
          equal(
            body.data.map(({ id }: { id: number }) => id),
            [sessionIds.get(actor)],
          ),
    ),
    ...forEach(
      'endSession',
      "another's",
      plain('endSession', undefined, `/api/sessions/${other}`),
      () => ({
        status: 404,
        code: 'not_found',
      }),
    ),
    ...forEach(
      'endSession',
      "one's own",
      (actor) =>
        plain('endSession', undefined, `/api/sessions/${sessionIds.get(actor) ?? other}`)(),
      ok(204, true),
    ),
    ...forEach('endSessions', '', plain('endSessions'), ok(204, true)),
    ...forEach('logout', '', plain('logout'), ok(204, true)),
    ...forEach('syncContacts', '', plain('syncContacts', { contacts: [] }), notYet),
    ...forEach('listMutuals', '', plain('listMutuals'), notYet),
    ...forEach('readNotifications', '', plain('readNotifications', { up_to: 1 }), notYet),
    ...forEach('startPush', '', plain('startPush', subscription), notYet),
    ...forEach('endPush', '', plain('endPush', { endpoint: subscription.endpoint }), notYet),
  ];
}

function openCases(): Case[] {
  const open = (
    operation: OperationId,
    expected: Expected,
    body?: unknown,
    expired: Expected = expected,
  ): Case[] =>
    actors.map((actor) => ({
      operation,
      actor,
      about: 'no session is needed',
      call: {
        method: routes[operation].method,
        url: routes[operation].path,
        ...(body !== undefined && { body }),
      },
      expected: actor === 'expired session' ? expired : expected,
    }));
  const ok: Expected = { status: 200 };
  // The token of a session that is over is worth nothing; the browser fetches another one.
  const csrf: Expected = { status: 403, code: 'csrf' };
  const phone = freshPhone();
  return [
    ...open('getCsrfCookie', { status: 204 }),
    ...open('login', { status: 200, changes: true }, { phone, name: 'New' }, csrf),
    ...open('requestLoginCode', ok, { phone }, csrf),
    ...open('getConfig', ok),
    ...open('getOpenApi', ok),
    ...open('isAlive', ok),
    ...open('isReady', ok),
    ...forEach(
      'watchEvents',
      '',
      () => ({ method: 'GET', url: '/api/events' }),
      () => ok,
    ),
  ];
}

// ---------------------------------------------------------------------------------- the world

function ref(name: string): { readonly id: number; readonly uuid: string } {
  return world.refs.get(name)!;
}

function canRestore(actor: string, name: string): boolean {
  return model.restore(actor, name).status === 200;
}

function person(name: string) {
  return world.people.get(name)!;
}

/** True, or both. */
function equal(got: unknown, wanted: unknown): unknown {
  return JSON.stringify(got) === JSON.stringify(wanted) || { got, wanted };
}

function ask(client: TestClient, { method, url, body, headers }: Call): Promise<TestAnswer> {
  const extras = { ...(body !== undefined && { body }), ...(headers && { headers }) };
  return client.send(method, url, extras);
}

/** Opens the stream of events, which has no end, as far as its head. */
async function openStream(client: TestClient, url: string): Promise<TestAnswer> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: 'localhost', cookie };
  const answer = await app.inject({ method: 'GET', url, headers, payloadAsStream: true });
  const { statusCode: status, headers: told } = answer;
  let text = '';
  if (status !== 200) for await (const chunk of answer.stream()) text += String(chunk);
  else answer.stream().destroy();
  return { status, headers: told, cookies: [], text, body: text === '' ? null : JSON.parse(text) };
}

/** A browser for everyone who asks, with a living session of its own, a dead one, or none. */
async function openBrowsers(): Promise<ReadonlyMap<string, TestClient>> {
  const browsers = new Map(relations.map((name) => [name as string, person(name).client]));
  const signedOut = server.client(app);
  await signedOut.get('/csrf-cookie');
  const expired = server.client(app);
  await expired.signIn('x', person('owner').phone);
  const [session] = (await expired.get('/api/sessions')).body.data.filter(
    ({ current }: { current: boolean }) => current,
  );
  await sql`update sessions set expires_at = ${new Date(server.clock.nowMs).toISOString()}
    where id = ${session.id}`.execute(server.database.kysely);
  for (const [name, { client }] of world.people) {
    sessionIds.set(name, (await client.get('/api/sessions')).body.data[0].id);
  }
  const body = { type: 'todo', title: 'Under a key' };
  await person('somebody else').client.post('/api/items', body, {
    'idempotency-key': 'key of somebody else',
  });
  return browsers.set('signed out', signedOut).set('expired session', expired);
}

/** A hash of each table that a request may change. */
type Rows = Readonly<Record<string, string>>;

const tables = [
  'users',
  'items',
  'access',
  'heads',
  'feed',
  'activity',
  'notifications',
  'sessions',
  'login_codes',
  'contacts',
  'push',
  'ops',
];

async function readRows(): Promise<Rows> {
  const hashes = tables.map(
    (table) =>
      `(select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${table} t) as ${table}`,
  );
  const { rows } = await server.database.pool.query<Rows>(`select ${hashes.join(', ')}`);
  return rows[0]!;
}

async function keepWorld(): Promise<void> {
  const copies = tables.map((table) => `create table world.${table} as table public.${table};`);
  await server.database.pool.query(`create schema world; ${copies.join('')}`);
}

let restores = 0;

async function restoreWorld(names: readonly string[]): Promise<void> {
  const statements = names.map(
    (name) => `
      delete from ${name} t where t::text not in (select w::text from world.${name} w);
      insert into ${name} overriding system value
      select * from world.${name} w where w::text not in (select t::text from ${name} t);`,
  );
  await server.database.pool.query(
    `begin; set local session_replication_role = replica; ${statements.join('')} commit;`,
  );
  // Nobody else cleans up here, and dead rows would slow every read down.
  restores += 1;
  if (restores % 50 === 0) await server.database.pool.query(`vacuum ${tables.join(', ')}`);
}

async function deadAmong(uuids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ uuid: string }>(
    'select uuid from items where uuid = any($1::uuid[]) and deleted_at is not null order by uuid',
    [uuids],
  );
  return rows.map(({ uuid }) => uuid);
}

test('a key that is known tells nothing to who has lost sight since', async () => {
  const [owner, other] = [person('owner').client, person('mutual contact')];
  const { uuid } = await owner.create({ assigned_to: other.id });
  const change = [`/api/items/${uuid}`, { title: 'Mine' }, { 'idempotency-key': 'k' }] as const;
  expect((await other.client.patch(...change)).body.title).toBe('Mine');
  await owner.post(`/api/items/${uuid}/assign`, { user_id: 0 });
  const again = await other.client.patch(...change);
  expect([again.status, again.text]).toEqual([200, '']);
  await restoreWorld(tables);
});
