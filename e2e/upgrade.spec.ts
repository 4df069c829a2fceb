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

test('[UPG-04] a guest’s bookmarked pages lead to the same items after signing in, in other tabs and after a reload', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await ada.quickAdd('campaign', 'Cross the Alps');
  await ada.open('Cross the Alps');
  await ada.quickAdd('task', 'Buy boots');
  const campaign = new URL(page.url()).pathname;
  expect(campaign).toBe('/campaigns/1');
  await ada.open('Buy boots');
  const task = new URL(page.url()).pathname;
  const heading = (of: typeof page, name: string) => of.getByRole('heading', { name, level: 1 });
  const tab = await ada.secondTab();
  await tab.page.goto(task);
  await expect(heading(tab.page, 'Buy boots')).toBeVisible();

  await ada.signIn(newPhone(), 'Ada Byron');
  await ada.settled();
  // The tab stays on its page, whose address follows the number that the server gives.
  await expect(heading(tab.page, 'Buy boots')).toBeVisible();
  await expect(tab.page).toHaveURL(/\/tasks\/\d{8,}$/);
  for (const one of [page, tab.page]) {
    for (const [path, name] of [
      [campaign, 'Cross the Alps'],
      [task, 'Buy boots'],
    ] as const) {
      await one.goto(path);
      await expect(heading(one, name)).toBeVisible();
      await expect(one).toHaveURL(/\d{8,}$/);
    }
  }
});
