import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import type { RunningServer } from './server.ts';
import { test } from './with-faults.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('Your devices lists every session, and ends one or all', async ({ browser }) => {
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
