import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { guestAt, seed, type SeededItem } from './guest.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

test('[MYLIST-01] [MYLIST-02] [MYLIST-03] [MYLIST-04] My List shows what one created, counted, by state', async ({
  browser,
}) => {
  const ada = await at(browser, '/my-list');
  const { page } = ada;
  await expect(page.getByRole('heading', { name: 'My List', level: 1 })).toBeVisible();
  await expect(page.getByText("All items you've created")).toBeVisible();
  const shown = page.getByRole('main').getByRole('tab');
  await expect(shown).toHaveText(['Queue', 'Active', 'Completed']);
  for (const [tab, empty] of [
    ['Queue', 'No items in your queue'],
    ['Active', 'No active items'],
    ['Completed', 'No completed items yet'],
  ] as const) {
    await shown.filter({ hasText: tab }).click();
    await expect(page.getByText(empty, { exact: true })).toBeVisible();
  }
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'todo', title: 'Nested', parent: 0 },
    { type: 'todo', title: 'Of another person', user_id: 1001 },
    { type: 'todo', title: 'Under way', status: 'in_progress' },
  ]);
  await expect(shown).toHaveText(['Queue2', 'Active1', 'Completed']);
  await shown.filter({ hasText: 'Queue' }).click();
  await expect.poll(() => ada.titles()).toEqual(['Nested', 'Sail north']);
});

test('[MYLIST-06] the search filters each tab after a pause in typing, nested items too, and no badge', async ({
  browser,
}) => {
  const ada = await at(browser, '/my-list');
  const { page } = ada;
  // Before the page is opened again: no timer that the test counts on may belong to the real clock.
  await page.clock.install();
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'todo', title: 'Nested', parent: 0 },
    { type: 'todo', title: 'Under way', status: 'in_progress' },
    { type: 'todo', title: 'Done', status: 'completed' },
    { type: 'todo', title: 'Nested and done', status: 'completed', parent: 0 },
  ]);
  const shown = page.getByRole('main').getByRole('tab');
  const badges = ['Queue2', 'Active1', 'Completed2'];
  await expect.poll(() => ada.titles()).toEqual(['Nested', 'Sail north']);
  await expect(shown).toHaveText(badges);
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByPlaceholder('Search my items...');
  await box.fill('nest');
  await page.clock.runFor(290);
  expect(await ada.titles()).toEqual(['Nested', 'Sail north']);
  await page.clock.runFor(20);
  await expect.poll(() => ada.titles()).toEqual(['Nested']);
  await expect(shown).toHaveText(badges);
  await shown.filter({ hasText: 'Active' }).click();
  await expect(page.getByText('No items found for "nest"')).toBeVisible();
  await shown.filter({ hasText: 'Completed' }).click();
  await expect.poll(() => ada.titles()).toEqual(['Nested and done']);
  await box.fill('done');
  await page.clock.runFor(290);
  expect(await ada.titles()).toEqual(['Nested and done']);
  await page.clock.runFor(20);
  await expect.poll(() => ada.titles()).toEqual(['Nested and done', 'Done']);
  await expect(shown).toHaveText(badges);
});

test('[CAMP-01] [CAMP-02] the campaign list has cards that link to their campaigns, 20 a page', async ({
  browser,
}) => {
  const ada = await at(browser, '/campaigns');
  const { page } = ada;
  await expect(page.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible();
  const campaigns: SeededItem[] = Array.from({ length: 41 }, (_, place) => ({
    type: 'campaign',
    title: `Campaign ${place + 1}`,
    description: `About ${place + 1}`,
    status: 'in_progress',
    end_date: '2030-05-06',
  }));
  const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
  await seed(ada, campaigns.slice(0, 20));
  await expect(cards).toHaveCount(20);
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  for (const name of ['Previous', 'Next']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await seed(ada, campaigns);
  await expect(cards).toHaveCount(20);
  await expect(cards.first()).toContainText('Campaign 41');
  await expect(cards.first()).toContainText('About 41');
  await expect(cards.first()).toContainText('Status: in progress');
  await expect(cards.first()).toContainText('Due: May 6, 2030');
  const previous = page.getByRole('button', { name: 'Previous' });
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expect(previous).toBeDisabled();
  await next.click();
  await next.click();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await expect(next).toBeDisabled();
  await previous.click();
  await expect(cards.first()).toContainText('Campaign 21');
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/campaigns\/21$/);
  await page.goBack();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
});
