import { err } from '@foray/domain';
import type { CancelSignal } from '@foray/sync';
import { page, userEvent } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient, signInAnswers } from '../../replica/testing/fake-client.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { stopTime } from '../../ui/testing/fake-time.ts';
import { currentToast, removeToast } from '../../ui/layers/toast.ts';
import { OnboardingScreen } from './onboarding-screen.tsx';
import { renderWith } from '../../replica/testing/render-with.tsx';
import { cancelLongWait } from '../../ui/testing/long-wait.ts';

const { refused, sent, welcome } = signInAnswers;
const startedAt = location.pathname;

beforeEach(() => {
  history.replaceState(null, '', '/onboarding');
  tutorial.reset();
  const left = currentToast();
  if (left) removeToast(left.id);
});
afterEach(() => history.replaceState(null, '', startedAt));

function open(actions: Partial<ClientActions> = {}) {
  const fake = fakeClient({ authMode: async () => 'open', ...actions });
  renderWith(fake.client, <OnboardingScreen />);
  return fake;
}

const card = page.getByRole('dialog', { name: 'Welcome' });
const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const stepTitle = () => document.querySelector('h2')?.textContent;

async function at(step: string): Promise<void> {
  await expect.element(page.getByText(step, { exact: true })).toBeVisible();
}

async function toPhoneStep(): Promise<void> {
  await button('Next').click();
  await button('Sign In').click();
  await button('Next').click();
  await at('Step 1 of 7');
}

async function toCodeStep(): Promise<void> {
  await toPhoneStep();
  await page.getByLabelText('Phone number').fill('+4915112345678');
  await button('Next').click();
  await at('Step 2 of 7');
}

async function toLastStep(): Promise<void> {
  await button('Next').click();
  await button('Continue Without Account').click();
  await button('Next').click();
  for (const step of ['2', '3', '4']) {
    await at(`Step ${step} of 5`);
    await button('Next').click();
  }
  await at('Step 5 of 5');
}

/** Expects that the card fades after the press of that button, and that `path` comes 300 ms later, not before. */
async function leavesFor(path: string, label: string): Promise<void> {
  await expect.element(button(label)).toBeVisible();
  const pressed = button(label).element() as HTMLElement;
  const pass = stopTime();
  pressed.click();
  await pass(280);
  await expect.poll(() => location.pathname).toBe('/onboarding');
  expect(card.element().className).toContain('opacity-0');
  await pass(30);
  await expect.poll(() => location.pathname).toBe(path);
}

async function enterCode(code: string): Promise<void> {
  await page.getByLabelText('Verification code').fill(code);
  await button('Next').click();
}

test('[ONB-01] the tutorial is a modal card titled Welcome with a progress bar, the step, a close button, Previous and Next', async () => {
  open();
  await expect.element(card).toHaveAttribute('aria-modal', 'true');
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
  await at('Step 1 of 6');
  await expect.element(button('Skip tutorial')).toBeVisible();
  await expect.element(button('Previous')).toBeDisabled();
  await button('Next').click();
  await at('Step 2 of 6');
  await button('Previous').click();
  await at('Step 1 of 6');
});

test('[ONB-03] closing skips the tutorial; the card fades and Home opens after 300 ms', async () => {
  open();
  await leavesFor('/', 'Skip tutorial');
  expect(tutorial.progress().skippedAt).not.toBeNull();
});

test('[ONB-03] finishing also fades the card and opens Home', async () => {
  open();
  await toLastStep();
  await leavesFor('/', 'Get Started');
  expect(tutorial.progress()).toMatchObject({ skippedAt: null, hasCompletedOnboarding: true });
});

test('[ONB-11] opening the tutorial does not overwrite what another tab has just stored', async () => {
  tutorial.skip();
  const skipped = localStorage.getItem('onboarding-storage') ?? '';
  tutorial.reset();
  // Another tab skips it; this one has not received that yet.
  localStorage.setItem('onboarding-storage', skipped);
  open();
  await at('Step 1 of 6');
  expect(localStorage.getItem('onboarding-storage')).toBe(skipped);
});

test('[ONB-03] Escape acts like the close button', async () => {
  open();
  await expect.element(card).toBeVisible();
  stopTime();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => card.element().className).toContain('opacity-0');
  expect(tutorial.progress().skippedAt).not.toBeNull();
});

test('Escape does nothing while the finished tutorial fades', async () => {
  open();
  await toLastStep();
  const pressed = button('Get Started').element() as HTMLElement;
  stopTime();
  pressed.click();
  await userEvent.keyboard('{Escape}');
  expect(tutorial.progress().skippedAt).toBeNull();
});

test('[ONB-08] Import from CSV also ends the tutorial and opens the contacts', async () => {
  open({ requestCode: sent, signIn: welcome });
  await toCodeStep();
  await enterCode('123456');
  await at('Step 3 of 7');
  await leavesFor('/contacts', 'Import from CSV');
  expect(tutorial.progress().completedAt).not.toBeNull();
});

test('[ONB-08] the import of contacts ends the tutorial and opens the contacts, or is skipped', async () => {
  open({ requestCode: sent, signIn: welcome });
  await toCodeStep();
  await enterCode('123456');
  await at('Step 3 of 7');
  await button('Skip for Now').click();
  await at('Step 4 of 7');
  expect(stepTitle()).toBe('Your work in four lists');
  await button('Previous').click();
  await expect.element(button('Import from CSV')).toBeVisible();
  await leavesFor('/contacts', 'Import from Phone');
  expect(tutorial.progress().completedAt).not.toBeNull();
});

test('after the sign-in Previous does not return to it', async () => {
  const { setSession } = open({ requestCode: sent, signIn: welcome });
  await toCodeStep();
  await expect.element(button('Previous')).toBeEnabled();
  await enterCode('123456');
  setSession({ kind: 'user', user: ada });
  await at('Step 3 of 7');
  await expect.element(button('Previous')).toBeDisabled();
  await button('Skip for Now').click();
  await button('Previous').click();
  await at('Step 3 of 7');
});

test('[ONB-09] no hint about codes is shown if the server sends codes', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(refused('invalid_code'));
  open({ requestCode: sent, signIn, authMode: async () => 'code' });
  await toCodeStep();
  await enterCode('654321');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid code');
  expect(signIn).toHaveBeenCalledOnce();
  expect(document.body.textContent).not.toContain('123456');
});

test('the press that opens the form of a step does not submit it, and the next key removes an error', async () => {
  const requestCode = vi.fn<ClientActions['requestCode']>(sent);
  open({ requestCode });
  await toPhoneStep();
  await expect.element(page.getByLabelText('Phone number')).toBeVisible();
  expect(document.querySelector('[role=alert]')).toBeNull();
  await button('Next').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid phone number');
  await page.getByLabelText('Phone number').fill('1');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(requestCode).not.toHaveBeenCalled();
});

test('[SIGN-24] the tutorial says why a number gets no codes', async () => {
  const requestCode = signInAnswers.refused('number_unsupported', { phone: 'kind' });
  open({ requestCode });
  await toPhoneStep();
  await page.getByLabelText('Phone number').fill('+4930123456');
  await button('Next').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/this kind of number/);
});

test('[ADMIN-04] the tutorial says that an account is suspended', async () => {
  const signIn = refused('forbidden', { account: 'suspended' });
  open({ requestCode: sent, signIn, authMode: async () => 'code' });
  await toCodeStep();
  await enterCode('654321');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/This account is suspended/);
});

test('[ONB-12] an empty or short phone number is refused', async () => {
  const requestCode = vi.fn<ClientActions['requestCode']>(sent);
  open({ requestCode });
  await toPhoneStep();
  for (const phone of ['', '123456789']) {
    await page.getByLabelText('Phone number').fill(phone);
    await button('Next').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid phone number');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Please enter a valid phone number');
  }
  expect(requestCode).not.toHaveBeenCalled();
  const phone = page.getByLabelText('Phone number');
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('1234567890');
  await expect.element(phone).not.toHaveAttribute('aria-invalid');
  await button('Next').click();
  await at('Step 2 of 7');
});

test('[ONB-16] the sign-in passes the phone and a placeholder name', async () => {
  const signIn = vi.fn<ClientActions['signIn']>(welcome);
  open({ requestCode: sent, signIn });
  await toCodeStep();
  await enterCode('123456');
  await at('Step 3 of 7');
  expect(signIn).toHaveBeenCalledExactlyOnceWith(
    { phone: '+4915112345678', name: 'New user', code: '123456' },
    expect.any(AbortSignal),
  );
});

test('[LOGIN-09] after 10 s the request for a code says that it takes long, and can be cancelled', async () => {
  const signals: CancelSignal[] = [];
  open({
    requestCode: (_phone, _purpose, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        signal.addEventListener('abort', () => resolve(err({ kind: 'noAnswer' })));
      }),
  });
  await toPhoneStep();
  await page.getByLabelText('Phone number').fill('+4915112345678');
  const pass = stopTime();
  await button('Next').click();
  await cancelLongWait(pass);
  expect(signals).toMatchObject([{ aborted: true }]);
  await at('Step 1 of 7');
});
