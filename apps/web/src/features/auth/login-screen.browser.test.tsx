import { err } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import { page } from 'vitest/browser';
import { useBrowserLocation } from 'wouter/use-browser-location';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../replica/testing/fake-client.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { LoginScreen } from './login-screen.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { cancelLongWait } from '../../ui/testing/long-wait.ts';

const { refused, sent, welcome } = signInAnswers;
const startedAt = location.pathname;

beforeEach(() => history.replaceState(null, '', '/login'));
afterEach(() => {
  tutorial.reset();
  history.replaceState(null, '', startedAt);
});

function open(actions: Partial<ClientActions> = {}) {
  const fake = fakeClient(actions);
  renderWith(fake.client, <LoginScreen />);
  return fake;
}

const phone = page.getByLabelText('Phone number');
const name = page.getByLabelText('Name', { exact: true });
const submit = page.getByRole('button', { name: /sign/i }).first();

async function fillIn(): Promise<void> {
  await phone.fill('+4915112345678');
  await name.fill('Ada');
}

test('[LOGIN-01] the title of the screen is the name of the product', async () => {
  open();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Sign In to Foray');
});

test('[LOGIN-02] the phone field has type tel and a placeholder with a plus and digits; both fields are required', async () => {
  open();
  await expect.element(phone).toHaveAttribute('type', 'tel');
  expect(phone.element().getAttribute('placeholder')).toMatch(/^\+\d+$/);
  await expect.element(phone).toBeRequired();
  await expect.element(name).toBeRequired();
});

test('[LOGIN-03] the button reads Signing in... while busy', async () => {
  const signIn = vi.fn(() => new Promise<never>(() => undefined));
  open({ signIn });
  await fillIn();
  await expect.element(submit).toHaveTextContent(/^Sign In$/);
  await submit.click();
  await expect.element(submit).toHaveTextContent('Signing in...');
  expect(signIn).toHaveBeenCalledExactlyOnceWith(
    { phone: '+4915112345678', name: 'Ada' },
    expect.any(AbortSignal),
  );
});

test('[LOGIN-04] three texts describe the benefits of an account', async () => {
  open();
  for (const blurb of ['Sync across devices', 'Collaborate with others', 'Get notifications']) {
    await expect.element(page.getByText(blurb, { exact: true })).toBeVisible();
  }
});

test('[LOGIN-05] a guest can continue to the campaigns without signing in; a person with an account has no such button', async () => {
  const { setSession } = open();
  const without = page.getByRole('button', { name: 'Continue without signing in' });
  await expect.element(page.getByText('or', { exact: true })).toBeVisible();
  await without.click();
  await expect.poll(() => location.pathname).toBe('/campaigns');

  setSession({ kind: 'user', user: ada });
  await expect.element(without).not.toBeInTheDocument();
  await expect.element(page.getByText('or', { exact: true })).not.toBeInTheDocument();
});

test('a rejected phone number has one error, at its field, which gets the focus', async () => {
  open({ signIn: refused('invalid', { phone: 'invalid_phone' }) });
  await fillIn();
  await submit.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/^Failed to login\. .*not valid\.$/);
  await expect.element(phone).toHaveAccessibleDescription(/not valid/);
  await expect.element(phone).toHaveFocus();
});

test('[LOGIN-08] signing in or continuing without an account skips the tutorial', async () => {
  open({ signIn: welcome });
  await page.getByRole('button', { name: 'Continue without signing in' }).click();
  expect(tutorial.progress()).toMatchObject({
    hasCompletedOnboarding: true,
    skippedAt: expect.any(String),
  });

  tutorial.reset();
  await fillIn();
  await submit.click();
  await expect.poll(() => tutorial.progress().skippedAt).not.toBeNull();
  expect(tutorial.progress().hasCompletedOnboarding).toBe(true);
});

test('the field for a code appears after the server’s rejection, and the next attempt sends the code', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(refused('invalid_code'));
  const requestCode = vi.fn<ClientActions['requestCode']>(sent);
  open({ signIn, requestCode });
  await fillIn();
  await submit.click();
  const code = page.getByLabelText('Verification code');
  await code.fill('654321');
  expect(requestCode).toHaveBeenCalledExactlyOnceWith(
    '+4915112345678',
    'sign_in',
    expect.any(AbortSignal),
  );
  await submit.click();
  await expect.element(page.getByText('Please enter the correct verification code')).toBeVisible();
  expect(signIn).toHaveBeenLastCalledWith(
    {
      phone: '+4915112345678',
      name: 'Ada',
      code: '654321',
    },
    expect.any(AbortSignal),
  );
});

test('[RECOVER-08] a recovery code can replace a sent code at sign-in', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(async ({ recovery_code }) =>
    recovery_code === 'K7QM-4X2P-9RTA-W3DN' ? welcome() : refused('invalid_code')(),
  );
  const requestCode = vi.fn<ClientActions['requestCode']>(sent);
  open({ signIn, requestCode });
  await fillIn();
  const other = page.getByRole('button', { name: 'Use a recovery code' });
  await expect.element(other).not.toBeInTheDocument();
  await submit.click();
  await other.click();
  const field = page.getByLabelText('Recovery code', { exact: true });
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByLabelText('Verification code')).not.toBeInTheDocument();
  await submit.click();
  await expect.element(field).toHaveAccessibleDescription(/Please enter the code/);
  await field.fill('K7QM-4X2P-9RTA-0000');
  await submit.click();
  await expect.element(field).toHaveAccessibleDescription(/not right, or it was used before/);
  await expect.element(field).toHaveFocus();
  await page.getByRole('button', { name: 'Use a code from your phone' }).click();
  await expect.element(page.getByLabelText('Verification code')).toHaveFocus();
  await other.click();
  await field.fill('K7QM-4X2P-9RTA-W3DN');
  await submit.click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(signIn).toHaveBeenLastCalledWith(
    { phone: '+4915112345678', name: 'Ada', recovery_code: 'K7QM-4X2P-9RTA-W3DN' },
    expect.any(AbortSignal),
  );
  expect(requestCode).toHaveBeenCalledOnce();
});

test('[RECOVER-08] a recovery code can be typed even if no code could be sent', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(refused('invalid_code'));
  open({ signIn, requestCode: refused('rate_limited') });
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many tries');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Recovery code', { exact: true })).toHaveFocus();
});

test.each([
  ['kind', /this kind of number/],
  ['country', /numbers of this country/],
])(
  '[SIGN-24] a number that gets no codes for its %s is refused at its field, where a recovery code can be typed',
  async (why, text) => {
    const requestCode = refused('number_unsupported', { phone: why });
    open({ signIn: refused('invalid_code'), requestCode });
    await fillIn();
    await submit.click();
    await expect.element(phone).toHaveAccessibleDescription(text);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect.element(page.getByLabelText('Recovery code', { exact: true })).toHaveFocus();
  },
);

test('[ADMIN-04] a person whose account is suspended is told so', async () => {
  open({ signIn: refused('forbidden', { account: 'suspended' }) });
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/This account is suspended/);
});

test('a blank field shows an error and gets the focus, and nothing is sent', async () => {
  open();
  await submit.click();
  await expect.element(phone).toHaveAccessibleDescription('Please enter your phone number.');
  await expect.element(phone).toHaveFocus();
  await phone.fill('+4915112345678');
  await name.fill('   ');
  await submit.click();
  await expect.element(name).toHaveAccessibleDescription('Please enter your name.');
  await expect.element(name).toHaveFocus();
  await expect.element(phone).toBeValid();
});

test('Back after a sign-in does not lead to the form', async () => {
  open({ signIn: welcome });
  const before = history.length;
  await fillIn();
  await submit.click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(history.length).toBe(before);
});

test('a late response does not navigate away from a screen opened since', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const signIn = () => answered.then(welcome);
  open({ signIn });
  await fillIn();
  await submit.click();
  await expect.element(submit).toHaveTextContent('Signing in...');
  history.pushState(null, '', '/queue');
  answer();
  await expect.poll(() => tutorial.progress().skippedAt).not.toBeNull();
  await expect.poll(() => location.pathname).toBe('/queue');
});

test('[LOGIN-09] signing in cancels a request for another code, and no other can be made while it waits', async () => {
  const requests: CancelSignal[] = [];
  const signIn = vi
    .fn<ClientActions['signIn']>(() => new Promise(() => undefined))
    .mockImplementationOnce(refused('invalid_code'));
  const requestCode = vi
    .fn<ClientActions['requestCode']>(
      (_phone, _purpose, signal) =>
        new Promise((resolve) => {
          requests.push(signal);
          signal.addEventListener('abort', () => resolve(err({ kind: 'noAnswer' })));
        }),
    )
    .mockImplementationOnce(sent);
  open({ signIn, requestCode });
  await fillIn();
  await submit.click();
  const again = page.getByRole('button', { name: 'Send a new code' });
  await page.getByLabelText('Verification code').fill('654321');
  await again.click();
  await expect.element(again).toHaveAttribute('aria-disabled', 'true');
  await again.click({ force: true });
  expect(requests).toMatchObject([{ aborted: false }]);

  await submit.click();
  await expect.element(submit).toHaveTextContent('Signing in...');
  expect(requests).toMatchObject([{ aborted: true }]);
  await expect.element(again).toBeDisabled();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

function AtLogin() {
  const [path] = useBrowserLocation();
  return path === '/login' && <LoginScreen />;
}

test('[LOGIN-09] after 10 s a sign-in says that it takes long and can be cancelled; leaving the screen cancels it', async () => {
  const signals: CancelSignal[] = [];
  const { client } = fakeClient({
    signIn: (_, signal) =>
      new Promise((resolve) => {
        if (signal) signals.push(signal);
        signal?.addEventListener('abort', () => resolve(err({ kind: 'noAnswer' })));
      }),
  });
  renderWith(client, <AtLogin />);
  await fillIn();
  const pass = stopTime();
  await submit.click();
  await cancelLongWait(pass);
  expect(signals).toMatchObject([{ aborted: true }]);
  await expect.element(submit).toHaveTextContent(/^Sign In$/);
  await submit.click();
  await pass(0);
  expect(signals).toMatchObject([{ aborted: true }, { aborted: false }]);
  history.pushState(null, '', '/queue');
  await pass(0);
  expect(signals).toMatchObject([{ aborted: true }, { aborted: true }]);
});
