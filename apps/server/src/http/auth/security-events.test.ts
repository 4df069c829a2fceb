import { sql } from 'kysely';
import { cleanUpDatabase } from '../../db/upkeep/clean-up.ts';
import { noteEvent } from '../../db/account/security-events.ts';
import { browserKeys } from '../testing/browser-keys.ts';
import { codeConfig, keepCodes, otherThan } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { freshPhone, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const sent = keepCodes();
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/events', keys: browserKeys };

interface Listed {
  readonly id: number;
  readonly kind: string;
  readonly device: string;
  readonly current: boolean;
  readonly count: number;
}

async function events(client: TestClient): Promise<readonly Listed[]> {
  const { status, body } = await client.get('/api/security-events');
  expect(status).toBe(200);
  return body.data;
}

const kinds = async (client: TestClient) => (await events(client)).map(({ kind }) => kind);

async function signIn(client: TestClient, phone: string, headers = {}): Promise<void> {
  await client.get('/csrf-cookie');
  const body = { phone, name: 'Ada' };
  expect((await client.post('/api/login', body, headers)).status).toBe(200);
}

async function codeBrowser(): Promise<TestClient> {
  const app = await server.build(codeConfig, { logger: sent.logger });
  const client = server.client(app);
  await client.get('/csrf-cookie');
  return client;
}

async function loginWith(client: TestClient, phone: string, change = (code: string) => code) {
  expect((await client.post('/api/login/code', { phone })).status).toBe(200);
  const code = change(sent.last());
  return (await client.post('/api/login', { phone, name: 'Ada', code })).status;
}

test('[AUDIT-01] actions on an account are in its log, with the device, latest first', async () => {
  const phone = freshPhone();
  const [one, other] = [server.client(), server.client()];
  await signIn(one, phone, { 'user-agent': firefox });
  await signIn(other, phone);
  const [theirs] = (await one.get('/api/sessions')).body.data.filter(
    ({ current }: { current: boolean }) => !current,
  );
  expect((await one.delete(`/api/sessions/${theirs.id}`)).status).toBe(204);
  await one.post('/api/contacts/sync', { contacts: [freshPhone()] });
  await one.post('/api/contacts/sync', { contacts: [] });
  const friend = server.client();
  const { id: friendId, phone: theirPhone } = await friend.signIn();
  await friend.post('/api/contacts/sync', { contacts: [phone] });
  await one.post('/api/contacts/sync', { contacts: [theirPhone] });
  for (let count = 0; count < 2; count += 1) {
    expect((await one.post(`/api/contacts/${friendId}/block`)).status).toBe(204);
  }
  for (let count = 0; count < 2; count += 1) await one.post('/api/push', subscription);
  for (let count = 0; count < 2; count += 1) {
    await one.delete('/api/push', { endpoint: subscription.endpoint });
  }
  expect((await one.post('/api/me/export')).status).toBe(200);
  const log = (await events(one)).map(({ kind, device, current, count }) => {
    return { kind, device, current, count };
  });
  const own = { device: 'Firefox on Linux', current: true, count: 1 };
  const ended = { device: '', current: false, count: 1 };
  expect(log).toEqual([
    { kind: 'data_exported', ...own },
    { kind: 'push_ended', ...own },
    { kind: 'push_started', ...own },
    { kind: 'contact_blocked', ...own },
    { kind: 'contacts_imported', ...own, count: 2 },
    { kind: 'session_ended', ...ended },
    { kind: 'signed_in', ...ended },
    { kind: 'signed_in', ...own },
  ]);
  await one.post('/api/logout');
  await signIn(one, phone);
  expect(await kinds(one)).toEqual(['signed_in', 'signed_out', ...log.map(({ kind }) => kind)]);
  await one.delete('/api/sessions');
  await signIn(one, phone);
  expect((await kinds(one)).slice(0, 2)).toEqual(['signed_in', 'signed_out_everywhere']);
  // In the same browser again, and in another person's.
  await signIn(one, phone);
  expect((await kinds(one)).slice(0, 2)).toEqual(['signed_in', 'signed_in']);
  await signIn(one, freshPhone());
  expect(await kinds(one)).toEqual(['signed_in']);
  await signIn(other, phone);
  expect((await kinds(other)).slice(0, 2)).toEqual(['signed_in', 'signed_out']);
});

test('[AUDIT-02] wrong codes and new browsers are in the log of the number, one entry for each a day', async () => {
  const phone = '+4915112380001';
  const [owner, stranger] = [await codeBrowser(), await codeBrowser()];
  expect(await loginWith(owner, phone)).toBe(200);
  for (let count = 0; count < 3; count += 1) await loginWith(stranger, phone, otherThan);
  await loginWith(stranger, '+4915112380002', otherThan);
  const second = await codeBrowser();
  expect(await loginWith(second, phone)).toBe(200);
  server.clock.nowMs += 86_400_000;
  await loginWith(stranger, phone, otherThan);
  expect((await events(owner)).map(({ kind, count, device }) => [kind, count, device])).toEqual([
    ['wrong_codes', 1, ''],
    ['signed_in_new_device', 1, ''],
    ['wrong_codes', 3, ''],
    ['signed_in', 1, ''],
  ]);
});

test("[AUDIT-03] no user reads another's log, and the log ends with its account", async () => {
  const [ada, bob] = [server.client(), server.client()];
  const { id } = await ada.signIn();
  await bob.signIn();
  const [own] = await events(ada);
  expect(await events(bob)).not.toContainEqual(expect.objectContaining({ id: own?.id }));
  const above = (own?.id ?? 0) + 1;
  const theirs = (await bob.get(`/api/security-events?before=${above}`)).body.data;
  expect(theirs).toEqual([]);
  expect((await server.client().get('/api/security-events')).status).toBe(401);

  const { kysely } = server.database;
  const left = () =>
    kysely.selectFrom('security_events').selectAll().where('user_id', '=', id).execute();
  expect(await left()).toHaveLength(1);
  const late = server.client();
  for (const [name, value] of ada.cookies) late.cookies.set(name, value);
  expect((await ada.delete('/api/me')).status).toBe(204);
  expect((await late.get('/api/security-events')).status).toBe(401);
  const at = new Date(server.clock.nowMs).toISOString();
  await noteEvent(kysely, { user_id: id, kind: 'signed_in', at, session_id: null });
  expect(await left()).toEqual([]);
});

test('[AUDIT-04] the log keeps the newest 500 events of a year, and is read in pages', async () => {
  const client = server.client();
  const { id } = await client.signIn();
  const { kysely } = server.database;
  const at = new Date(server.clock.nowMs).toISOString();
  for (let session_id = 1; session_id <= 520; session_id += 1) {
    await noteEvent(kysely, { user_id: id, kind: 'signed_out', at, session_id: -session_id });
  }
  const ids: number[] = [];
  for (let next: number | null = Number.MAX_SAFE_INTEGER; next !== null;) {
    const { body }: { body: { data: Listed[]; next: number | null } } = await client.get(
      `/api/security-events?before=${next}`,
    );
    expect(body.data.length).toBeLessThanOrEqual(50);
    ids.push(...body.data.map((event) => event.id));
    ({ next } = body);
  }
  expect(ids).toHaveLength(500);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  expect(await kinds(client)).not.toContain('signed_in');

  await sql`update security_events set last_at = first_at - interval '366 days' where id <= ${ids[9]}`.execute(
    kysely,
  );
  await cleanUpDatabase(kysely, server.clock.nowMs);
  expect((await events(client)).map((event) => event.id)).toEqual(ids.slice(0, 9));
  for (const query of ['before=0', 'before=x']) {
    expect((await client.get(`/api/security-events?${query}`)).status).toBe(422);
  }
});

test('[AUDIT-05] an action is recorded in its own transaction, so that neither exists without the other', async () => {
  const client = server.client();
  const { id } = await client.signIn();
  const { kysely } = server.database;
  // No further event of this person can be recorded.
  await sql`
    alter table security_events add constraint refused check (user_id <> ${sql.lit(id)}) not valid`.execute(
    kysely,
  );
  try {
    const before = JSON.stringify([
      (await client.get('/api/sessions')).body,
      (await client.get('/api/contacts/mutuals')).body,
    ]);
    const numbers = () =>
      kysely.selectFrom('contacts').selectAll().where('user_id', '=', id).execute();
    for (const [method, path, body] of [
      ['POST', '/api/logout', undefined],
      ['DELETE', '/api/sessions', undefined],
      ['POST', '/api/push', subscription],
      ['POST', '/api/me/export', undefined],
      ['POST', '/api/contacts/sync', { contacts: [freshPhone()] }],
    ] as const) {
      expect([path, (await client.send(method, path, { body })).status]).toEqual([path, 500]);
    }
    const push = await sql`select from push where user_id = ${id}`.execute(kysely);
    expect([(await numbers()).length, push.rows.length]).toEqual([0, 0]);
    const after = JSON.stringify([
      (await client.get('/api/sessions')).body,
      (await client.get('/api/contacts/mutuals')).body,
    ]);
    expect(after).toBe(before);
  } finally {
    await sql`alter table security_events drop constraint refused`.execute(kysely);
  }
});
