import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { said, toast } from './on-page.ts';
import { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { refusal, test } from './with-faults.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('a name from the tutorial is replaced in Preferences, for oneself and on other devices @full', async ({
  browser,
}) => {
  const ada = await Person.at(browser, server.url);
  const { page } = ada;
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: /phone/i }).fill('+15550720001');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: /code/i }).fill('123456');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(toast(page)).toContainText('You have successfully logged in');
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/preferences');
  await expect(page.getByText('What should others call you?')).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue('');
  await name.fill('  Ada Lovelace ');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(toast(page)).toContainText('Name saved');
  await expect(page.getByText('What should others call you?')).toHaveCount(0);
  await page.reload();
  await expect(name).toHaveValue('Ada Lovelace');
  const known = await ada.context.request.get('/api/me');
  expect(await known.json()).toMatchObject({ user: { name: 'Ada Lovelace' } });

  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await page.reload();
  await expect(name).toHaveValue('Ada Lovelace');
  await name.fill('Countess');
  await expect(page.getByRole('button', { name: 'Save name' })).toBeDisabled();
  await expect(
    page.getByText('Your name and number can be changed when you are online.'),
  ).toBeVisible();
});

test('Your devices shows every sign-in, and ends one or all', async ({ browser }) => {
  const phone = await signedInAt(browser, server.url, '+15550720002', 'Ada');
  const desk = await signedInAt(browser, server.url, '+15550720002', 'Ada');
  await desk.page.goto('/preferences');
  const devices = desk.page.getByRole('listitem').filter({ hasText: 'Last used' });
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
  expect(await violationsOn(desk.page)).toEqual([]);
  // Offline, so that it notices the end of its session only when it is online again.
  await phone.context.setOffline(true);
  await devices.getByRole('button', { name: /^Log out / }).click();
  await expect(devices).toHaveCount(1);
  await phone.context.setOffline(false);
  await expect(phone.page.getByText('You have been signed out', { exact: true })).toBeVisible();
  await expect(phone.page.getByText('Local only')).toBeVisible();

  await phone.signIn('+15550720002', 'Ada');
  await desk.page.getByRole('button', { name: 'Log out everywhere' }).click();
  await desk.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Log out everywhere' })
    .click();
  await expect(desk.page.getByText('Local only')).toBeVisible();
  await phone.page.reload();
  await expect(phone.page.getByText('Local only')).toBeVisible();
});

test('[SYNC-07] [I1] what the server refuses is kept in Needs attention, with the reason, until it is sent or discarded @full', async ({
  browser,
  faults,
}) => {
  const ada = await signedInAt(browser, faults.url, '+15550720003', 'Ada');
  const { page } = ada;
  await ada.settled();
  const batches = { path: /^\/api\/batch/, times: Infinity };
  faults.plan(await refusal(ada, 'limit'), batches);
  await ada.quickAdd('todo', 'Too much');
  await expect(toast(page)).toContainText('Invalid input.');
  await toast(page).getByRole('button', { name: 'Show' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Create “Too much”' });
  await expect(line).toContainText('There are too many items in one place.');
  expect(await violationsOn(page)).toEqual([]);
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await line.getByRole('button', { name: /^Copy: / }).click();
  await expect(toast(page)).toContainText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('"title": "Too much"');
  // Logging out asks about it.
  await page.goto('/');
  await ada.logOut();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 change has not reached the server yet.');
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/preferences');
  faults.clear();
  await line.getByRole('button', { name: /^Retry: / }).click();
  await expect(line).toHaveCount(0);
  await ada.settled();
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Too much']);
});

test('[PREF-03] [PREF-06] [PREF-07] Sync Now reports a failing server, and one that answers again @full', async ({
  browser,
}) => {
  const proxy = await startFaultProxy(server.url);
  try {
    const ada = await signedInAt(browser, proxy.url, '+15550720004', 'Ada');
    const { page } = ada;
    await ada.settled();
    await page.goto('/preferences');
    await expect(page.getByText(/^Last synced: /)).toBeVisible();
    const sync = page.getByRole('button', { name: 'Sync Now' });
    proxy.plan({ kind: 'status', status: 500 }, { path: /\/api\//, times: Infinity });
    await sync.click();
    await said(page, 'Sync failed', 'Failed to sync items. Please try again.');
    proxy.clear();
    proxy.plan({ kind: 'held' }, { path: /\/api\/items/, times: Infinity });
    await sync.click();
    await expect(page.getByRole('button', { name: 'Syncing...' })).toBeVisible();
    proxy.clear();
    await said(page, 'Sync complete', 'Your items have been synchronized.');
    await expect(page.getByText(/^In step with the server at \d/)).toBeVisible();
    await ada.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy sync record' }).click();
    await expect(toast(page)).toContainText('Sync record copied');
    const record = await page.evaluate(() => navigator.clipboard.readText());
    expect(record).toMatch(/"event": ?"self_check"/);
    expect(record).not.toContain('Ada');
  } finally {
    await proxy.stop();
  }
});

test('an account is deleted after a word typed by hand, on the server and on this device', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550720005', 'Ada');
  const { page } = ada;
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await page.goto('/preferences');
  await page.getByRole('button', { name: 'Delete account...' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await expect(confirm).toBeDisabled();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('Delete');
  await confirm.click();
  await expect(toast(page)).toContainText('Your account is deleted');
  await expect(page.getByText('Local only')).toBeVisible();
  await expect(page.getByText('No items yet!')).toBeVisible();
  const databases = () =>
    page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toEqual(['foray']);
  // The person who has the number now starts over.
  await ada.signIn('+15550720005', 'Grace');
  await expect(page.getByText('No items yet!')).toBeVisible();
  expect(await ada.onServer()).toEqual([]);
});
