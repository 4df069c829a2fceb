import { createHash } from 'node:crypto';
import { cleanUpDatabase } from '../../db/upkeep/clean-up.ts';
import { sessionLifeMs } from '../../db/account/session-reads.ts';
import { listenLocally, rawAnswer } from '../testing/raw-requests.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeConfig, keepCodes, otherThan } from '../testing/sent-codes.ts';
import { testSecret } from '../testing/test-app.ts';
import { codeOf, freshPhone, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const hourMs = 3_600_000;

describe('sessions', () => {
  test('store only the hash of their token', async () => {
    const client = server.client();
    const user = await client.signIn();
    const token = client.cookies.get('foray_session') ?? '';
    const rows = await server.database.kysely
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.mode).toBe('open');
  });

  test('rotate at a sign-in, along with the anti-forgery token', async () => {
    const client = server.client();
    const phone = freshPhone();
    await client.signIn('Ada', phone);
    const old = new Map(client.cookies);
    await client.post('/api/login', { phone, name: 'Ada' });
    expect(client.cookies.get('foray_session')).not.toBe(old.get('foray_session'));
    expect(client.cookies.get('XSRF-TOKEN')).not.toBe(old.get('XSRF-TOKEN'));
    const cookie = `foray_session=${old.get('foray_session')}`;
    expect((await client.get('/api/me', { cookie })).status).toBe(401);
    // The old token belonged to the old session, and is invalid in the new one.
    client.cookies.set('XSRF-TOKEN', old.get('XSRF-TOKEN') ?? '');
    expect(codeOf(await client.patch('/api/me', { name: 'Eve' }))).toBe('csrf');
  });

  test("refuse another session's anti-forgery token, even as cookie and header", async () => {
    const [mine, theirs] = [server.client(), server.client()];
    await mine.signIn();
    await theirs.signIn();
    mine.cookies.set('XSRF-TOKEN', theirs.cookies.get('XSRF-TOKEN') ?? '');
    const answer = await mine.patch('/api/me', { name: 'Eve' });
    expect([answer.status, codeOf(answer)]).toEqual([403, 'csrf']);
  });

  test('end 180 days after their last use, and each use prolongs them', async () => {
    const client = server.client();
    const start = server.clock.nowMs;
    await client.signIn();
    server.clock.nowMs = start + sessionLifeMs - hourMs;
    const seen = await client.get('/api/me');
    expect(seen.status).toBe(200);
    const renewed = seen.cookies.find(({ name }) => name === 'foray_session');
    expect(renewed?.maxAge).toBe(sessionLifeMs / 1000);
    server.clock.nowMs = start + 2 * sessionLifeMs - 2 * hourMs;
    expect((await client.get('/api/me')).status).toBe(200);
    server.clock.nowMs += sessionLifeMs;
    expect((await client.get('/api/me')).status).toBe(401);
    server.clock.nowMs = start;
  });

  test('[SIGN-12] end a year after the sign-in, however often they are used', async () => {
    const start = server.clock.nowMs;
    const [client, later] = [server.client(), server.client()];
    const { phone } = await client.signIn();
    for (const days of [100, 200, 300, 364]) {
      server.clock.nowMs = start + days * 24 * hourMs;
      expect((await client.get('/api/me')).status).toBe(200);
    }
    await later.signIn('Ada', phone);
    expect((await later.get('/api/sessions')).body.data).toHaveLength(2);
    server.clock.nowMs = start + 365 * 24 * hourMs;
    expect((await client.get('/api/me')).status).toBe(401);
    expect((await later.get('/api/sessions')).body.data).toHaveLength(1);
    await cleanUpDatabase(server.database.kysely, server.clock.nowMs + 1);
    const left = server.database.kysely.selectFrom('sessions').select('id');
    const sessions = await left.where('created_at', '<=', new Date(start).toISOString()).execute();
    expect(sessions).toEqual([]);
    server.clock.nowMs = start;
  });

  test('are listed by device name for their user, and can be ended one by one or together', async () => {
    const phone = freshPhone();
    const android =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
    const [here, there] = [server.client(), server.client()];
    await here.signIn('Ada', phone);
    await there.get('/csrf-cookie');
    await there.post('/api/login', { phone, name: 'Ada' }, { 'user-agent': android });
    const listed = (await here.get('/api/sessions')).body.data;
    expect(listed).toHaveLength(2);
    expect(listed.map((one: { current: boolean }) => one.current).toSorted()).toEqual([
      false,
      true,
    ]);
    const other = listed.find((one: { current: boolean }) => !one.current);
    expect(other.device).toBe('Chrome on Android');

    const stranger = await server.signedIn();
    expect((await stranger.delete(`/api/sessions/${other.id}`)).status).toBe(404);
    expect((await there.get('/api/me')).status).toBe(200);
    expect((await here.delete(`/api/sessions/${other.id}`)).status).toBe(204);
    expect((await there.get('/api/me')).status).toBe(401);
    expect((await here.delete('/api/sessions')).status).toBe(204);
    expect((await here.get('/api/me')).status).toBe(401);
  });

  test('have Secure cookies if people connect by TLS', async () => {
    const secure = async (client: ReturnType<typeof server.client>, headers = {}) => {
      const { cookies } = await client.get('/csrf-cookie', headers);
      return cookies[0]?.secure;
    };
    const publicUrl = 'https://foray.example';
    const named = server.client(await server.build({ publicUrl }));
    expect(await secure(named)).toBe(true);
    const proxied = server.client(await server.build({ trustProxy: 1 }));
    expect(await secure(proxied, { 'x-forwarded-proto': 'https' })).toBe(true);
    expect(await secure(server.client())).toBeUndefined();
  });

  describe('over TLS', () => {
    const names = (client: TestClient) => [...client.cookies.keys()].toSorted();
    const secure = async () =>
      server.client(await server.build({ publicUrl: 'https://localhost' }));

    test('[WIRE-06] have a cookie with the prefix that only this host can set', async () => {
      const client = await secure();
      await client.signIn();
      expect(names(client)).toEqual(['XSRF-TOKEN', '__Host-foray_session']);
      await client.post('/api/logout');
      expect(names(client)).toEqual(['XSRF-TOKEN']);
    });

    const dayMs = 24 * hourMs;
    const renamedAt = (ms: number) =>
      server.database.pool.query(
        `insert into meta (key, value) values ('cookies_renamed_at', $1)
         on conflict (key) do update set value = excluded.value`,
        [new Date(ms).toISOString()],
      );
    /** A browser of a person who signed in before the upgrade, with the cookie of that time. */
    const upgraded = async () => {
      const older = server.client();
      const user = await older.signIn();
      const client = await secure();
      const token = older.cookies.get('foray_session') ?? '';
      client.cookies.set('foray_session', token);
      return { client, user, token };
    };

    test('[WIRE-06] survive an upgrade from an older version, and their cookies get the prefix', async () => {
      await renamedAt(server.clock.nowMs);
      const { client, user, token } = await upgraded();
      const answer = await client.get('/api/me');
      expect(answer.body).toEqual({ user });
      const [given, ...others] = answer.cookies;
      expect(given).toMatchObject({
        name: '__Host-foray_session',
        value: token,
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Lax',
      });
      expect(given).not.toHaveProperty('domain');
      expect(others).toEqual([]);
      expect((await client.get('/api/me')).cookies).toEqual([]);
      // A node of the older version still accepts it.
      expect(client.cookies.get('foray_session')).toBe(token);
      await client.get('/csrf-cookie');
      await client.post('/api/login', { phone: freshPhone(), name: 'Ada' });
      expect(names(client)).toEqual(['XSRF-TOKEN', '__Host-foray_session']);
    });

    test('[WIRE-08] are found by a cookie without the prefix for 30 days after the upgrade, and no longer', async () => {
      const { client, user, token } = await upgraded();
      const cookie = `foray_session=${token}`;
      const ask = () => client.get('/api/me', { cookie });
      const now = server.clock.nowMs;
      await renamedAt(now - 30 * dayMs + 1);
      expect((await ask()).body).toEqual({ user });
      for (const days of [30, 60]) {
        await renamedAt(now - days * dayMs);
        const late = await ask();
        expect([late.status, late.cookies]).toEqual([401, []]);
      }
      // The session itself continues under the new name.
      const renamed = { cookie: `__Host-${cookie}` };
      expect((await client.get('/api/me', renamed)).body).toEqual({ user });
    });

    test('[WIRE-08] are not found by a cookie without the prefix if nobody was signed in at the upgrade', async () => {
      await server.database.pool.query(`delete from meta where key = 'cookies_renamed_at'`);
      const { client } = await upgraded();
      expect((await client.get('/api/me')).status).toBe(401);
    });

    test.each([
      'foray_session=OLD; __Host-foray_session=NEW',
      '__Host-foray_session=NEW; foray_session=OLD',
    ])(
      '[WIRE-06] [WIRE-08] are found by the new name in %s, even after the old one has ended',
      async (text) => {
        await renamedAt(server.clock.nowMs);
        const client = await secure();
        const user = await client.signIn();
        const attacker = await server.signedIn();
        const cookie = text
          .replace('NEW', client.cookies.get('__Host-foray_session') ?? '')
          .replace('OLD', attacker.cookies.get('foray_session') ?? '');
        expect((await client.get('/api/me', { cookie })).body).toEqual({ user });
        await client.post('/api/logout');
        expect((await client.get('/api/me', { cookie })).status).toBe(401);
      },
    );
  });

  test('refuse a token that was signed with another secret', async () => {
    const other = server.client(await server.build({}, { secret: `${testSecret}, another` }));
    await other.get('/csrf-cookie');
    const client = server.client();
    client.cookies.set('XSRF-TOKEN', other.cookies.get('XSRF-TOKEN') ?? '');
    expect(codeOf(await client.post('/api/login', { phone: freshPhone(), name: 'A' }))).toBe(
      'csrf',
    );
  });
});

describe('AUTH=open', () => {
  test('[LOGIN-10] a bad phone is refused by field, a possible one is accepted, a wrong code is refused', async () => {
    const client = server.client();
    await client.get('/csrf-cookie');
    const before = await server.rows();
    const bad = await client.post('/api/login', { phone: '12345', name: 'Ada' });
    expect([bad.status, bad.body.error]).toEqual([
      422,
      expect.objectContaining({ code: 'invalid', fields: { phone: 'malformed' } }),
    ]);
    const code = await client.post('/api/login', {
      phone: freshPhone(),
      name: 'A',
      code: '000000',
    });
    expect([code.status, codeOf(code)]).toEqual([422, 'invalid_code']);
    const long = await client.post('/api/login', { phone: freshPhone(), name: 'x'.repeat(101) });
    expect([long.status, long.body.error.fields]).toEqual([422, { name: 'too_long' }]);
    expect(await server.rows()).toBe(before);
    const test = await client.post('/api/login', {
      phone: '1234567890',
      name: 'A',
      code: '123456',
    });
    expect(test.body.user.phone).toBe('+1234567890');
  });

  test('returns the same user for the same phone, and keeps the first name', async () => {
    const phone = freshPhone();
    const first = await server.client().signIn('Ada', phone);
    const again = await server.client().signIn('Eve', phone.replace('+', ''));
    expect(again).toEqual(first);
  });

  test('replaces a placeholder by a real name', async () => {
    const phone = freshPhone();
    expect((await server.client().signIn('New user', phone)).name).toBe('New user');
    expect((await server.client().signIn('Ada', phone)).name).toBe('Ada');
    expect((await server.client().signIn('New user', phone)).name).toBe('Ada');
  });

  test('never sends a code, but responds to a request for one as if it did', async () => {
    const client = server.client();
    await client.get('/csrf-cookie');
    const answer = await client.post('/api/login/code', { phone: freshPhone() });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    const codes = await server.database.kysely.selectFrom('login_codes').selectAll().execute();
    expect(codes).toEqual([]);
  });

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'foray.localhost'])(
    'Host %s is accepted',
    async (host) => {
      expect((await server.client().get('/api/config', { host })).status).toBe(200);
    },
  );

  test.each(['evil.example', '192.168.1.5:3000', 'localhost.evil.example', 'a b'])(
    'Host %s is refused',
    async (host) => {
      const answer = await server.client().get('/api/config', { host });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    },
  );

  test("accepts PUBLIC_URL's host", async () => {
    const app = await server.build({ publicUrl: 'http://foray.example:8080' });
    const client = server.client(app);
    expect((await client.get('/api/config', { host: 'foray.example:8080' })).status).toBe(200);
    expect((await client.get('/api/config', { host: 'other.example' })).status).toBe(403);
  });

  test("[WIRE-05] finds a proxy's header among any number of other headers", async () => {
    const port = await listenLocally(await server.build());
    const others = 'a:b\r\n'.repeat(2_500);
    const lines = `host: localhost\r\nconnection: close\r\n${others}x-real-ip: 10.0.0.1\r\n\r\n`;
    const { status } = await rawAnswer(port, `GET /api/me HTTP/1.1\r\n${lines}`);
    expect(status).toBe(403);
  });

  test('[WIRE-05] refuses a request that a proxy forwarded, unless proxies are trusted', async () => {
    const names = [
      'forwarded via x-real-ip x-client-ip true-client-ip x-forwarded x-forwarded-for x-forwarded-host',
      'cf-connecting-ip cf-ray cdn-loop fastly-client-ip fly-client-ip x-azure-clientip x-cluster-client-ip',
      'x-original-forwarded-for x-envoy-external-address x-proxyuser-ip x-amzn-trace-id x-vercel-id',
    ].flatMap((line) => line.split(' '));
    for (const name of names) {
      const answer = await server.client().get('/api/me', { [name]: '10.0.0.1' });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    }
    const trusting = server.client(await server.build({ trustProxy: ['loopback'] }));
    const answer = await trusting.get('/api/config', { 'x-forwarded-for': '10.0.0.1' });
    expect(answer.status).toBe(200);
  });
});

describe('AUTH=code', () => {
  const sent = keepCodes();
  const phone = '+4915112345678';

  /** An application whose codes `sent` keeps. */
  const codeServer = () => server.build(codeConfig, { logger: sent.logger });

  test('sends a code that works once, and refuses the test code', async () => {
    const client = server.client(await codeServer());
    await client.get('/csrf-cookie');
    expect((await client.get('/api/config')).body.auth).toBe('code');
    expect(codeOf(await client.post('/api/login', { phone, name: 'Ada' }))).toBe('invalid_code');
    expect((await client.post('/api/login/code', { phone })).body).toEqual({ ok: true });
    expect(sent.lines.at(-1)?.to).toBe(phone);
    const code = sent.last();
    const rows = await server.database.kysely.selectFrom('login_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(phone);
    if (code !== '123456') {
      const test = await client.post('/api/login', { phone, name: 'Ada', code: '123456' });
      expect(codeOf(test)).toBe('invalid_code');
    }
    const right = await client.post('/api/login', { phone, name: 'Ada', code });
    expect(right.status).toBe(200);
    const user = await server.database.kysely
      .selectFrom('users')
      .select('phone_verified_at')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    expect(user.phone_verified_at).not.toBeNull();
    const again = await client.post('/api/login', { phone, name: 'Ada', code });
    expect(codeOf(again)).toBe('invalid_code');
  });

  test('asks how to start at the first verified sign-in to an account with data', async () => {
    const phone = '+4915112345690';
    const before = server.client();
    const { id } = await before.signIn('Squatter', phone);
    const item = await before.create({ title: 'Left behind' });
    const app = await codeServer();
    const askCode = async (client: TestClient) => {
      await client.get('/csrf-cookie');
      await client.post('/api/login/code', { phone });
      return sent.last();
    };
    const client = server.client(app);
    const login = { phone, name: 'Ada', code: await askCode(client) };
    const unclear = await client.post('/api/login', login);
    expect([unclear.status, codeOf(unclear)]).toEqual([409, 'start_unclear']);
    expect((await client.get('/api/me')).status).toBe(401);
    // A wrong code reveals nothing about the account.
    const guess = { ...login, code: otherThan(login.code) };
    expect(codeOf(await client.post('/api/login', guess))).toBe('invalid_code');
    const bad = await client.post('/api/login', { ...login, start: 'later' });
    expect([bad.status, bad.body.error.fields]).toEqual([422, { start: 'unknown_value' }]);

    const empty = await client.post('/api/login', { ...login, start: 'empty' });
    expect([empty.status, empty.body.user]).toMatchObject([200, { id, name: 'Ada', phone }]);
    expect((await client.get(`/api/items/${item.uuid}`)).status).toBe(404);
    expect((await before.get('/api/me')).status).toBe(401);
    const used = await client.post('/api/login', { ...login, start: 'keep' });
    expect(codeOf(used)).toBe('invalid_code');
    const later = server.client(app);
    const again = await later.post('/api/login', { ...login, code: await askCode(later) });
    expect(again.status).toBe(200);
  });

  test.each([
    ['after four wrong tries', 4, 0, 200],
    ['after five', 5, 0, 422],
    ['until five minutes have passed', 0, 5 * 60_000 - 1, 200],
    ['and then no more', 0, 5 * 60_000, 422],
  ])('a code counts %s', async (_when, wrong, passedMs, status) => {
    const client = server.client(await codeServer());
    await client.get('/csrf-cookie');
    const tryCode = async (code: string) =>
      (await client.post('/api/login', { phone, name: 'Ada', code })).status;
    await client.post('/api/login/code', { phone });
    const code = sent.last();
    const tries = Array.from({ length: wrong }, () => tryCode(otherThan(code)));
    expect(await Promise.all(tries)).toEqual(tries.map(() => 422));
    server.clock.nowMs += passedMs;
    expect(await tryCode(code)).toBe(status);
  });

  test('refuses a session of open mode, and a number that is merely possible', async () => {
    const open = await server.signedIn();
    const strict = server.client(await codeServer());
    for (const [name, value] of open.cookies) strict.cookies.set(name, value);
    expect((await strict.get('/api/me')).status).toBe(401);
    await strict.get('/csrf-cookie');
    const bad = await strict.post('/api/login/code', { phone: '+15551234567' });
    expect(bad.body.error.fields).toEqual({ phone: 'malformed' });
  });

  test('limits codes by number, and states the time to wait', async () => {
    const app = await server.build({ ...codeConfig, rateLimits: 'on' });
    const client = server.client(app);
    await client.get('/csrf-cookie');
    const answers = [];
    for (let index = 0; index < 6; index += 1) {
      answers.push(await client.post('/api/login/code', { phone: '+4915112345679' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(codeOf(answers[5]!)).toBe('rate_limited');
    expect(Number(answers[5]!.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('limits of signing in', () => {
  test('allow 40 a minute from one address, apply across nodes, and expire', async () => {
    const nodes = [
      server.client(await server.build({ rateLimits: 'on' })),
      server.client(await server.build({ rateLimits: 'on' })),
    ];
    for (const node of nodes) await node.get('/csrf-cookie');
    const statuses: number[] = [];
    for (let index = 0; index < 41; index += 1) {
      const node = nodes[index % 2]!;
      await node.get('/csrf-cookie');
      statuses.push((await node.post('/api/login', { phone: freshPhone(), name: 'A' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 200), 429]);
    server.clock.nowMs += 60_000;
    const later = await nodes[0]!.post('/api/login', { phone: freshPhone(), name: 'A' });
    expect(later.status).toBe(200);
  });
});
