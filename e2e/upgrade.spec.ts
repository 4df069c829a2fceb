import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { newPhone } from './phone.ts';
import { test } from './test.ts';

test('[UPG-04] a guest’s bookmarks lead to the same items after signing in, in other tabs and after a reload', async ({
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
  // The tab stays on its page, whose address follows the number that the server assigns.
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
