import { routes, type OperationId } from '@foray/contract';
import { EverybodysRights, wrongAnswer } from '@foray/model';
import { sql } from 'kysely';
import { wrongIn } from '../http/testing/rights/answer-checks.ts';
import { accountCases, openCases } from '../http/testing/rights/account-cases.ts';
import { changeCases } from '../http/testing/rights/change-cases.ts';
import { historyCases } from '../http/testing/rights/history-cases.ts';
import { keepRows, type KeptRows } from '../http/testing/rights/kept-rows.ts';
import { readingCases } from '../http/testing/rights/reading-cases.ts';
import { headerCases, inBatch, missingCases } from '../http/testing/rights/request-cases.ts';
import { RightsScene, actors } from '../http/testing/rights/scene.ts';
import type { Call, Case, RightsLog } from '../http/testing/rights/scene.ts';
import { comparedTables, ServerState } from '../http/testing/rights/server-state.ts';
import { buildRightsWorld, relations, type RightsWorld } from '../http/testing/rights/world.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import type { TestAnswer, TestClient } from '../http/testing/test-client.ts';
import { casesOf, dailyPart, repeatsPart } from '../testing/daily-part.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// Every route and method x every relation of the caller to the item x every kind of parent and assignee. The
// expected responses, and the state afterwards, come from the reference model, which shares no code with the
// server. A run sends the part of its day; `npm run test:full` sends all.

/**
 * There are hundreds of cases per route, and all tables are compared after each, which takes long on a busy
 * machine.
 */
const matrixTimeoutMs = 300_000;

/** The number of failures that is enough to find the fault. */
const mostFailures = 20;

let scene: RightsScene;
let state: ServerState;
let clients: ReadonlyMap<string, TestClient>;
let cases: readonly Case[];
let kept: KeptRows;

const server = await sharedInFile(startServerUnderTest());
const app = await server.build();

let preparation: Promise<void> | undefined;

/** The world, built once. If building it fails, the tests fail rather than the set-up. */
function prepared(): Promise<void> {
  preparation ??= prepare();
  return preparation;
}

async function prepare(): Promise<void> {
  const sessionIds = new Map<string, number>();
  const world = await buildRightsWorld(server);
  const now = new Date(server.clock.nowMs).toISOString();
  scene = new RightsScene({ world, sessionIds, log: await readLog(world), now });
  const { pool } = server.database;
  state = new ServerState(pool, await comparedTables(pool), world);
  clients = await openBrowsers(sessionIds);
  kept = await keepRows(pool);
  const changes = changeCases(scene);
  cases = [
    ...missingCases(scene),
    ...readingCases(scene),
    ...changes,
    ...changes.flatMap(inBatch),
    ...headerCases(scene),
    ...accountCases(scene),
    ...openCases(scene),
  ];
}

// Moves have a separate test, because there are so many.
const groups = (Object.keys(routes) as OperationId[]).flatMap((operation) =>
  operation === 'updateItem' ? [`${operation}, fields`, `${operation}, parent`] : [operation],
);

function groupOf({ operation, call: { body } }: Case): string {
  if (operation !== 'updateItem') return operation;
  const isMove = typeof body === 'object' && body !== null && 'parent_id' in body;
  return isMove ? `${operation}, parent` : `${operation}, fields`;
}

test.each(groups)(
  '[PERM-02] [SHARE-20] rights at %s',
  async (group) => {
    await prepared();
    const failures: string[] = [];
    for (const one of casesOf(dailyPart, cases)) {
      if (groupOf(one) !== group || failures.length >= mostFailures) continue;
      const problems = await problemsOf(one);
      if (problems.length > 0) {
        failures.push(JSON.stringify([one.actor, one.about, one.call, ...problems]));
      }
    }
    expect(failures, [...failures, repeatsPart].join('\n')).toEqual([]);
  },
  matrixTimeoutMs,
);

test('the matrix covers every route, every actor, and at least 500 cases', async () => {
  await prepared();
  const sent = casesOf(dailyPart, cases).length;
  process.stdout.write(`authorization matrix: ${sent} of ${cases.length} cases\n`);
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

test.each(['task A', 'todo C', 'todo D'])(
  '[SHARE-32] [SHARE-34] only managers can remove the history of %s, which repeats, and nobody can forge it',
  async (name) => {
    await prepared();
    const [owner, assignee] = [scene.person('owner').client, scene.person('assignee').client];
    const { id, uuid } = scene.ref(name);
    // In A the owner lost their right on the campaign.
    const manager = name === 'task A' ? scene.person('owner of an ancestor').client : owner;
    const failures: unknown[] = [];
    for (const one of casesOf(dailyPart, historyCases(scene, name))) {
      const { actor, method, url, body, expected, left } = one;
      const daily = { due_date: '2026-03-01', repeat: 'FREQ=DAILY' };
      expect((await manager.patch(`/api/items/${id}`, daily)).status).toBe(200);
      for (const [n, by] of [manager, assignee].entries()) {
        const done = await by.post(`/api/items/${uuid}/occurrences`, { n: n + 1 });
        expect(done.status).toBe(200);
      }
      const { status, body: said } = await ask(scene.person(actor).client, { method, url, body });
      const copies = await server.database.pool.query<{ occurrence: number }>(
        `select occurrence from items where occurrence_of = $1 and deleted_at is null
        order by occurrence`,
        [uuid],
      );
      const got = [status, said?.error?.code, copies.rows.map(({ occurrence: n }) => n)];
      const wanted = [expected.status, expected.code, left];
      if (JSON.stringify(got) !== JSON.stringify(wanted)) {
        failures.push({ actor, method, url, body, got, wanted });
      }
      await kept.restore(await kept.changed());
    }
    expect(failures, repeatsPart).toEqual([]);
  },
  matrixTimeoutMs,
);

test('a known idempotency key reveals nothing to a user who has lost access to the item since', async () => {
  await prepared();
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

/** Sends a case, compares, and restores the world if it changed. */
async function problemsOf(one: Case): Promise<readonly unknown[]> {
  const { operation, actor, call, expected, also, decided } = one;
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
  const rights = decided ? new EverybodysRights(decided.decision.facts) : scene.rights;
  problems.push(...wrongIn(scene, rights, one, answer), ...tellingRefusals(one, answer));
  if (decided !== undefined && problems.length === 0) {
    const { act, decision } = decided;
    const isAlone = operation !== 'runBatch';
    if (isAlone) problems.push(...wrongAnswer(decision, actor, act, answer));
    if (expected.changes === true) problems.push(...(await state.differences(decision)));
  }

  const different = await kept.changed();
  // A refusal is stored under its key, if it has one, and nothing else changes.
  const hasKey = operation === 'runBatch' || call.headers?.['idempotency-key'] !== undefined;
  const isChanged = different.some((table) => table !== 'ops' || !hasKey);
  if (isChanged !== (expected.changes ?? false)) problems.push({ different });
  if (different.length > 0) await kept.restore(different);
  return problems;
}

/** The first refusal for a missing or hidden item or person; by operation and code. */
const refusals = new Map<string, string>();

/** A refusal that differs from the others of its kind, and so reveals something. */
function tellingRefusals(
  { operation, expected: { code } }: Case,
  { text }: TestAnswer,
): readonly unknown[] {
  if (code !== 'not_found' && code !== 'unknown_assignee') return [];
  const kind = `${operation} ${code}`;
  const first = refusals.get(kind) ?? text;
  refusals.set(kind, first);
  return text === first ? [] : [{ said: text, first }];
}

function ask(client: TestClient, { method, url, body, headers }: Call): Promise<TestAnswer> {
  const extras = { ...(body !== undefined && { body }), ...(headers && { headers }) };
  return client.send(method, url, extras);
}

/** Opens the stream of events, which has no end, up to its head. */
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

/** A browser for every actor, with a valid session, an ended one, or none. */
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
  return browsers.set('signed out', signedOut).set('expired session', expired);
}

/** The items named in the entries of each campaign's history, newest first. */
async function readLog({ ids }: RightsWorld): Promise<RightsLog> {
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const { rows } = await server.database.pool.query<{ campaign_id: number; item_id: number }>(
    'select campaign_id, item_id from activity where campaign_id is not null order by id desc',
  );
  const log = new Map<string, string[]>();
  for (const { campaign_id, item_id } of rows) {
    const campaign = names.get(campaign_id) ?? '';
    log.set(campaign, [...(log.get(campaign) ?? []), names.get(item_id) ?? '']);
  }
  return log;
}
