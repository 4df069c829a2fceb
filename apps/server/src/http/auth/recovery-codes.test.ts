import { deriveKeys } from '../../config/keys.ts';
import { createRecoveryCodes } from '../../db/account/recovery-codes.ts';
import { codeBrowsers } from '../testing/code-browsers.ts';
import { otherThan } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf, type TestAnswer, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const path = '/api/recovery-codes';
const { number, browser: codeBrowser, ask, signIn } = codeBrowsers(() => server, '15112430000');

const recover = (client: TestClient, phone: string, recovery_code: string, name = 'Ada') =>
  client.post('/api/login', { phone, name, recovery_code });

async function make(client: TestClient, phone: string): Promise<readonly string[]> {
  const answer = await client.post(path, { code: await ask(client, phone) });
  expect(answer.status).toBe(200);
  return answer.body.codes;
}

/** A person who has signed in with a code, and made recovery codes. */
async function owner() {
  const [client, phone] = [await codeBrowser(), number()];
  const { id } = (await signIn(client, phone)).body.user;
  const codes = await make(client, phone);
  return { client, phone, id: id as number, codes, code: codes[0] ?? '' };
}

const left = async (client: TestClient) => (await client.get(path)).body.left;
const kindsOf = async (client: TestClient): Promise<readonly string[]> =>
  (await client.get('/api/security-events')).body.data.map(({ kind }: { kind: string }) => kind);
const told = ({ status, body }: TestAnswer) => [status, body];

test('[RECOVER-01] a fresh code from the phone makes ten recovery codes of 80 bits, and a recovery code makes none', async () => {
  const { client, phone, codes, code } = await owner();
  expect(new Set(codes).size).toBe(10);
  for (const one of codes)
    expect(one).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const wrong = otherThan(await ask(client, phone));
  for (const body of [{}, { code: wrong }, { code }, { recovery_code: code }]) {
    expect(codeOf(await client.post(path, body))).toBe('invalid_code');
  }
  expect(await left(client)).toBe(10);
});

test('[RECOVER-01] the database stores keyed hashes of recovery codes, and new codes invalidate the former ones', async () => {
  const { client, phone, id, codes } = await owner();
  const { rows } = await server.database.pool.query(
    'select * from recovery_codes where user_id = $1',
    [id],
  );
  const kept = JSON.stringify(rows.map((row) => ({ ...row, code_hash: `${row.code_hash}` })));
  for (const code of codes) expect(kept).not.toContain(code.replaceAll('-', ''));
  const next = await make(client, phone);
  const other = await codeBrowser();
  for (const code of codes) {
    expect(codeOf(await recover(other, phone, code))).toBe('invalid_code');
  }
  expect((await recover(other, phone, next[9] ?? '')).status).toBe(200);
  expect(await left(other)).toBe(9);
});

test('[RECOVER-02] a recovery code signs in once, in any browser, however it is typed', async () => {
  const { client, phone, id, codes } = await owner();
  const other = await codeBrowser();
  const [first = '', second = ''] = codes;
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const answer = await recover(other, phone, typed);
  expect([answer.status, answer.body.user.id]).toEqual([200, id]);
  expect(codeOf(await recover(other, phone, first))).toBe('invalid_code');
  const browsers = await Promise.all([codeBrowser(), codeBrowser(), codeBrowser(), codeBrowser()]);
  const answers = await Promise.all(browsers.map((one) => recover(one, phone, second)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422,
  ]);
  expect(await left(client)).toBe(8);
});

test('[RECOVER-03] wrong recovery codes get the same response for every number, create no account and use up nothing', async () => {
  const { client, phone, codes } = await owner();
  const [withoutCodes, nobody] = [number(), number()];
  await signIn(await codeBrowser(), withoutCodes);
  const stranger = await codeBrowser();
  const answers: unknown[] = [];
  for (const tried of [phone, withoutCodes, nobody]) {
    answers.push(told(await recover(stranger, tried, 'AAAA-BBBB-CCCC-DDDD')));
    if (tried !== phone) answers.push(told(await recover(stranger, tried, codes[0] ?? '')));
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  for (let count = 0; count < 30; count += 1) await recover(stranger, phone, '0');
  expect(await left(client)).toBe(10);
  expect((await recover(stranger, phone, codes[0] ?? '')).status).toBe(200);
  const people = await server.database.pool.query('select from users where phone = $1', [nobody]);
  expect(people.rows).toEqual([]);
});

test('[RECOVER-03] attempts are limited by sender, and not by number', async () => {
  const { phone, code } = await owner();
  const stranger = await codeBrowser({ rateLimits: 'on' });
  const statuses: number[] = [];
  for (let count = 0; count < 41; count += 1) {
    statuses.push((await recover(stranger, phone, '0')).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 40 }, () => 422), 429]);
  expect((await recover(await codeBrowser(), phone, code)).status).toBe(200);
});

test('[RECOVER-04] the owner is notified of a sign-in with a recovery code, and sees which codes were made, used and tried', async () => {
  const { client, phone, code } = await owner();
  const { cursor } = (await client.get('/api/changes?since=0')).body;
  const stranger = await codeBrowser();
  await recover(stranger, phone, '0');
  await recover(stranger, phone, code);
  const { notifications } = (await client.get(`/api/changes?since=${cursor}`)).body;
  expect(notifications).toMatchObject([{ kind: 'new_device' }]);
  expect((await kindsOf(client)).slice(0, 4)).toEqual([
    'signed_in_new_device',
    'recovery_code_used',
    'wrong_recovery_code',
    'recovery_codes_made',
  ]);
});

test('[RECOVER-05] a recovery code confirms the current number in a change of number, and the end of all sessions', async () => {
  const { client, phone, codes, id } = await owner();
  const to = number();
  const [first, second] = codes;
  const new_code = await ask(client, to);
  const change = (body: object) => client.post('/api/me/phone', { phone: to, ...body });
  expect(codeOf(await change({ recovery_code: '0', new_code }))).toBe('invalid_code');
  expect(codeOf(await change({ recovery_code: first, new_code: first }))).toBe('invalid_code');
  const changed = await change({ recovery_code: first, new_code });
  expect([changed.status, changed.body.user.id]).toEqual([200, id]);
  expect(codeOf(await recover(await codeBrowser(), phone, second ?? ''))).toBe('invalid_code');
  const end = (recovery_code: string | undefined) =>
    client.delete('/api/sessions', { recovery_code });
  expect(codeOf(await end(first))).toBe('invalid_code');
  expect((await end(second)).status).toBe(204);
  expect(codeOf(await recover(await codeBrowser(), to, second ?? ''))).toBe('invalid_code');
});

test('[RECOVER-09] a change of number that fails because the number is taken uses up no recovery code', async () => {
  const { client, codes, id } = await owner();
  const [taken, free] = [number(), number()];
  await signIn(await codeBrowser(), taken);
  const change = async (phone: string) =>
    client.post('/api/me/phone', {
      phone,
      recovery_code: codes[0],
      new_code: await ask(client, phone),
    });
  expect(codeOf(await change(taken))).toBe('number_taken');
  expect(await left(client)).toBe(10);
  expect(await kindsOf(client)).not.toContain('recovery_code_used');
  const changed = await change(free);
  expect([changed.status, changed.body.user.id]).toEqual([200, id]);
  expect(await left(client)).toBe(9);
});

test('[RECOVER-05] recovery codes end with their account', async () => {
  const { client, phone, id, codes } = await owner();
  const [first = '', second = ''] = codes;
  expect((await client.delete('/api/me', { recovery_code: first })).status).toBe(204);
  expect(codeOf(await recover(await codeBrowser(), phone, second))).toBe('invalid_code');
  const { rows } = await server.database.pool.query(
    'select from recovery_codes where user_id = $1',
    [id],
  );
  expect(rows).toEqual([]);
});

test('[RECOVER-06] recovery codes under a former secret are valid while that secret is known, and invalid later', async () => {
  const { phone, client, id: userId } = await owner();
  const sessions = await server.database.pool.query('select id from sessions where user_id = $1', [
    userId,
  ]);
  const table = (secret: string, previous: string | null = null) =>
    createRecoveryCodes(server.database.kysely, deriveKeys(secret, previous));
  const session = { id: sessions.rows[0].id, userId };
  const codes = (await table('former').make(session, Date.now())) ?? [];
  const both = table('present', 'former');
  expect(await both.left(session)).toBe(10);
  const right = await both.check(phone, codes[0] ?? '', Date.now());
  expect(right).toMatchObject({ userId });
  expect(await table('present').left(session)).toBe(0);
  expect(await table('present').check(phone, codes[0] ?? '', Date.now())).toBeNull();
  expect(await left(client)).toBe(0);
});
