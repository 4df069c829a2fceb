import { sql } from 'kysely';
import { cleanUpDatabase } from '../../db/upkeep/clean-up.ts';
import { codeNodes } from '../testing/code-browsers.ts';
import { metricsToken } from '../testing/metrics-of.ts';
import { keepCodes, otherThan } from '../testing/sent-codes.ts';
import { startServerUnderTest, type ServerUnderTest } from '../testing/server-under-test.ts';
import { solve } from '../testing/solve-proof.ts';
import { codeOf, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const sent = keepCodes();
const node = codeNodes(() => server, sent.logger);
let numbers = 10_000;

/** A valid number that no other test uses, with a separate prefix if the test needs it. */
function number(prefix = '+49151'): string {
  numbers += 1;
  return `${prefix}123${numbers}`;
}

async function browser(config: Parameters<ServerUnderTest['build']>[0] = {}): Promise<TestClient> {
  const client = server.client(await node(config));
  await client.get('/csrf-cookie');
  return client;
}

const ask = (client: TestClient, phone: string, headers = {}) =>
  client.post('/api/login/code', { phone }, headers);

async function askedCode(client: TestClient, phone: string): Promise<string> {
  expect((await ask(client, phone)).status).toBe(200);
  return sent.last();
}

const login = (client: TestClient, phone: string, code: string) =>
  client.post('/api/login', { phone, name: 'Ada', code });

/** Signs in with a code, and out again, so that the browser is known. */
async function makeKnown(client: TestClient, phone: string): Promise<void> {
  expect((await login(client, phone, await askedCode(client, phone))).status).toBe(200);
  expect((await client.post('/api/logout')).status).toBe(204);
}

test('[SIGN-01] a code is invalid in another browser, and attempts there use up none of its tries', async () => {
  const phone = number();
  const [owner, other] = [await browser(), await browser()];
  const code = await askedCode(owner, phone);
  const theirs = await askedCode(other, phone);
  for (let tries = 0; tries < 30; tries += 1) {
    expect(codeOf(await login(other, phone, tries === 0 ? code : otherThan(theirs)))).toBe(
      'invalid_code',
    );
  }
  expect((await login(owner, phone, code)).status).toBe(200);
});

test('[SIGN-02] a newer code does not end one that is younger than five minutes', async () => {
  const phone = number();
  const client = await browser();
  const first = await askedCode(client, phone);
  await askedCode(client, phone);
  expect((await login(client, phone, first)).status).toBe(200);
});

test("[SIGN-03] after 20 wrong codes a number's codes have 8 digits, until somebody signs in with it", async () => {
  const phone = number();
  const client = await browser();
  let code = '';
  for (let wrong = 0; wrong < 20; wrong += 1) {
    // No code takes more than five tries.
    if (wrong % 5 === 0) {
      server.clock.nowMs += 5 * 60_000;
      code = await askedCode(client, phone);
    }
    await login(client, phone, otherThan(code));
    const next = await askedCode(await browser(), phone);
    expect([wrong + 1, next.length]).toEqual([wrong + 1, wrong + 1 < 20 ? 6 : 8]);
  }
  const owner = await browser();
  const long = await askedCode(owner, phone);
  expect(long).toHaveLength(8);
  expect((await login(owner, phone, long)).status).toBe(200);
  expect(await askedCode(client, phone)).toHaveLength(6);
});

test('[SIGN-03] a code sent to another browser does not count as a wrong attempt', async () => {
  const phone = number();
  const client = await browser();
  // The browser has a name, and a code of another number.
  await askedCode(client, number());
  await askedCode(await browser(), phone);
  for (let tries = 0; tries < 25; tries += 1) await login(client, phone, '000000');
  expect(await askedCode(client, phone)).toHaveLength(6);
});

test('[SIGN-04] no attacker can lock out a browser in which the number has signed in before', async () => {
  const phone = number('+49152');
  const config = { rateLimits: 'on', trustProxy: 1 } as const;
  const from = (host: number) => ({ 'x-forwarded-for': `198.51.${host}.7` });
  const [owner, attacker] = [await browser(config), await browser(config)];
  await makeKnown(owner, phone);
  server.clock.nowMs += 3_600_000;
  const statuses: number[] = [];
  for (let host = 0; host < 40; host += 1) {
    statuses.push((await ask(attacker, phone, from(host))).status);
    attacker.cookies.delete('foray_device');
    await attacker.post('/api/login', { phone, name: 'Eve', code: '000000' }, from(host));
  }
  expect(statuses).toEqual(Array.from({ length: 40 }, (_, host) => (host < 10 ? 200 : 428)));
  const code = await askedCode(owner, phone);
  expect((await login(owner, phone, code)).status).toBe(200);
});

test('[SIGN-04] one sender gets five codes for a number, and leaves some to others', async () => {
  const phone = number('+49157');
  const config = { rateLimits: 'on', trustProxy: 1 } as const;
  const [one, other] = [await browser(config), await browser(config)];
  const statuses: number[] = [];
  for (let host = 1; host < 8; host += 1) {
    // All addresses are of one network.
    const answer = await ask(one, phone, { 'x-forwarded-for': `203.0.113.${host}` });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await ask(other, phone, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
});

test('[SIGN-05] the second half of the codes for a prefix or for a day costs a proof of work', async () => {
  const config = { rateLimits: 'on', trustProxy: 1 } as const;
  for (const [codes, bound] of [
    [{ perPrefix: 4, perDay: 1_000, perNetwork: 240 }, 'code prefix'],
    [{ perPrefix: 1_000, perDay: 4, perNetwork: 240 }, 'code day'],
  ] as const) {
    server.clock.nowMs += 86_400_000;
    let host = 0;
    const from = () => ({ 'x-forwarded-for': `198.51.${(host += 1)}.9` });
    const before = sent.warned.length;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const client = await browser({ ...config, codes });
      statuses.push((await ask(client, number('+49160'), from())).status);
    }
    expect(statuses).toEqual([200, 200, 428, 428, 428, 428]);
    expect(sent.warned.slice(before)).toEqual([{ bound, half: 'first', used: 2, most: 2 }]);
    // Refused requests have used up none of it.
    for (let count = 0; count < 2; count += 1) {
      const client = await browser({ ...config, codes });
      const phone = number('+49160');
      const challenge = (await ask(client, phone, from())).body.error.proof;
      const body = { phone, proof: solve(challenge) };
      expect((await client.post('/api/login/code', body, from())).status).toBe(200);
    }
    const client = await browser({ ...config, codes });
    const beyond = await ask(client, number('+49160'), from());
    expect([beyond.status, beyond.body.error.proof.bits]).toEqual([428, 21]);
    expect(sent.warned.slice(before + 1)).toEqual([{ bound, half: 'last', used: 4, most: 4 }]);
  }
});

test('[SIGN-05] many simultaneous requests get no more than the first half without a proof', async () => {
  server.clock.nowMs += 86_400_000;
  const codes = { perPrefix: 8, perDay: 1_000, perNetwork: 240 };
  const client = await browser({ rateLimits: 'on', trustProxy: 1, codes });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, host) =>
      ask(client, number('+49176'), { 'x-forwarded-for': `198.51.${host}.9` }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 4 }, () => 200),
    ...Array.from({ length: 4 }, () => 428),
  ]);
});

test('[SIGN-17] one network gets an eighth of the codes for a prefix free and of a day at all, and leaves the rest to others', async () => {
  for (const [codes, beyond] of [
    [{ perPrefix: 16, perDay: 10_000, perNetwork: 240 }, 428],
    [{ perPrefix: 10_000, perDay: 16, perNetwork: 240 }, 429],
  ] as const) {
    server.clock.nowMs += 86_400_000;
    const config = { rateLimits: 'on', trustProxy: 1, codes } as const;
    const askFrom = async (address: string) => {
      const client = await browser(config);
      return (await ask(client, number('+49175'), { 'x-forwarded-for': address })).status;
    };
    const statuses: number[] = [];
    for (let host = 1; host < 5; host += 1) statuses.push(await askFrom(`203.0.113.${host}`));
    expect(statuses).toEqual([200, 200, beyond, beyond]);
    expect(await askFrom('192.0.2.1')).toBe(200);
  }
});

test('[SIGN-09] [ALERT-08] a shared limit is reported once an hour from 80 % on, and the reports are counted', async () => {
  server.clock.nowMs += 86_400_000;
  const codes = { perPrefix: 20, perDay: 1_000_000, perNetwork: 240 };
  const client = await browser({ metricsToken, rateLimits: 'on', trustProxy: 1, codes });
  const before = sent.warned.length;
  let host = 0;
  const askMany = async (most: number) => {
    for (let count = 0; count < most; count += 1) {
      client.cookies.delete('foray_device');
      await ask(client, number('+49173'), { 'x-forwarded-for': `198.51.${(host += 1)}.9` });
    }
  };
  await askMany(7);
  expect(sent.warned.slice(before)).toEqual([]);
  await askMany(2);
  const near = { bound: 'code prefix', half: 'first', used: 8, most: 10 };
  expect(sent.warned.slice(before)).toEqual([near]);
  server.clock.nowMs += 3_600_000;
  await askMany(8);
  expect(sent.warned.slice(before)).toEqual([near, near]);
  const { text } = await client.get('/metrics', { authorization: `Bearer ${metricsToken}` });
  expect(text).toContain('foray_near_bounds_total{bound="code prefix",half="first"} 2\n');
});

test('[SIGN-09] the metrics count codes, attempts and refusals by limit, and identify nobody', async () => {
  server.clock.nowMs += 86_400_000;
  const token = 'a token of enough length';
  const codes = { perPrefix: 1_000, perDay: 10_000, perNetwork: 240 };
  const client = await browser({ metricsToken: token, rateLimits: 'on', codes });
  const phone = number('+49174');
  const code = await askedCode(client, phone);
  await login(client, phone, otherThan(code));
  await login(client, phone, code);
  for (let count = 0; count < 12; count += 1) await ask(client, number('+49174'));
  const { text } = await client.get('/metrics', { authorization: `Bearer ${token}` });
  expect(text).toContain('foray_code_guesses_total{outcome="wrong"} 1\n');
  expect(text).toContain('foray_code_guesses_total{outcome="right"} 1\n');
  expect(text).toContain('foray_codes_total{outcome="sent"} 10\n');
  expect(text).toContain('foray_refusals_total{bound="code device"} 3\n');
  expect(text).not.toContain(phone.slice(1));
});

test('[SIGN-06] the name of a browser is a permanent cookie that no script can read', async () => {
  const client = await browser({ publicUrl: 'https://localhost' });
  const phone = number();
  const [cookie, ...others] = (await ask(client, phone)).cookies;
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({
    name: '__Host-foray_device',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  });
  expect((await ask(client, phone)).cookies).toEqual([]);
  const rows = await server.database.kysely.selectFrom('login_codes').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(cookie?.value);
});

test('[SIGN-06] under https another host of the domain cannot set the name of the browser', async () => {
  const client = await browser({ publicUrl: 'https://localhost' });
  const theirs = 'A'.repeat(22);
  client.cookies.set('foray_device', theirs);
  const [cookie] = (await ask(client, number())).cookies;
  expect(cookie?.name).toBe('__Host-foray_device');
  expect(cookie?.value).not.toBe(theirs);
});

test('[SIGN-06] known browsers end with the account, and after 400 days', async () => {
  const phone = number();
  const client = await browser();
  await makeKnown(client, phone);
  const { kysely } = server.database;
  const known = () => kysely.selectFrom('known_devices').selectAll().execute();
  const before = (await known()).length;
  expect((await login(client, phone, await askedCode(client, phone))).status).toBe(200);
  const code = await askedCode(client, phone);
  expect((await client.delete('/api/me', { code })).status).toBe(204);
  expect(await known()).toHaveLength(before - 1);

  await makeKnown(await browser(), number());
  const other = number();
  const stranger = await browser();
  await login(stranger, other, otherThan(await askedCode(stranger, other)));
  expect(await kysely.selectFrom('code_guesses').selectAll().execute()).not.toEqual([]);
  await cleanUpDatabase(kysely, server.clock.nowMs + 400 * 86_400_000 + 1);
  expect(await known()).toEqual([]);
  expect(await kysely.selectFrom('code_guesses').selectAll().execute()).toEqual([]);
});

async function notices(client: TestClient): Promise<{ kind: string; count: number }[]> {
  const { notifications } = (await client.get('/api/changes?since=0')).body;
  return notifications.map(({ kind, count }: { kind: string; count: number }) => ({ kind, count }));
}

test("[SIGN-07] a sign-in in a new browser notifies the account's devices; the first sign-in does not", async () => {
  const phone = number();
  const [first, second] = [await browser(), await browser()];
  await login(first, phone, await askedCode(first, phone));
  expect(await notices(first)).toEqual([]);
  await login(first, phone, await askedCode(first, phone));
  expect(await notices(first)).toEqual([]);
  await login(second, phone, await askedCode(second, phone));
  expect(await notices(first)).toEqual([{ kind: 'new_device', count: 1 }]);
  const { users, notifications } = (await first.get('/api/changes?since=0')).body;
  expect(users).toMatchObject([{ id: notifications[0].actor_id, phone }]);
  await login(second, phone, await askedCode(second, phone));
  expect(await notices(first)).toHaveLength(1);

  // The state after an upgrade: sessions without a known browser.
  await server.database.kysely.deleteFrom('known_devices').execute();
  server.clock.nowMs += 3_600_000;
  const third = await browser();
  await login(third, phone, await askedCode(third, phone));
  expect(await notices(first)).toHaveLength(2);
});

test("[SIGN-08] wrong codes from other browsers cause one notification, and those of the owner's browser none", async () => {
  const phone = number();
  const [owner, attacker] = [await browser(), await browser()];
  await makeKnown(owner, phone);
  for (let round = 0; round < 2; round += 1) {
    const code = await askedCode(attacker, phone);
    for (let tries = 0; tries < 4; tries += 1) await login(attacker, phone, otherThan(code));
  }
  const code = await askedCode(owner, phone);
  await login(owner, phone, otherThan(code));
  expect((await login(owner, phone, code)).status).toBe(200);
  expect(await notices(owner)).toEqual([{ kind: 'wrong_codes', count: 8 }]);
  await login(owner, phone, await askedCode(owner, phone));
  expect(await notices(owner)).toHaveLength(1);
});

test('[SIGN-05] the limit of codes grows with the number of people', async () => {
  server.clock.nowMs += 86_400_000;
  const codes = { perPrefix: 1_000, perDay: 2, perNetwork: 240 };
  const config = { rateLimits: 'on', trustProxy: 1, codes } as const;
  const { kysely } = server.database;
  await sql`
    insert into users (name, phone, placeholder, created_at, updated_at)
    select 'Ada', '+4930' || n, false, now(), now() from generate_series(10000, 10200) n`.execute(
    kysely,
  );
  await sql`analyze users`.execute(kysely);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    const from = { 'x-forwarded-for': `198.51.${count}.9` };
    statuses.push((await ask(await browser(config), number('+49172'), from)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200]);
});

test.each(['/api/me', '/api/sessions'])(
  '[SIGN-13] DELETE %s needs a fresh code of the number, in this browser',
  async (path) => {
    const phone = number();
    const [client, other] = [await browser(), await browser()];
    await login(client, phone, await askedCode(client, phone));
    const used = sent.last();
    const theirs = await askedCode(other, phone);
    const ofAnother = await askedCode(client, number());
    for (const body of [undefined, {}, { code: used }, { code: theirs }, { code: ofAnother }]) {
      const answer = await client.delete(path, body);
      expect([answer.status, codeOf(answer)]).toEqual([422, 'invalid_code']);
    }
    expect((await client.get('/api/me')).status).toBe(200);
    const code = await askedCode(client, phone);
    expect((await client.delete(path, { code })).status).toBe(204);
    expect((await client.get('/api/me')).status).toBe(401);
  },
);

test('[SIGN-13] without codes a session is enough', async () => {
  for (const path of ['/api/me', '/api/sessions']) {
    const client = await server.signedIn();
    expect((await client.delete(path)).status).toBe(204);
  }
});
