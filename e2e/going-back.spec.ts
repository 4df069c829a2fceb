import { expect, type Browser } from '@playwright/test';
import { guestAt } from './guest.ts';
import { newPhone } from './phone.ts';
import type { RunningServer } from './server.ts';
import { test } from './test.ts';

// The service worker's offline copy has tests of its own.
let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

test('[I6] a list’s search is kept after a reload, but not for the next user @full', async ({
  browser,
}) => {
  const ada = await at(browser);
  const { page } = ada;
  const phone = newPhone();
  await ada.arrive(phone, 'Ada Byron');
  const search = page.getByRole('main').getByRole('searchbox');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Queue' }).click();
  await search.fill('surprise for Bob');
  await expect(page.getByText('No items found for "surprise for Bob"')).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('surprise for Bob');
  await expect(page.getByText('No items found for "surprise for Bob"')).toBeVisible();

  await nav.getByRole('link', { name: 'Active' }).click();
  await search.fill('another surprise');
  await expect(page.getByText('No items found for "another surprise"')).toBeVisible();
  await ada.logOut();
  await expect(page.getByText('Local only')).toBeVisible();
  for (const path of [/\/active$/, /\/queue$/]) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(search).toHaveValue('');
  }
  await page.reload();
  await expect(search).toHaveValue('');
});
