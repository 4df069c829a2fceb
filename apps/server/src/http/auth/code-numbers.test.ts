import { numberKinds, standardCodeNumbers } from '../../config/code-numbers.ts';
import { codeBrowsers } from '../testing/code-browsers.ts';
import { startServerUnderTest } from '../testing/server-under-test.ts';
import { codeOf, type TestClient } from '../testing/test-client.ts';
import { sharedInFile } from '../../testing/shared-in-file.ts';

const server = await sharedInFile(startServerUnderTest());

const { number, browser, ask, signIn } = codeBrowsers(() => server, '15112530000');
const everyKind = { codeNumbers: { countries: null, kinds: numberKinds } };

let lines = 0;
const landline = () => {
  lines += 1;
  return `+4930${200_000 + lines}`;
};

/** A person who signed in with a landline while codes were sent to it, in the same browser afterwards. */
async function owner() {
  const phone = landline();
  const before = await browser(everyKind);
  await signIn(before, phone);
  const client = await browser();
  for (const [name, value] of before.cookies) client.cookies.set(name, value);
  return { client, phone };
}

const askFor = (client: TestClient, phone: string, purpose: string) =>
  client.post('/api/login/code', { phone, purpose });

test('[SIGN-21] by default no code is sent to a landline, and an operator can allow it', async () => {
  const refused = await askFor(await browser(), landline(), 'sign_in');
  expect([refused.status, codeOf(refused)]).toEqual([422, 'number_unsupported']);
  const allowed = await askFor(await browser(everyKind), landline(), 'sign_in');
  expect(allowed.status).toBe(200);
});

test('[SIGN-22] an account whose number gets no codes still gets them in its own session and in a browser that it has used', async () => {
  const { client, phone } = await owner();
  const known = client.cookies.get('foray_device') ?? '';
  client.cookies.delete('foray_device');
  for (const purpose of ['export', 'end_sessions', 'change_number', 'recovery_codes']) {
    expect((await askFor(client, phone, purpose)).status).toBe(200);
  }
  expect(codeOf(await askFor(client, phone, 'sign_in'))).toBe('number_unsupported');
  client.cookies.set('foray_device', known);
  // From there the person can change to a number that gets codes everywhere.
  const to = number();
  const [code, new_code] = [await ask(client, phone), await ask(client, to)];
  const changed = await client.post('/api/me/phone', { phone: to, code, new_code });
  expect([changed.status, changed.body.user?.phone]).toEqual([200, to]);

  const other = await owner();
  await other.client.post('/api/logout');
  const again = await signIn(other.client, other.phone);
  expect([again.status, again.body.user?.phone]).toEqual([200, other.phone]);
});

test('[SIGN-22] in any other browser a recovery code signs in to an account whose number gets no codes', async () => {
  const { client, phone } = await owner();
  await askFor(client, phone, 'recovery_codes');
  const made = await client.post('/api/recovery-codes', { code: await ask(client, phone) });
  const stranger = await browser({ codeNumbers: standardCodeNumbers });
  expect(codeOf(await askFor(stranger, phone, 'sign_in'))).toBe('number_unsupported');
  const recovery_code = made.body.codes[0];
  const answer = await stranger.post('/api/login', { phone, name: 'Ada', recovery_code });
  expect([answer.status, answer.body.user?.phone]).toEqual([200, phone]);
});
