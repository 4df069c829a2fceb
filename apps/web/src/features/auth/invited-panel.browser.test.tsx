import { page } from 'vitest/browser';
import { signInAttempt } from '../../adapters/storage/sign-in-attempt.ts';
import { ada, fakeClient, signInAnswers } from '../../replica/testing/fake-client.ts';
import type { ClientActions } from '../../replica/index.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { LoginScreen } from './login-screen.tsx';

const { refused, welcome, noAnswer } = signInAnswers;
const startedAt = location.pathname;
const token = 'A-token_of_22_charact1';
const person = { name: 'Ada', phone: '+4915112345678' };

afterEach(() => {
  signInAttempt.end();
  vi.restoreAllMocks();
  history.replaceState(null, '', startedAt);
});

/** Opens the link of an invitation, about which the server answers this; null: it does not answer. */
function open(
  answer: { readonly status: number; readonly body: unknown } | null,
  actions: Partial<ClientActions> = {},
) {
  const sent: { readonly path: string; readonly body: unknown }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    sent.push({ path: typeof path === 'string' ? path : '', body: init?.body });
    if (answer === null) throw new TypeError('no network');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  history.replaceState(null, '', `/login#${token}`);
  const fake = fakeClient(actions);
  renderWith(fake.client, <LoginScreen />);
  return { ...fake, sent };
}

const ended = (why: string) => ({
  status: 422,
  body: { error: { code: 'invalid_code', message: 'No.', fields: { invitation: why } } },
});

test('[INVITE-09] the link of an invitation shows the person whom it is for, and signs in once they confirm', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(welcome);
  const { sent } = open({ status: 200, body: person }, { signIn });
  await expect.element(page.getByLabelText('Phone number')).toHaveValue(person.phone);
  expect(signIn).not.toHaveBeenCalled();
  // The token is in the body, and in no path.
  expect(sent.at(-1)).toEqual({ path: '/api/invitation', body: JSON.stringify({ token }) });
  expect(sent.map(({ path }) => path).join()).not.toContain(token);
  await page.getByLabelText('Your name').fill(' Ada Byron ');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(location.hash).toBe('');
  expect(signIn).toHaveBeenCalledExactlyOnceWith(
    { phone: person.phone, name: 'Ada Byron', invitation: token, attempt: expect.any(String) },
    expect.any(AbortSignal),
  );
});

test.each([
  ['used', /was used before/],
  ['expired', /has expired/],
  ['revoked', /was withdrawn/],
  ['unknown', /is not known/],
])('[INVITE-09] an invitation that is %s says so, and leads to the form', async (why, text) => {
  open(ended(why));
  await expect.element(page.getByRole('alert')).toHaveTextContent(text);
  await expect
    .element(page.getByRole('link', { name: 'Sign in with a code' }))
    .toHaveAttribute('href', '/login');
});

test('[INVITE-09] without a network the invitation stays, and can be tried again', async () => {
  open(null);
  await expect.element(page.getByRole('alert')).toHaveTextContent(/cannot be reached/);
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(JSON.stringify(person), { status: 200 }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByLabelText('Your name')).toHaveValue('Ada');
});

test.each([
  ['number_taken', /has an account already/],
  ['forbidden', /is suspended/],
])('[INVITE-09] a sign-in that is refused with %s says why', async (code, text) => {
  open({ status: 200, body: person }, { signIn: refused(code) });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(text);
});

test('[INVITE-09] a sign-in without an answer keeps the invitation, and a missing name is asked for', async () => {
  open({ status: 200, body: person }, { signIn: noAnswer });
  await page.getByLabelText('Your name').fill(' ');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('Please enter your name.')).toBeVisible();
  await page.getByLabelText('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/stays valid/);
});

test('[INVITE-09] somebody who is signed in is told to log out first', async () => {
  const { setSession } = open({ status: 200, body: person });
  setSession({ kind: 'user', user: ada });
  await expect.element(page.getByRole('alert')).toHaveTextContent(/is signed in here/);
  await expect.element(page.getByRole('button', { name: 'Sign in' })).not.toBeInTheDocument();
});

test('[INVITE-12] after a sign-in without an answer, opening the link again names that sign-in, until an answer arrives', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(noAnswer);
  const first = open({ status: 200, body: person }, { signIn });
  await expect.poll(() => first.sent.at(-1)?.body).toBe(JSON.stringify({ token }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/try again/);
  const { attempt } = signIn.mock.calls[0]?.[0] ?? {};
  expect(attempt).toMatch(/^[0-9a-f-]{36}$/);

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => first.sent.at(-1)?.body).toBe(JSON.stringify({ token, attempt }));
  signIn.mockImplementation(welcome);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(signIn.mock.calls[1]?.[0]).toMatchObject({ invitation: token, attempt });
  expect(signInAttempt.get()).toBeNull();
});

test('[INVITE-12] a refusal is an answer: the next sign-in has another name', async () => {
  open({ status: 200, body: person }, { signIn: refused('number_taken') });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/has an account already/);
  expect(signInAttempt.get()).toBeNull();
});
