import { sql } from 'kysely';
import { StartupFailure } from '@foray/embedded-postgres';
import type { PostgresConnection } from '@foray/embedded-postgres';
import { importEachOther } from '../http/testing/contacts.ts';
import { codeBrowsers } from '../http/testing/code-browsers.ts';
import { openDatabase } from '../db/pool/database.ts';
import { startServerUnderTest } from '../http/testing/server-under-test.ts';
import { testSecret } from '../http/testing/test-app.ts';
import { codeOf } from '../http/testing/test-client.ts';
import type { TestClient } from '../http/testing/test-client.ts';
import { bundleServer } from '../testing/server-process.ts';
import { sharedInFile } from '../testing/shared-in-file.ts';
import { answerAdmin } from './admin-command.ts';
import { adminUsage, readAdminCommand } from './admin-arguments.ts';

const server = await sharedInFile(startServerUnderTest());
const { browser, number, lastCode, signIn } = codeBrowsers(() => server, '15123450000');

const envOf = ({ host, user, database }: PostgresConnection): Record<string, string> => ({
  DATABASE_URL: `postgres://${user}:x@/${database}?host=${encodeURIComponent(host)}`,
  FORAY_SECRET: testSecret,
});

/** Runs a command beside the server, on connections of its own; `typed` answers its question. */
async function admin(args: string, typed = ''): Promise<string> {
  const database = openDatabase({ address: server.address, isDirect: true, maxConnections: 4 });
  try {
    const scene = { database, folder: null, env: envOf(server.address) };
    const ports = { nowMs: server.clock.nowMs, ask: () => Promise.resolve(typed) };
    return await answerAdmin(scene, readAdminCommand(args.split(' ')), ports);
  } finally {
    await database.close();
  }
}

const json = async (args: string) => JSON.parse(await admin(`${args} --json`));

async function person(name: string): Promise<TestClient & { id: number; phone: string }> {
  const client = server.client();
  const { id, phone } = await client.signIn(name);
  return Object.assign(client, { id, phone });
}

test('[ADMIN-01] people are listed by what they use, and one person in detail, without a title', async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await sql`update users set name = ${'Ann\u001b[31m'} where id = ${ann.id}`.execute(
    server.database.kysely,
  );
  for (let made = 0; made < 3; made += 1) await ann.create({ title: 'Pomegranate' });
  await bob.create({ title: 'Persephone'.repeat(20) });
  const idsBy = async (order: string) => {
    const people: { id: number }[] = await json(`people --by ${order}`);
    return people.map(({ id }) => id).filter((id) => id === ann.id || id === bob.id);
  };
  expect(await idsBy('items')).toEqual([ann.id, bob.id]);
  expect(await idsBy('bytes')).toEqual([bob.id, ann.id]);
  expect(await idsBy('requests')).toHaveLength(2);
  const table = await admin('people');
  expect(table.split('\n')[0]).toMatch(/^id +phone +name +items +MB +requests +last seen +state$/);
  const line = table.split('\n').find((one) => one.includes(ann.phone)) ?? '';
  expect(line.split(/ {2,}/).slice(0, 4)).toEqual([String(ann.id), ann.phone, 'Ann [31m', '3']);
  const usage = await admin(`usage ${ann.phone}`);
  expect(usage).toBe(await admin(`usage ${ann.id}`));
  const lines = Object.fromEntries(usage.split('\n').map((line) => line.split(/ {2,}/)));
  expect(lines).toMatchObject({ items: '3', sessions: '1', 'bound: items': '200000' });
  for (const text of [table, usage, await admin('people --json')]) {
    expect(text).not.toMatch(/Pomegranate|Persephone/);
  }
});

test('[ADMIN-02] a raised limit counts at once on every node, for that account alone', async () => {
  const account = { callsPerMinute: 4, searchesPerMinute: 1, streams: 1, items: 2, megabytes: 1 };
  const { standardAccountBounds } = await import('../config/account-config.ts');
  const config = {
    rateLimits: 'on',
    account: { ...standardAccountBounds, ...account },
  } as const;
  const nodes = [await server.build(config), await server.build(config)];
  const clients = nodes.map((node) => server.client(node));
  const { id, phone } = await clients[0]!.signIn('Ann');
  await clients[1]!.signIn('Ann', phone);
  const other = server.client(nodes[0]);
  await other.signIn('Bob');
  const make = async (client: TestClient, count: number) => {
    const statuses: number[] = [];
    for (let made = 0; made < count; made += 1) {
      const body = { uuid: crypto.randomUUID(), type: 'todo', title: 'x'.repeat(100) };
      statuses.push((await client.post('/api/items', body)).status);
    }
    return statuses;
  };
  const nextMinute = () => void (server.clock.nowMs += 60_000);
  expect(await make(clients[0]!, 3)).toEqual([201, 201, 422]);
  await admin(`bound ${phone} items 3`);
  expect(await make(clients[1]!, 2)).toEqual([201, 422]);
  expect((await clients[0]!.get('/api/me')).status).toBe(200);
  expect((await clients[0]!.get('/api/me')).status).toBe(429);
  await admin(`bound ${id} calls 5`);
  expect((await clients[0]!.get('/api/me')).status).toBe(200);
  expect((await clients[0]!.get('/api/me')).status).toBe(429);
  nextMinute();
  const search = async (client: TestClient) => (await client.get('/api/items/search?q=xx')).status;
  expect([await search(clients[0]!), await search(clients[0]!)]).toEqual([200, 429]);
  await admin(`bound ${id} searches 2`);
  expect([await search(clients[0]!), await search(other)]).toEqual([200, 200]);
  expect(await search(other)).toBe(429);
  nextMinute();
  expect(await make(other, 3)).toEqual([201, 201, 422]);
  // A lower number than that of everybody changes nothing.
  await admin(`bound ${id} calls 1`);
  await clients[0]!.get('/api/me');
  expect((await clients[0]!.get('/api/me')).status).toBe(200);
  await admin(`bound ${id} items default`);
  expect(await admin(`usage ${id}`)).toMatch(/bound: calls +3000 \(raised\)\n/);
  expect(await admin(`usage ${id}`)).toMatch(/bound: items +200000\n/);
});

test('[ADMIN-03] a person whom the operator signs out has no session left, and finds it in the log of the account', async () => {
  const first = await person('Ann');
  const second = server.client();
  await second.signIn('Ann', first.phone);
  expect(await admin(`sign-out ${first.id}`)).toContain('(sessions: 2)');
  for (const client of [first, second]) expect((await client.get('/api/me')).status).toBe(401);
  await first.signIn('Ann', first.phone);
  const { data } = (await first.get('/api/security-events')).body;
  expect(data.map(({ kind }: { kind: string }) => kind)).toContain('operator_acted');
});

test('[ADMIN-03] [ADMIN-04] a running server tells an open device at once that its session has ended', async () => {
  const programs = await bundleServer();
  const running = programs.run({ ...envOf(server.address), DRAIN_SECONDS: '0' });
  onTestFinished(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
    programs.remove();
  });
  const address = await running.address;
  const { id, phone, cookies } = await person('Ann');
  // The clock of the process is another one.
  await sql`
    update sessions set created_at = now(), last_seen_at = now(), expires_at = now() + interval '1 day'
    where user_id = ${id}`.execute(server.database.kysely);
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const events = await fetch(`${address}/api/events`, { headers: { cookie } });
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const until = async (text: string) => {
    while (!heard.includes(text)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended: ${heard}`);
      heard += value;
    }
  };
  await until(': open');
  await admin(`suspend ${phone}`);
  await until('event: newer');
  expect((await fetch(`${address}/api/me`, { headers: { cookie } })).status).toBe(401);
  while (!(await reader.read()).done);
});

test('[ADMIN-04] a suspended person gets no session, and learns of it only with a proof of the number', async () => {
  const phone = number();
  const member = await browser();
  const { id } = (await signIn(member, phone)).body.user;
  await member.post('/api/login/code', { phone, purpose: 'recovery_codes' });
  const { codes } = (await member.post('/api/recovery-codes', { code: lastCode() })).body;
  const [recovery] = codes;
  expect(await admin(`suspend ${phone}`)).toContain('is suspended');
  expect((await member.get('/api/me')).status).toBe(401);
  const stranger = await browser();
  for (const [to, code] of [
    [phone, 'wrong!'],
    [number(), 'wrong!'],
  ] as const) {
    expect((await stranger.post('/api/login/code', { phone: to })).status).toBe(200);
    const tried = await stranger.post('/api/login', { phone: to, name: 'Eve', code });
    expect([tried.status, codeOf(tried)]).toEqual([422, 'invalid_code']);
  }
  const refused = [
    await signIn(await browser(), phone),
    await stranger.post('/api/login', { phone, name: 'Eve', recovery_code: recovery }),
  ];
  for (const answer of refused) {
    expect([answer.status, codeOf(answer), answer.body.error.fields]).toEqual([
      403,
      'forbidden',
      { account: 'suspended' },
    ]);
    expect(answer.cookies.map(({ name }) => name)).not.toContain('foray_session');
  }
  // The database takes no session, so a node of an earlier release cannot make any.
  await sql`
    insert into sessions (token_hash, user_id, mode, created_at, last_seen_at, expires_at)
    values (sha256('x'), ${id}, 'code', now(), now(), now() + interval '1 day')`.execute(
    server.database.kysely,
  );
  expect(await admin(`usage ${id}`)).toMatch(/\nsessions +0\n/);
  expect(await admin(`suspend ${id}`)).toContain('already');
  expect(await admin(`resume ${id}`)).toContain('can sign in again');
  const back = await stranger.post('/api/login', { phone, name: 'Ann', recovery_code: recovery });
  expect(back.status).toBe(200);
});

test('[ADMIN-05] erasing needs the number, and does what the deletion by the owner does', async () => {
  const outcomes = [];
  for (const erase of ['by the operator', 'by the owner']) {
    const [ann, bob] = [await person('Ann'), await person('Bob')];
    await importEachOther(ann, bob);
    const campaign = await bob.create({ type: 'campaign', title: 'Spring' });
    const shared = await bob.create({ title: 'Shared', parent_id: campaign.id });
    await bob.post(`/api/items/${shared.id}/assign`, { user_id: ann.id });
    await ann.create({ title: 'Own' });
    if (erase === 'by the owner') expect((await ann.delete('/api/me')).status).toBe(204);
    else {
      await expect(admin(`erase ${ann.phone}`, bob.phone)).rejects.toThrow('Nothing was erased.');
      await expect(admin(`erase ${ann.phone}`)).rejects.toThrow('Nothing was erased.');
      expect((await ann.get('/api/me')).status).toBe(200);
      expect(await admin(`erase ${ann.phone}`, ann.phone)).toContain('is erased');
    }
    expect((await ann.get('/api/me')).status).toBe(401);
    const seen = await bob.get('/api/changes?since=0');
    const { rows } = await sql<{ rows: string }>`
      select (select count(*) from items where user_id = ${ann.id} and title <> '') as items,
        (select count(*) from contacts where user_id = ${ann.id}) as contacts,
        (select count(*) from feed where user_id = ${ann.id}) as feed,
        (select ended from heads where user_id = ${ann.id}) as ended,
        (select name from users where id = ${ann.id}) as name`.execute(server.database.kysely);
    const { users, mutuals } = seen.body;
    outcomes.push({
      rows,
      mutuals,
      assigned: (await bob.get(`/api/items/${shared.id}`)).body.assigned_to,
      names: users.map(({ name }: { name: string }) => name),
    });
    await expect(admin(`erase ${ann.phone} --yes`)).rejects.toThrow('There is no such account.');
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  const carol = await person('Carol');
  expect(await admin(`erase ${carol.id} --yes`)).toContain('is erased');
});

test('[ADMIN-06] each act is in the log by time, kind and id, and those on an account in its export', async () => {
  const ann = await person('Ann');
  const at = new Date(server.clock.nowMs).toISOString();
  await admin(`bound ${ann.phone} items 300000`);
  await admin(`resume ${ann.id}`);
  await admin(`suspend ${ann.id}`);
  await admin(`resume ${ann.id}`);
  await admin(`sign-out ${ann.id}`);
  const acts = await json(`log ${ann.id}`);
  const of = (kind: string, detail = '') => ({
    id: expect.any(Number),
    at,
    kind,
    user_id: ann.id,
    detail,
  });
  expect(acts).toEqual([
    of('signed_out'),
    of('resumed'),
    of('suspended'),
    of('limit_raised', 'items 300000'),
  ]);
  await ann.signIn('Ann', ann.phone);
  const saved = (await ann.post('/api/me/export')).body;
  expect(saved.operator_log).toHaveLength(4);
  expect(saved.raised_limits).toEqual([{ name: 'items', most: 300_000 }]);
  await admin(`erase ${ann.id} --yes`);
  const log = await admin('log');
  expect(log.split('\n')[1]).toMatch(new RegExp(`^${at}  erased +${ann.id}$`));
  expect(log).not.toContain(ann.phone);
  expect(await json(`log ${ann.id}`)).toHaveLength(6);
  await expect(admin('log 999999999')).rejects.toThrow('There is no such account.');
  const left = await sql<{ count: number }>`
    select count(*) as count from raised_limits where user_id = ${ann.id}`.execute(
    server.database.kysely,
  );
  expect(left.rows).toEqual([{ count: 0 }]);
});

test('[ADMIN-06] an erasure is in the log before anything is erased, and its end with the end of the account', async () => {
  const ann = await person('Ann');
  await ann.create({ title: 'Own' });
  const { pool } = server.database;
  const kinds = async () => {
    const { rows } = await pool.query<{ kind: string }>(
      'select kind from operator_log where user_id = $1 order by id',
      [ann.id],
    );
    return rows.map(({ kind }) => kind);
  };
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on operator_log for each row execute function refuse();`);
  try {
    await expect(admin(`erase ${ann.id} --yes`)).rejects.toThrow('no');
    expect((await ann.get('/api/items?type=todo')).body.data).toHaveLength(1);
    await pool.query(`
      drop trigger refuse on operator_log;
      create trigger refuse before insert on operator_log for each row
        when (new.kind = 'erased') execute function refuse();`);
    await expect(admin(`erase ${ann.id} --yes`)).rejects.toThrow('no');
  } finally {
    await pool.query('drop trigger refuse on operator_log; drop function refuse();');
  }
  expect((await ann.get('/api/me')).status).toBe(200);
  expect(await kinds()).toEqual(['erasing']);
  await admin(`erase ${ann.id} --yes`);
  expect((await ann.get('/api/me')).status).toBe(401);
  expect(await kinds()).toEqual(['erasing', 'erasing', 'erased']);
});

test('[ADMIN-06] a log of more than a hundred acts says how many more there are, and --all lists them', async () => {
  const ann = await person('Ann');
  await sql`
    insert into operator_log (at, kind, user_id, detail)
    select now(), 'signed_out', ${ann.id}, '' from generate_series(1, 103)`.execute(
    server.database.kysely,
  );
  const lines = (await admin(`log ${ann.id}`)).split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([102, '3 more: add --all.']);
  expect((await admin(`log ${ann.id} --all`)).split('\n')).toHaveLength(104);
  expect(await json(`log ${ann.id}`)).toHaveLength(103);
});

test('[ADMIN-01] the command prints one sentence for arguments that it does not know', async () => {
  for (const args of ['', 'people --by name', 'usage', 'block +4915112345678', 'erase 1000 --no']) {
    expect(() => readAdminCommand(args.split(' '))).toThrow(StartupFailure);
  }
  expect(() => readAdminCommand(['usage', 'Ann'])).toThrow("'Ann' is neither");
  const programs = await bundleServer('admin');
  onTestFinished(() => programs.remove());
  const run = programs.run(envOf(server.address));
  const { code, complaint } = await run.ended;
  expect(code).toBe(1);
  for (const line of adminUsage) expect(complaint).toContain(line);
  expect(complaint.trim().split('\n')).toHaveLength(1);
});
