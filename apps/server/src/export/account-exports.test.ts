import { accountExport, type AccountExport } from '@foray/contract';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createSessions } from '../db/account/sessions.ts';
import { refuse } from '../http/wire/errors.ts';
import { browserKeys } from '../http/testing/browser-keys.ts';
import { listenLocally } from '../http/testing/raw-requests.ts';
import { codeConfig, keepCodes } from '../http/testing/sent-codes.ts';
import { newSession } from '../db/testing/new-session.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { codeOf, freshPhone, type TestClient } from '../http/testing/test-client.ts';
import { createAccountExports } from './account-exports.ts';
import { exportParts, leftOutTables } from './export-parts.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const path = '/api/me/export';
const admitted = async () => null;

/** A person's document, which has the shape of the contract. */
async function exported(client: TestClient): Promise<AccountExport> {
  const answer = await client.post(path);
  expect(answer.status).toBe(200);
  expect(accountExport.parse(answer.body)).toEqual(answer.body);
  return answer.body;
}

/** A node's exports without its routes, and a session of a new person. */
async function bare(limitedSeconds: () => number | null = () => null) {
  const client = server.client();
  const { id: userId } = await client.signIn();
  const sessions = createSessions(server.database.kysely);
  const { session } = await newSession(sessions, userId, server.clock.nowMs);
  const broken: unknown[] = [];
  const exports = createAccountExports({
    db: server.database.kysely,
    hashPhone: (phone) => Buffer.from(phone),
    push: { list: async () => [] },
    limits: { export: async () => limitedSeconds() },
    nowMs: () => server.clock.nowMs,
    onBroken: (error) => broken.push(error),
  });
  return { client, exports, session, broken };
}

type Opened = Awaited<ReturnType<ReturnType<typeof createAccountExports>['open']>>;

function streamOf(opened: Opened): Readable {
  if (opened instanceof Readable) return opened;
  throw new Error(`refused: ${opened.refusal.code}`);
}

const documentOf = async (opened: Opened): Promise<AccountExport> =>
  JSON.parse(await text(streamOf(opened)));

const refusalOf = (opened: Opened) => (opened instanceof Readable ? null : opened.refusal.code);

test("[EXPORT-01] every person's export contains everything that the server holds about them", async () => {
  const phones = { ann: freshPhone(), bob: freshPhone() };
  const [ann, bob] = [server.client(), server.client()];
  const me = await ann.signIn('Ann', phones.ann);
  const friend = await bob.signIn('Bob', phones.bob);
  // The second is stored as a number of Morocco and as one of New York, and counts once.
  await ann.post('/api/contacts/sync', { contacts: [phones.bob.slice(1), '2125371234'] });
  await bob.post('/api/contacts/sync', { contacts: [phones.ann.slice(1)] });
  const camp = await ann.create({ type: 'campaign', title: 'Camp', labels: ['Summer'] });
  const task = await ann.create({
    type: 'task',
    title: 'Food',
    parent_id: camp.id,
    assigned_to: friend.id,
  });
  const bread = await bob.create({ title: 'Bread', parent_id: task.id });
  const gone = await ann.create({ title: 'Gone' });
  await ann.send('DELETE', `/api/items/${gone.id}`, { headers: { 'idempotency-key': 'k1' } });
  await ann.send('POST', '/api/push', {
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/secret-address', keys: browserKeys },
  });

  const mine = await exported(ann);
  expect(mine.account).toEqual({ ...me, phone_verified_at: null });
  // Camp, Food and Gone with their texts and the label; Bread is Bob's.
  expect(mine.usage).toEqual({ items: 3, bytes: 18 });
  expect(mine.sessions).toMatchObject([{ current: true }]);
  expect(mine.push).toMatchObject([{ service: 'fcm.googleapis.com', last_sent_at: null }]);
  expect(JSON.stringify(mine)).not.toContain('secret-address');
  expect(mine.items.map(({ title, labels }) => [title, labels])).toEqual([
    ['Camp', ['Summer']],
    ['Food', []],
    ['Bread', []],
  ]);
  expect(mine.items[2]).toMatchObject({ uuid: bread.uuid, user_id: friend.id });
  expect(mine.trash.map(({ title }) => title)).toEqual(['Gone']);
  expect(new Set(mine.activity.map(({ campaign_id }) => campaign_id))).toEqual(new Set([camp.id]));
  expect(mine.activity.map(({ action, item }) => `${action} ${item.title}`)).toContain(
    'created Bread',
  );
  expect(mine.notifications.map(({ kind }) => kind)).toContain('mutual');
  expect(mine.mutuals).toEqual([{ id: friend.id, name: 'Bob', phone: phones.bob }]);
  expect(mine.people.map(({ id, phone }) => [id, phone])).toEqual(
    [
      [me.id, phones.ann],
      [friend.id, phones.bob],
    ].toSorted(([a], [b]) => Number(a) - Number(b)),
  );
  expect(mine.imported_numbers.count).toBe(2);
  expect(mine.requests).toMatchObject({ count: 1, first_at: expect.any(String) });

  const theirs = await exported(bob);
  expect(theirs.items.map(({ title }) => title)).toEqual(['Camp', 'Food', 'Bread']);
  expect([theirs.trash, theirs.push, theirs.requests.count]).toEqual([[], [], 0]);
});

test('[EXPORT-01] a long list is exported completely, in pages', async () => {
  const client = await server.signedIn();
  const campaign = await client.create({ type: 'campaign', title: 'Long' });
  const uuids = Array.from({ length: 450 }, () => randomUUID());
  for (let from = 0; from < uuids.length; from += 150) {
    const requests = uuids.slice(from, from + 150).map((uuid) => ({
      id: `create-${uuid}`,
      method: 'POST',
      url: '/api/items',
      data: { uuid, type: 'todo', title: 'One of many', parent_id: campaign.id },
    }));
    expect((await client.post('/api/batch', { requests })).status).toBe(200);
  }
  const { items, activity, requests } = await exported(client);
  expect(new Set(items.map(({ uuid }) => uuid))).toEqual(new Set([campaign.uuid, ...uuids]));
  expect([items.length, activity.length, requests.count]).toEqual([451, 451, 450]);
});

test('[EXPORT-02] each table of the database is exported, or left out with a reason', async () => {
  const { rows } = await sql<{ readonly name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    server.database.kysely,
  );
  const included = Object.values(exportParts).flatMap(({ tables }) => tables);
  const named = [...new Set(included), ...Object.keys(leftOutTables)];
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name));
});

test('[EXPORT-03] no part of an export contains changes made during it', async () => {
  const { client, exports, session } = await bare();
  const campaign = await client.create({ type: 'campaign', title: 'Before' });
  const opened = await exports.open(session, async () => {
    await client.create({ title: 'After', parent_id: campaign.id });
    await client.patch('/api/me', { name: 'Renamed' });
    return null;
  });
  const { account, items, activity, people } = await documentOf(opened);
  expect(account.name).toBe('Ada');
  expect(items.map(({ title }) => title)).toEqual(['Before']);
  expect(activity).toHaveLength(1);
  expect(people.map(({ name }) => name)).toEqual(['Ada']);
});

test('[EXPORT-04] an export contains data of others only where other routes show it too', async () => {
  const names = ['Ann', 'Bob', 'Cleo'];
  const [ann, bob, cleo] = await Promise.all(
    names.map(async (name) => {
      const client = server.client();
      return { client, ...(await client.signIn(name, freshPhone())) };
    }),
  );
  if (ann === undefined || bob === undefined || cleo === undefined) throw new Error('too few');
  const imports = (who: typeof ann, phones: readonly string[]) =>
    who.client.post('/api/contacts/sync', { contacts: phones.map((phone) => phone.slice(1)) });
  await imports(ann, [bob.phone, cleo.phone]);
  for (const other of [bob, cleo]) await imports(other, [ann.phone]);
  const camp = await ann.client.create({ type: 'campaign', title: 'Shared' });
  const inCamp = { parent_id: camp.id };
  await ann.client.create({ ...inCamp, title: 'For Bob', assigned_to: bob.id });
  await ann.client.create({ ...inCamp, title: 'For Cleo', assigned_to: cleo.id });
  const lost = await ann.client.create({ title: 'Lost', assigned_to: bob.id });
  await ann.client.post(`/api/items/${lost.id}/assign`, { user_id: null });
  const document = JSON.stringify(await exported(bob.client));
  expect(document).toContain('For Bob');
  for (const hidden of ['For Cleo', 'Lost', cleo.phone]) expect(document).not.toContain(hidden);
});

test('[EXPORT-05] an export needs a fresh code for the number if codes are sent', async () => {
  const sent = keepCodes();
  const client = server.client(await server.build(codeConfig, { logger: sent.logger }));
  await client.get('/csrf-cookie');
  const phone = '+4915112399001';
  const ask = async () => {
    await client.post('/api/login/code', { phone });
    return sent.last();
  };
  await client.post('/api/login', { phone, name: 'Ada', code: await ask() });
  const used = sent.last();
  for (const body of [undefined, {}, { code: used }]) {
    expect(codeOf(await client.post(path, body))).toBe('invalid_code');
  }
  const code = await ask();
  expect((await client.post(path, { code })).body.known_browsers.count).toBe(1);
  let again: string | undefined;
  // A place becomes free a moment after the last byte of its answer.
  await expect
    .poll(async () => (again = codeOf(await client.post(path, { code }))))
    .not.toBe('rate_limited');
  expect(again).toBe('invalid_code');
});

test('[EXPORT-05] a person whose code was refused may try again at once', async () => {
  const { exports, session } = await bare();
  const refused = refuse('invalid_code');
  for (let count = 0; count < 30; count += 1) {
    expect(await exports.open(session, async () => refused)).toEqual(refused);
  }
});

test('[EXPORT-06] a person has one export at a time, and five a day', async () => {
  const client = server.client(await server.build({ rateLimits: 'on' }));
  await client.signIn();
  const { exports, session } = await bare();
  let second: Opened | null = null;
  const first = await exports.open(session, async () => {
    second = await exports.open(session, admitted);
    return null;
  });
  expect(refusalOf(second as never)).toBe('rate_limited');
  await documentOf(first);
  await documentOf(await exports.open(session, admitted));

  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await client.post(path)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  server.clock.nowMs += 86_400_000;
  expect((await client.post(path)).status).toBe(200);
});

test('[EXPORT-06] a refused export does not count', async () => {
  let asked = 0;
  const { exports, session } = await bare(() => ((asked += 1), null));
  const opened = await exports.open(session, async () => refuse('invalid_code'));
  expect([refusalOf(opened), asked]).toEqual(['invalid_code', 0]);
});

test('[EXPORT-06] a node makes two exports at once, and an abandoned one frees its place', async () => {
  const { exports, session } = await bare();
  const others = [await bare(), await bare()].map((one) => one.session);
  const open = [
    await exports.open(session, admitted),
    await exports.open(others[0] ?? session, admitted),
  ].map(streamOf);
  expect(refusalOf(await exports.open(others[1] ?? session, admitted))).toBe('unavailable');
  for (const stream of open) stream.destroy();
  await expect
    .poll(async () => refusalOf(await exports.open(others[1] ?? session, admitted)))
    .toBeNull();
});

test('[EXPORT-06] a person who keeps asking takes up nobody else’s place', async () => {
  const { exports, session } = await bare();
  const { session: other } = await bare();
  const asked = [session, session, other].map((of) => exports.open(of, admitted));
  const opened = await Promise.all(asked);
  expect(opened.map(refusalOf)).toEqual([null, 'rate_limited', null]);
  for (const one of opened) if (one instanceof Readable) one.destroy();
});

/** Fills the account of a session with 1,000 items of 10 KB. */
async function enlarge(client: TestClient, userId: number): Promise<void> {
  const parent = await client.create({ type: 'campaign', title: 'Large' });
  await sql`
    with made as (
      insert into items (uuid, root_id, type, title, description, status, user_id, parent_id, parent_uuid,
        created_at, updated_at, version, search_text)
      select gen_random_uuid(), ${parent.id}, 'todo', 'x', repeat('x', 10000), 'pending',
        ${userId}, ${parent.id}, ${parent.uuid}, now(), now(), 1, 'x'
      from generate_series(1, 1000) returning id)
    insert into access (user_id, item_id, root_id, permission, seq, item_type)
    select ${userId}, id, ${parent.id}, 'manage', 1000 + row_number() over (), 'todo' from made`.execute(
    server.database.kysely,
  );
  await sql`update heads set head = 5000 where user_id = ${userId}`.execute(server.database.kysely);
}

test('[EXPORT-06] an export reads one page ahead of its reader, and no further', async () => {
  const { client, exports, session, broken } = await bare();
  await enlarge(client, session.userId);
  const stream = streamOf(await exports.open(session, admitted));
  if (!(stream instanceof PassThrough)) throw new Error('what is written is not known');
  let held = -1;
  await expect
    .poll(() => {
      const before = held;
      // The writing side waits until the reading side has space.
      held = stream.readableLength + stream.writableLength;
      return held > 10_000 && held === before;
    })
    .toBe(true);
  expect(held).toBeLessThan(1_000_000);
  expect((await text(stream)).length).toBeGreaterThan(10_000_000);
  expect(broken).toEqual([]);
});

test('[EXPORT-06] a person who does not read the export gives up its place', async () => {
  const app = await server.build();
  const port = await listenLocally(app);
  const [ann, bob, other] = [server.client(app), server.client(app), server.client(app)];
  for (const client of [ann, bob]) {
    const { id } = await client.signIn('Ada', freshPhone());
    await enlarge(client, id);
  }
  await other.signIn('Cleo', freshPhone());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const client of [ann, bob]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        'host: localhost',
        'content-length: 0',
        `cookie: ${[...client.cookies].map((pair) => pair.join('=')).join('; ')}`,
        `x-xsrf-token: ${client.cookies.get('XSRF-TOKEN')}`,
        '\r\n',
      ].join('\r\n'),
    );
    // The export has its place.
    await once(socket, 'readable');
  }
  const status = async () => (await other.post(path)).status;
  expect(await status()).toBe(503);
  // The time begins with the first piece that must wait for space.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(10_000);
      return status();
    })
    .toBe(200);
});

test('[EXPORT-06] an export that takes more than a minute gives up its place when another person asks', async () => {
  const { client, exports, session, broken } = await bare();
  await enlarge(client, session.userId);
  const slow = streamOf(await exports.open(session, admitted));
  const fast = streamOf(await exports.open((await bare()).session, admitted));
  await once(slow, 'readable');
  const { session: other } = await bare();
  const ask = async () => refusalOf(await exports.open(other, admitted));
  server.clock.nowMs += 60_000;
  expect([await ask(), slow.destroyed]).toEqual(['unavailable', false]);
  server.clock.nowMs += 1_000;
  expect([await ask(), slow.destroyed, fast.destroyed]).toEqual(['unavailable', true, false]);
  await expect.poll(ask).toBeNull();
  expect(broken).toEqual([]);
});
