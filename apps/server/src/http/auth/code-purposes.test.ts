import { sql } from 'kysely';
import { codeConfig, keepCodes } from '../testing/sent-codes.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf, type TestAnswer, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const sent = keepCodes();
let numbers = 30_000;

/** A valid number that no other test uses. */
function number(): string {
  numbers += 1;
  return `+49151123${numbers}`;
}

async function browser(): Promise<TestClient> {
  const client = server.client(await server.build(codeConfig, { logger: sent.logger }));
  await client.get('/csrf-cookie');
  return client;
}

async function ask(client: TestClient, phone: string, purpose?: string): Promise<string> {
  const answer = await client.post('/api/login/code', { phone, purpose });
  expect(answer.status).toBe(200);
  return sent.last();
}

const login = (client: TestClient, phone: string, code: string) =>
  client.post('/api/login', { phone, name: 'Ada', code });

async function signedIn(phone: string): Promise<TestClient> {
  const client = await browser();
  expect((await login(client, phone, await ask(client, phone, 'sign_in'))).status).toBe(200);
  return client;
}

/** The actions that need a code of the account's number, by the purpose of that code. */
const uses: Readonly<Record<string, (client: TestClient, code: string) => Promise<TestAnswer>>> = {
  change_number: async (client, code) => {
    const phone = number();
    const new_code = await ask(client, phone, 'new_number');
    return client.post('/api/me/phone', { phone, code, new_code });
  },
  export: (client, code) => client.post('/api/me/export', { code }),
  recovery_codes: (client, code) => client.post('/api/recovery-codes', { code }),
  end_sessions: (client, code) => client.delete('/api/sessions', { code }),
  delete_account: (client, code) => client.delete('/api/me', { code }),
};
const purposes = Object.keys(uses);

test.each(purposes)(
  '[SIGN-15] a code for %s is accepted only for that purpose',
  async (purpose) => {
    const phone = number();
    const client = await signedIn(phone);
    const code = await ask(client, phone, purpose);
    expect(codeOf(await login(client, phone, code))).toBe('invalid_code');
    for (const other of purposes.filter((one) => one !== purpose)) {
      expect(codeOf((await uses[other]?.(client, code)) as TestAnswer)).toBe('invalid_code');
    }
    const answer = await uses[purpose]?.(client, code);
    expect([200, 204]).toContain(answer?.status);
  },
);

test('[SIGN-15] a code for signing in confirms nothing else, nor does a code that was requested without a session', async () => {
  const phone = number();
  const client = await signedIn(phone);
  const session = new Map(client.cookies);
  client.cookies.delete('foray_session');
  await client.get('/csrf-cookie');
  const unsaid = await ask(client, phone);
  for (const [name, value] of session) client.cookies.set(name, value);
  for (const code of [await ask(client, phone, 'sign_in'), unsaid]) {
    for (const purpose of purposes) {
      expect(codeOf((await uses[purpose]?.(client, code)) as TestAnswer)).toBe('invalid_code');
    }
    expect((await login(client, phone, code)).status).toBe(200);
  }
});

test('[SIGN-15] each side of a change of number has its own code', async () => {
  const [phone, next] = [number(), number()];
  const client = await signedIn(phone);
  const codes = {
    own: await ask(client, phone, 'change_number'),
    next: await ask(client, next, 'new_number'),
    other: await ask(client, next, 'sign_in'),
  };
  const change = (code: string, new_code: string) =>
    client.post('/api/me/phone', { phone: next, code, new_code });
  expect(codeOf(await change(codes.own, codes.other))).toBe('invalid_code');
  // Signing in with that code would give the new number an account.
  expect(codeOf(await login(client, next, codes.next))).toBe('invalid_code');
  expect((await change(codes.own, codes.next)).status).toBe(200);
});

test('[SIGN-15] a code requested in a session without a purpose works for everything, as it did before purposes existed', async () => {
  for (const purpose of purposes) {
    const phone = number();
    const client = await signedIn(phone);
    const answer = await uses[purpose]?.(client, await ask(client, phone));
    expect([200, 204]).toContain(answer?.status);
  }
  const [phone, next] = [number(), number()];
  const client = await signedIn(phone);
  expect((await login(client, next, await ask(client, next))).status).toBe(200);
});

test('[SIGN-15] codes from before the upgrade count as codes for signing in', async () => {
  const phone = number();
  const client = await signedIn(phone);
  const code = await ask(client, phone, 'delete_account');
  // The row that a server of the last release writes.
  await server.database.kysely
    .updateTable('login_codes')
    .set({ purpose: sql<string>`default` })
    .execute();
  expect(codeOf(await client.delete('/api/me', { code }))).toBe('invalid_code');
  expect((await login(client, phone, code)).status).toBe(200);
});

test('[SIGN-15] the text message names the purpose of the code', async () => {
  const phone = number();
  const client = await signedIn(phone);
  const texts: string[] = [];
  for (const purpose of ['sign_in', ...purposes, 'new_number', undefined]) {
    await ask(client, phone, purpose);
    texts.push(sent.lines.at(-1)?.text.replace(/^\d+/, '') ?? '');
  }
  expect(texts).toEqual([
    ' is your Foray code to sign in.',
    ' is your Foray code to give your account another number.',
    ' is your Foray code to save everything that is kept about you.',
    ' is your Foray code to make recovery codes.',
    ' is your Foray code to log out everywhere.',
    ' is your Foray code to delete your account.',
    ' is your Foray code to give your account this number.',
    ' is your Foray code to sign in, or to confirm what you do with your account.',
  ]);
});

test('[SIGN-16] only the owner of an account can have codes sent for actions on it', async () => {
  const [phone, other] = [number(), number()];
  const client = await signedIn(phone);
  await signedIn(other);
  const stranger = await browser();
  const before = sent.lines.length;
  for (const purpose of purposes) {
    const asked = await stranger.post('/api/login/code', { phone, purpose });
    expect([asked.status, codeOf(asked)]).toEqual([401, 'unauthenticated']);
    for (const to of [other, number()]) {
      const { status, body } = await client.post('/api/login/code', { phone: to, purpose });
      expect([status, body.error.fields]).toEqual([422, { phone: 'malformed' }]);
    }
  }
  const next = { phone: number(), purpose: 'new_number' };
  expect((await stranger.post('/api/login/code', next)).status).toBe(401);
  expect(sent.lines).toHaveLength(before);
  expect((await client.post('/api/login/code', next)).status).toBe(200);
});
