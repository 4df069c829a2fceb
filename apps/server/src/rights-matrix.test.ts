import { routes } from '@foray/contract';
import type { OperationId } from '@foray/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountCases, openCases } from './http/testing/rights/account-cases.ts';
import { changeCases } from './http/testing/rights/change-cases.ts';
import { keepRows } from './http/testing/rights/kept-rows.ts';
import type { KeptRows } from './http/testing/rights/kept-rows.ts';
import { RightsModel } from './http/testing/rights/model.ts';
import { readingCases } from './http/testing/rights/reading-cases.ts';
import { headerCases, inBatch } from './http/testing/rights/request-cases.ts';
import { RightsScene, actors } from './http/testing/rights/scene.ts';
import type { Call, Case } from './http/testing/rights/scene.ts';
import { buildRightsWorld, relations, titleOf } from './http/testing/rights/world.ts';
import { startServerUnderTest } from './http/testing/server-under-test.ts';
import type { ServerUnderTest } from './http/testing/server-under-test.ts';
import type { TestAnswer, TestClient } from './http/testing/test-client.ts';

// Every route and method x what the asker is to the item x every kind of parent and assignee. What must
// be answered is decided by rights/model.ts, which knows product.md and nothing of the code.

/** Hundreds of cases a route, after each of which all tables are compared; other work slows that down. */
const matrixTimeoutMs = 300_000;

let server: ServerUnderTest;
let app: FastifyInstance;
let scene: RightsScene;
/** The same with family H restored. */
let modelAfterRestore: RightsModel;
let clients: ReadonlyMap<string, TestClient>;
let cases: readonly Case[];
let kept: KeptRows;

beforeAll(async () => {
  server = await startServerUnderTest();
  app = await server.build();
  const sessionIds = new Map<string, number>();
  scene = new RightsScene({ world: await buildRightsWorld(server), sessionIds, deadAmong });
  const { facts } = scene.world;
  const things = [...facts.things].map(
    ([name, thing]) =>
      [name, { ...thing, isDeleted: thing.isDeleted && !name.endsWith(' H') }] as const,
  );
  modelAfterRestore = new RightsModel({ ...facts, things: new Map(things) });
  clients = await openBrowsers(sessionIds);
  kept = await keepRows(server.database.pool);
  const changes = changeCases(scene);
  cases = [
    ...readingCases(scene),
    ...changes,
    ...changes.flatMap(inBatch),
    ...headerCases(scene),
    ...accountCases(scene),
    ...openCases(scene),
  ];
});
afterAll(async () => {
  await server?.stop();
});

test.each(Object.keys(routes) as OperationId[])(
  '[PERM-02] [SHARE-20] rights at %s',
  async (operation) => {
    const failures: unknown[] = [];
    for (const one of cases) {
      if (one.operation !== operation) continue;
      const problems = await problemsOf(one);
      if (problems.length > 0) {
        failures.push(JSON.stringify([one.actor, one.about, one.call, ...problems]));
      }
    }
    expect(failures).toEqual([]);
  },
  matrixTimeoutMs,
);

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

test('a known key reveals nothing to a user who has lost sight of the item since', async () => {
  const [owner, other] = [scene.person('owner').client, scene.person('mutual contact')];
  const { uuid } = await owner.create({ assigned_to: other.id });
  const change = [`/api/items/${uuid}`, { title: 'Mine' }, { 'idempotency-key': 'k' }] as const;
  expect((await other.client.patch(...change)).body.title).toBe('Mine');
  await owner.post(`/api/items/${uuid}/assign`, { user_id: 0 });
  await owner.patch(`/api/items/${uuid}`, { title: 'Secret since' });
  const again = await other.client.patch(...change);
  expect([again.status, again.body.permission, again.body.title]).toEqual([200, null, '']);
  expect(again.text).not.toMatch(/Mine|Secret/);
  // Before protocol 2 there was no body.
  const old = await other.client.patch(change[0], change[1], { ...change[2], 'x-protocol': '1' });
  expect([old.status, old.text]).toEqual([200, '']);
  await kept.restore(await kept.changed());
});

/** Sends one case, compares, and puts the world back if it changed. */
async function problemsOf(one: Case): Promise<readonly unknown[]> {
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
  const leaked = leaks(hasRestored ? modelAfterRestore : scene.model, one, answer);
  if (leaked.length > 0) problems.push({ leaked });

  const different = await kept.changed();
  // A refusal is remembered under its key, if it has one, and that is all.
  const hasKey = operation === 'runBatch' || call.headers?.['idempotency-key'] !== undefined;
  const isChanged = different.some((table) => table !== 'ops' || !hasKey);
  if (isChanged !== (expected.changes ?? false)) problems.push({ different });
  if (different.length > 0) await kept.restore(different);
  return problems;
}

/** What an answer says that the asker may not know: things unseen, and phones. */
function leaks(sight: RightsModel, { actor, call }: Case, answer: TestAnswer): readonly string[] {
  const seen = sight.sight(actor);
  // A deleted thing appears only to a user who may restore it, and in the history of its campaign.
  const isHistory = call.url.endsWith('/activity');
  const things = [...scene.world.facts.things.values()].filter(
    ({ name, isDeleted }) =>
      !seen.has(name) &&
      !(isDeleted && (isHistory || scene.canRestore(actor, name))) &&
      answer.text.includes(titleOf(name)),
  );
  const phones = [...scene.world.people].filter(
    ([name, { phone }]) => !scene.model.seesPhone(actor, name) && answer.text.includes(phone),
  );
  return [...things.map(({ name }) => name), ...phones.map(([name]) => `phone of ${name}`)];
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
  const { statusCode: status, headers: sent } = answer;
  let text = '';
  if (status !== 200) for await (const chunk of answer.stream()) text += String(chunk);
  else answer.stream().destroy();
  return { status, headers: sent, cookies: [], text, body: text === '' ? null : JSON.parse(text) };
}

/** A browser for everyone who asks, with a living session of its own, a dead one, or none. */
async function openBrowsers(
  sessionIds: Map<string, number>,
): Promise<ReadonlyMap<string, TestClient>> {
  const browsers = new Map(relations.map((name) => [name as string, scene.person(name).client]));
  const signedOut = server.client(app);
  await signedOut.get('/csrf-cookie');
  const expired = server.client(app);
  await expired.signIn('x', scene.person('owner').phone);
  const [session] = (await expired.get('/api/sessions')).body.data.filter(
    ({ current }: { current: boolean }) => current,
  );
  await sql`update sessions set expires_at = ${new Date(server.clock.nowMs).toISOString()}
    where id = ${session.id}`.execute(server.database.kysely);
  for (const [name, { client }] of scene.world.people) {
    sessionIds.set(name, (await client.get('/api/sessions')).body.data[0].id);
  }
  const body = { type: 'todo', title: 'Under a key' };
  await scene.person('another user').client.post('/api/items', body, {
    'idempotency-key': 'key of another user',
  });
  return browsers.set('signed out', signedOut).set('expired session', expired);
}

async function deadAmong(uuids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ uuid: string }>(
    'select uuid from items where uuid = any($1::uuid[]) and deleted_at is not null order by uuid',
    [uuids],
  );
  return rows.map(({ uuid }) => uuid);
}
