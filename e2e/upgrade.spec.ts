import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { newPhone } from './phone.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test('[UPG-01] a guest who signs in sees the upload of their items, step by step, until the server has them', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await ada.quickAdd('todo', 'Buy boots');
  await page.clock.install();
  await page.goto('/login');
  await ada.fillSignIn(newPhone(), 'Ada Byron');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Upgrading Your Account' });
  const status = dialog.getByRole('status');
  const progress = dialog.getByRole('progressbar');
  await expect(status).toHaveText('Getting your items ready...');
  await expect.poll(() => ada.queueLength()).toBe(0);
  await page.clock.runFor(310);
  await expect(progress).toHaveAttribute('aria-valuenow', '10');
  await page.clock.runFor(700);
  await expect(status).toHaveText('Transferring your local data...');
  await page.clock.runFor(1500);
  await expect(status).toHaveText('Syncing with server...');
  await page.clock.runFor(1500);
  await expect(status).toHaveText('Finalizing upgrade...');
  await expect(progress).toHaveAttribute('aria-valuenow', '100');
  await page.clock.runFor(1100);
  await expect(status).toHaveText('Upgrade complete!');
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Buy boots']);
  await page.clock.runFor(1500);
  await expect(dialog).toHaveCount(0);
});
