import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { rekey } from './rekey.ts';
import { browserKeys } from '../http/testing/browser-keys.ts';
import { importEachOther } from '../http/testing/contacts.ts';
import { codeConfig, keepCodes, otherThan } from '../http/testing/sent-codes.ts';
import { startServerUnderTest, type ServerUnderTest } from '../http/testing/server-under-test.ts';
import { solve } from '../http/testing/solve-proof.ts';
import { codeOf, freshPhone, type TestClient } from '../http/testing/test-client.ts';
import { readSecretMark, writeSecretMark } from '../db/upkeep/secret-mark.ts';
import { deriveKeys } from '../config/keys.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';

// One database, and a server that is started with the old secret, with the new and the old one, and with the
// new one alone.

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];

const server = await sharedInFile(startServerUnderTest('own'));

const secrets = {
  first: { secret: a },
  both: { secret: b, previousSecret: a },
  second: { secret: b },
} as const;
type Config = Parameters<ServerUnderTest['build']>[0];
type Options = Parameters<ServerUnderTest['build']>[1];

/** The server with each of the three. */
async function servers(config: Config = {}, more: Options = {}) {
  const build = (which: keyof typeof secrets): Promise<FastifyInstance> =>
    server.build(config, { ...more, ...secrets[which] });
  return { first: await build('first'), both: await build('both'), second: await build('second') };
}

/** The browser of `client`, after the server was restarted. */
function at(app: FastifyInstance, client: TestClient): TestClient {
  const next = server.client(app);
  for (const [name, value] of client.cookies) next.cookies.set(name, value);
  return next;
}

const rekeyed = () => rekey(server.database.kysely, deriveKeys(b, a));

test('[DEPLOY-04] sessions and anti-forgery tokens signed with the previous secret are accepted', async () => {
  const { first, both, second } = await servers();
  const client = server.client(first);
  await client.signIn();
  const item = await at(both, client).create();
  const change = (app: FastifyInstance) =>
    at(app, client).patch(`/api/items/${item.id}`, { title: 'Changed' });
  expect((await change(both)).status).toBe(200);
  expect(codeOf(await change(second))).toBe('csrf');
  const later = at(second, client);
  await later.get('/csrf-cookie');
  expect((await later.patch(`/api/items/${item.id}`, { title: 'Again' })).status).toBe(200);
});

test('[DEPLOY-04] [DEPLOY-05] numbers imported under the previous secret find their people, and are rewritten under the new secret once they are known', async () => {
  const { first, both, second } = await servers();
  const [annsPhone, bobs, cids, doras, eves] = Array.from({ length: 5 }, freshPhone) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const ann = server.client(first);
  await ann.signIn('Ann', annsPhone);
  await ann.post('/api/contacts/sync', { contacts: [bobs, cids, doras, eves] });
  const names = async () =>
    (await at(second, ann).get('/api/contacts/mutuals')).body.mutuals.map(
      ({ name }: { name: string }) => name,
    );
  const comes = async (app: FastifyInstance, name: string, phone: string) => {
    const client = server.client(app);
    await client.signIn(name, phone);
    expect((await client.post('/api/contacts/sync', { contacts: [annsPhone] })).status).toBe(200);
  };
  await comes(both, 'Bob', bobs);
  expect(await names()).toEqual(['Bob']);
  // One is known to the server by then, one is imported again, and one is neither.
  await server.client(both).signIn('Cid', cids);
  await at(both, ann).post('/api/contacts/sync', { contacts: [doras] });
  expect((await rekeyed()).contacts).toBe(1);
  await comes(second, 'Cid', cids);
  await comes(second, 'Dora', doras);
  await comes(second, 'Eve', eves);
  expect((await names()).toSorted()).toEqual(['Bob', 'Cid', 'Dora']);
  const { rows } = await sql`
    select count(*) filter (where is_first) as count from contacts c
    join users u on u.id = c.user_id where u.phone = ${annsPhone}`.execute(server.database.kysely);
  expect(rows).toEqual([{ count: 4 }]);
  // She is known now.
  expect((await rekeyed()).contacts).toBe(0);
});

test('[DEPLOY-04] [DEPLOY-05] a number that was given up under the previous secret is still known as given up', async () => {
  const { first, both, second } = await servers();
  const [kept, met, back] = [freshPhone(), freshPhone(), freshPhone()];
  const givesUp = async (client: TestClient, ...phones: readonly string[]) => {
    for (const phone of phones) {
      expect((await client.post('/api/me/phone', { phone })).status).toBe(200);
    }
  };
  const isTakenOver = async (app: FastifyInstance, phone: string) => {
    const client = server.client(app);
    await client.signIn('New', phone);
    return (await client.get('/api/me')).body.user.taken_over;
  };
  const [ann, bob, cid] = [server.client(first), server.client(first), server.client(first)];
  await ann.signIn('Ann', kept);
  await bob.signIn('Bob', met);
  await cid.signIn('Cid', back);
  await givesUp(ann, freshPhone());
  await givesUp(bob, freshPhone());
  expect(await isTakenOver(both, met)).toBe(true);
  await bob.delete('/api/me');
  // A user who gives up the same number under either secret counts as having done so once.
  await givesUp(cid, freshPhone());
  await givesUp(at(both, cid), back, freshPhone());
  await rekeyed();
  const after = at(second, cid);
  await after.get('/csrf-cookie');
  const { former_phones } = (await after.get('/api/me')).body.user;
  expect(former_phones.filter((phone: string) => phone === back)).toEqual([back]);
  for (const phone of [kept, met, back]) expect(await isTakenOver(second, phone)).toBe(true);
  // The numbers are deleted with their accounts, under whichever key they are stored, and the people who hold
  // them stay notified.
  const owner = at(second, ann);
  await owner.get('/csrf-cookie');
  for (const client of [after, owner]) expect((await client.delete('/api/me')).status).toBe(204);
  const { rows } = await sql`select from former_numbers`.execute(server.database.kysely);
  expect(rows).toEqual([]);
  for (const phone of [kept, met, back]) expect(await isTakenOver(second, phone)).toBe(true);
});

test('[DEPLOY-04] [DEPLOY-05] push subscriptions and VAPID keys stored under the previous secret stay valid', async () => {
  const posted: string[] = [];
  const post: typeof fetch = (url, init) => {
    const { authorization } = (init?.headers ?? {}) as Record<string, string>;
    posted.push(`${url as string} ${authorization}`);
    return Promise.resolve(new Response(null, { status: 201 }));
  };
  const { first, both, second } = await servers({}, { post });
  const [ann, bob] = [server.client(first), server.client(first)];
  await ann.signIn('Ann');
  const { id: bobId } = await bob.signIn('Bob');
  await importEachOther(ann, bob);
  const keys = browserKeys;
  const endpoint = 'https://fcm.googleapis.com/fcm/send/rotated';
  const other = 'https://fcm.googleapis.com/fcm/send/other';
  for (const one of [endpoint, other]) {
    expect((await bob.post('/api/push', { endpoint: one, keys })).status).toBe(204);
  }
  const { key } = (await bob.get('/api/push')).body;
  const count = async () =>
    (await sql`select from push where user_id = ${bobId}`.execute(server.database.kysely)).rows
      .length;
  const isSentBy = async (app: FastifyInstance) => {
    posted.length = 0;
    server.clock.nowMs += 60_000;
    await ann.get('/csrf-cookie');
    const writer = at(app, ann);
    await writer.get('/csrf-cookie');
    await writer.create({ assigned_to: bobId });
    await expect.poll(() => posted.some((line) => line.startsWith(endpoint))).toBe(true);
    expect(posted.every((line) => line.endsWith(`k=${key}`))).toBe(true);
  };
  await isSentBy(both);
  expect((await at(both, bob).post('/api/push', { endpoint: other, keys })).status).toBe(204);
  expect(await count()).toBe(2);
  expect((await at(both, bob).delete('/api/push', { endpoint: other })).status).toBe(204);
  expect(await count()).toBe(1);
  await rekeyed();
  await isSentBy(second);
  expect((await at(second, bob).get('/api/push')).body.key).toBe(key);
});

test('[DEPLOY-04] [DEPLOY-05] codes, known browsers and wrong codes of the previous secret count', async () => {
  const sent = keepCodes();
  const { first, both, second } = await servers(codeConfig, { logger: sent.logger });
  const phone = '+4915112399001';
  const [owner, guesser] = [server.client(first), server.client(first)];
  const ask = async (client: TestClient) => {
    await client.get('/csrf-cookie');
    expect((await client.post('/api/login/code', { phone })).status).toBe(200);
    return sent.last();
  };
  const login = (client: TestClient, code: string) =>
    client.post('/api/login', { phone, name: 'Ada', code });
  const code = await ask(owner);
  const later = at(both, owner);
  expect((await login(later, code)).status).toBe(200);
  const kinds = async (client: TestClient) =>
    (await client.get('/api/changes?since=0')).body.notifications.map(
      ({ kind }: { kind: string }) => kind,
    );
  // The browser in which the account has signed in is not a new one.
  const again = at(second, later);
  const newer = await ask(again);
  expect((await login(again, newer)).status).toBe(200);
  expect(await kinds(again)).toEqual([]);
  for (let tries = 0; tries < 20; tries += 1) {
    if (tries % 5 === 0) await ask(guesser);
    expect(codeOf(await login(guesser, otherThan(sent.last())))).toBe('invalid_code');
  }
  expect(await ask(at(both, guesser))).toHaveLength(8);
  await rekeyed();
  expect(await ask(at(second, guesser))).toHaveLength(8);
});

test('[OPS-13] the database gets the mark of the new secret when its rows are renewed', async () => {
  const db = server.database.kysely;
  await writeSecretMark(db, deriveKeys(a).name);
  await rekeyed();
  expect(await readSecretMark(db)).toBe(deriveKeys(b).name);
});

test('[DEPLOY-05] known browsers of the previous secret are counted until somebody signs in with them', async () => {
  const sent = keepCodes();
  const { first, both } = await servers(codeConfig, { logger: sent.logger });
  const phone = '+4915112398001';
  const signIn = async (client: TestClient) => {
    await client.get('/csrf-cookie');
    await client.post('/api/login/code', { phone });
    const body = { phone, name: 'Ada', code: sent.last() };
    expect((await client.post('/api/login', body)).status).toBe(200);
  };
  const before = (await rekeyed()).browsers;
  const client = server.client(first);
  await signIn(client);
  expect((await rekeyed()).browsers).toBe(before + 1);
  await signIn(at(both, client));
  expect((await rekeyed()).browsers).toBe(before);
});

test('[DEPLOY-04] proofs of work and limits of the previous secret count, each once', async () => {
  const sent = keepCodes();
  const config = {
    ...codeConfig,
    rateLimits: 'on',
    codes: { perPrefix: 1_000, perDay: 500, perNetwork: 240 },
  } as const;
  const { first, both } = await servers(config, { logger: sent.logger });
  server.clock.nowMs += 86_400_000;
  let numbers = 20_000;
  const number = () => `+49151123${(numbers += 1)}`;
  const attacker = server.client(first);
  await attacker.get('/csrf-cookie');
  for (let count = 0; count < 10; count += 1) {
    attacker.cookies.delete('foray_device');
    expect((await attacker.post('/api/login/code', { phone: number() })).status).toBe(200);
  }
  const phone = number();
  const client = server.client(first);
  await client.get('/csrf-cookie');
  const asked = await at(both, client).post('/api/login/code', { phone });
  expect(codeOf(asked)).toBe('proof_required');
  const own = (await client.post('/api/login/code', { phone })).body.error.proof;
  const proof = solve(own);
  const give = (app: FastifyInstance) => at(app, client).post('/api/login/code', { phone, proof });
  expect((await give(first)).status).toBe(200);
  expect(codeOf(await give(both))).toBe('proof_required');
  const next = solve((await client.post('/api/login/code', { phone })).body.error.proof);
  const given = await at(both, client).post('/api/login/code', { phone, proof: next });
  expect(given.status).toBe(200);
});

test('[DEPLOY-04] a limit that was reached under the previous secret stays reached', async () => {
  const { first, both } = await servers({ ...codeConfig, rateLimits: 'on' });
  server.clock.nowMs += 86_400_000;
  const client = server.client(first);
  await client.get('/csrf-cookie');
  const guess = async (app: FastifyInstance) =>
    codeOf(
      await at(app, client).post('/api/login', {
        phone: '+4915112330001',
        name: 'Ada',
        code: '000000',
      }),
    );
  for (let count = 0; count < 40; count += 1) expect(await guess(first)).toBe('invalid_code');
  expect(await guess(both)).toBe('rate_limited');
});

test('[DEPLOY-05] the log and the metrics say how many rows need the previous secret', async () => {
  const { first } = await servers();
  const ann = server.client(first);
  await ann.signIn();
  await ann.post('/api/contacts/sync', { contacts: [freshPhone()] });
  const { contacts, browsers } = await rekeyed();
  expect(contacts).toBeGreaterThan(0);
  const sent = keepCodes();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = await server.build(
    { metricsToken: 'm'.repeat(16) },
    { ...secrets.both, logger: sent.logger, firstCleanUpMs: 60_000 },
  );
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => sent.warned).toEqual([{ contacts, browsers }]);
  const headers = { host: 'localhost', authorization: `Bearer ${'m'.repeat(16)}` };
  const { payload } = await app.inject({ url: '/metrics', headers });
  expect(payload).toContain(`foray_previous_secret_rows{kind="contacts"} ${contacts}`);
});
