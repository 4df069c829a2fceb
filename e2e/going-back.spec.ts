import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

test('the header goes back to the page before, also after Forward and a reload', async ({
  browser,
}) => {
  const { page } = await at(browser, '/queue');
  await page.setViewportSize({ width: 360, height: 780 });
  const back = page.getByRole('banner').getByRole('button', { name: 'Back' });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Preferences' }).click();
  await expect(heading('Preferences')).toBeVisible();
  await page.goBack();
  await expect(heading('Queue')).toBeVisible();
  await page.goForward();
  await expect(heading('Preferences')).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(/\/queue$/);
  await page.goForward();
  await expect(heading('Preferences')).toBeVisible();
  await page.reload();
  await back.click();
  await expect(page).toHaveURL(/\/queue$/);
});

test('a list that one comes back to is as it was left: its tab and its search', async ({
  browser,
}) => {
  const ada = await at(browser);
  const { page } = ada;
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'campaign', title: 'Sail south' },
    { type: 'todo', title: 'Buy a rope' },
  ]);
  const main = page.getByRole('main');
  const tab = (name: RegExp) => main.getByRole('tab', { name, selected: true });
  await main.getByRole('tab', { name: 'Campaigns' }).click();
  await main.getByRole('link', { name: 'Sail north', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sail north', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(tab(/Campaigns/)).toBeVisible();

  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'My List' }).click();
  const search = main.getByRole('searchbox');
  await search.fill('south');
  await expect.poll(() => ada.titles()).toEqual(['Sail south']);
  await main.getByRole('link', { name: 'Sail south', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sail south', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('south');
  await expect.poll(() => ada.titles()).toEqual(['Sail south']);
  await page.goBack();
  await expect(tab(/Campaigns/)).toBeVisible();
  await nav.getByRole('link', { name: 'My List' }).click();
  await expect(search).toHaveValue('');
});

test('[I6] what somebody searched their lists for is there for them after a reload, for nobody after them', async ({
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

test('Skip to content gives the focus to the main part and leaves the address alone', async ({
  browser,
}) => {
  const { page } = await at(browser, '/queue');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await skip.focus();
  await skip.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/\/queue$/);
});
