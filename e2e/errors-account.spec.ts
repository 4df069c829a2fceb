import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { goOn, said, toast } from './on-page.ts';
import { Person } from './person.ts';
import { comeOnline, signedIn, test, callFaults, unexpected } from './with-faults.ts';
import { stretchTimer } from './stretch-timer.ts';

// What is kept for offline has tests of its own.
test('[LOGIN-07] a sign-in that fails says so, keeps what was typed and the guest’s items, and can be tried again @full', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url);
  const { page } = ada;
  await ada.quickAdd('todo', 'Buy boots');
  await goOn(page, '/login');
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  const name = page.getByRole('textbox', { name: 'Name' });
  const button = page.getByRole('main').getByRole('button', { name: 'Sign In' });
  const login = { method: 'POST', path: /^\/api\/login$/, times: Infinity };
  await phone.fill('+15550810001');
  await name.fill('Ada Byron');
  for (const [, fault] of callFaults) {
    const planned = faults.plan(fault, login);
    await button.click();
    await planned.met;
    await expect(page.getByRole('alert')).toHaveText('Failed to login. Please try again.');
    await expect(phone).toHaveValue('+15550810001');
    await expect(name).toHaveValue('Ada Byron');
    await expect(button).toBeEnabled();
    faults.clear();
  }

  await button.click();
  await expect(page).toHaveURL(/\/$/);
  await ada.settled();
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Buy boots']);
  expect(unexpected(ada)).toEqual([]);
});

test('[ONB-12] [ONB-13] [ONB-14] [ONB-15] each step of signing in from the tutorial says what went wrong and stays, and what went well @full', async ({
  browser,
  faults,
}) => {
  const ada = await Person.at(browser, faults.url);
  const { page } = ada;
  const next = page.getByRole('button', { name: /^(Next|Continue|Verify)$/ });
  const says = async (title: string, text: string) => {
    await expect(page.getByRole('alert').getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
  };
  await next.click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await next.click();
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  for (const wrong of ['', '+15550810']) {
    await phone.fill(wrong);
    await next.click();
    await says('Invalid phone number', 'Please enter a valid phone number');
  }
  await phone.fill('+15550810002');
  for (const [, fault] of callFaults) {
    const planned = faults.plan(fault, { path: /^\/api\/login\/code/, times: Infinity });
    await next.click();
    await planned.met;
    await says('Login failed', 'Please try again');
    await expect(phone).toHaveValue('+15550810002');
    faults.clear();
  }
  await next.click();
  await said(page, 'Code sent', 'Check your phone for the verification code');

  const code = page.getByRole('textbox', { name: 'Verification code' });
  for (const wrong of ['12345', '654321']) {
    await code.fill(wrong);
    await next.click();
    await says('Invalid code', 'Please enter the correct verification code');
  }
  await code.fill('123456');
  for (const [, fault] of callFaults) {
    const planned = faults.plan(fault, { method: 'POST', path: /^\/api\/login$/, times: Infinity });
    await next.click();
    await planned.met;
    await says('Login failed', 'Please try again');
    await expect(code).toHaveValue('123456');
    faults.clear();
  }
  await next.click();
  await said(page, 'Welcome!', 'You have successfully logged in');
  await expect(page.getByRole('button', { name: 'Skip for Now' })).toBeVisible();
  expect(unexpected(ada)).toEqual([]);
});

test('[AUTH-04] a 401 during a push signs the user out and shows the number of unsent changes, which are sent after the next sign-in @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550810003');
  // Made without a network: the answer takes the item out of sight as soon as it comes.
  await person.context.setOffline(true);
  await person.quickAdd('todo', 'Find the map');
  const body = { error: { code: 'unauthenticated', message: 'Sign in.' } };
  faults.plan({ kind: 'status', status: 401, body }, { path: /^\/api\/batch/ });
  await person.context.setOffline(false);
  await said(
    page,
    'You have been signed out',
    '1 change waits on this device. Sign in again to sync.',
  );
  await expect(page.getByText('Local only')).toBeVisible();
  await expect(person.row('Find the map')).toHaveCount(0);

  await person.signIn('+15550810003', 'Ada Byron');
  await expect(person.row('Find the map')).toBeVisible();
  await person.settled();
  expect((await person.onServer()).map(({ title }) => title)).toEqual(['Find the map']);
  expect(unexpected(person)).toEqual([]);
});

test('[AUTH-04] a 401 to any other call signs the user out too, and the call gets an answer @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550810004');
  await goOn(page, '/preferences');
  const name = page.getByRole('main').getByRole('textbox', { name: 'Name' });
  await name.fill('Countess');
  const body = { error: { code: 'unauthenticated', message: 'Sign in.' } };
  faults.plan({ kind: 'status', status: 401, body }, { method: 'PATCH', path: /^\/api\/me/ });
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Local only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sync Now' })).toHaveCount(0);
  await expect(toast(page).getByRole('listitem')).toHaveText(
    /You have been signed out|Failed to save your name\. Please try again\./,
  );
  expect(unexpected(person)).toEqual([]);
});

test('[AUTH-01] a session check without an answer keeps the user and their items, a 401 signs the user out @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550810005');
  await person.quickAdd('todo', 'Buy boots');
  await person.settled();
  const me = { path: /^\/api\/me/, times: Infinity };
  for (const [, fault] of callFaults) {
    faults.plan(fault, me);
    // Chromium repeats a call whose connection breaks: the proxy may still get the check of the page before.
    const checking = page.waitForRequest('**/api/me');
    await page.reload();
    await (await checking).response();
    await expect(person.row('Buy boots')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
    await expect(toast(page).getByRole('listitem')).toHaveCount(0);
    faults.clear();
  }
  const body = { error: { code: 'unauthenticated', message: 'Sign in.' } };
  faults.plan({ kind: 'status', status: 401, body }, me);
  await page.reload();
  await expect(page.getByText('Local only')).toBeVisible();
  await expect(toast(page)).toContainText('You have been signed out');
  await expect(person.row('Buy boots')).toHaveCount(0);
  await person.quickAdd('todo', 'As a guest');
  expect(unexpected(person)).toEqual([]);
});

test('[AUTH-03] a logout that the server fails is no matter: a guest at once and after a reload, and the session ends later @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550810006');
  faults.plan({ kind: 'status', status: 500 }, { path: /^\/api\/logout/, times: Infinity });
  await person.logOut();
  await expect(page.getByText('Local only')).toBeVisible();
  await expect(toast(page).getByRole('listitem')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Local only')).toBeVisible();
  expect((await person.context.request.get('/api/me')).status()).toBe(200);

  faults.clear();
  await page.reload();
  await expect.poll(async () => (await person.context.request.get('/api/me')).status()).toBe(401);
  await comeOnline(page);
  await expect(page.getByText('Local only')).toBeVisible();
  expect(unexpected(person)).toEqual([]);
});

test('[UPG-02] an upgrade that the server fails says so, loses nothing, and is finished by another try @full', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url);
  const { page } = ada;
  // The dialog closes 1.5 seconds after the upgrade is complete.
  await ada.context.addInitScript(stretchTimer, { fromMs: 1_500, toMs: 6_000 });
  await page.reload();
  await ada.quickAdd('todo', 'Buy boots');
  faults.plan({ kind: 'status', status: 500 }, { path: /^\/api\/batch/, times: Infinity });
  await ada.signIn('+15550810007', 'Ada Byron');
  const dialog = page.getByRole('alertdialog', { name: 'Upgrading Your Account' });
  await expect(dialog.getByRole('status')).toHaveText(
    'The upgrade could not be finished. Nothing is lost.',
  );
  await expect(page.getByText('Buy boots', { exact: true }).first()).toBeVisible();
  expect(await ada.queueLength()).toBe(1);
  faults.clear();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Upgrade complete!', { timeout: 30_000 });
  await expect(dialog).toHaveCount(0);
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Buy boots']);
  expect(unexpected(ada)).toEqual([]);
});
