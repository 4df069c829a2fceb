import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { toast } from './on-page.ts';
import type { TestServer } from './server.ts';
import { test } from './with-faults.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
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

test('an account is deleted on the server and on this device, after a word typed by hand', async ({
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
  // The new owner of the number starts over.
  await ada.signIn('+15550720005', 'Grace');
  await expect(page.getByText('No items yet!')).toBeVisible();
  expect(await ada.onServer()).toEqual([]);
});
