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

test('[SEARCH-01] [SEARCH-02] [SEARCH-03] [SEARCH-04] [SEARCH-05] [SEARCH-07] the search dialog finds, shows and opens by keys', async ({
  browser,
}) => {
  const ada = await at(browser);
  const { page } = ada;
  await seed(ada, [
    { type: 'campaign', title: 'Rope the boats', status: 'in_progress' },
    { type: 'task', title: 'Get the boat ready', description: 'With rope.', parent: 0 },
    { type: 'todo', title: 'Buy a rope', parent: 1 },
    { type: 'todo', title: 'Rope alone' },
    ...Array.from({ length: 12 }, (_, place): SeededItem => ({
      type: 'todo',
      title: `Knot ${place}`,
    })),
  ]);
  // Before the app sets any timer that the test counts on: none may belong to the real clock.
  await page.clock.install();
  const dialog = page.getByRole('dialog', { name: 'Search items' });
  const field = dialog.getByPlaceholder('Search items...');
  const hits = dialog.getByRole('option');
  const open = async (query: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(query);
  };
  await open('');
  await expect(dialog.getByText('Start typing to search across all your items')).toBeVisible();
  await expect(dialog.getByText('Cmd+K')).toBeVisible();
  await field.fill('r');
  await expect(dialog.getByText('Start typing to search across all your items')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.fill('  ROPE ');
  await page.clock.runFor(290);
  await expect(dialog.getByText('Searching...')).toBeVisible();
  await expect(hits).toHaveCount(0);
  await page.clock.runFor(20);
  // Title matches first, then the most recently updated; the description counts last.
  await expect(hits).toHaveText([
    /Rope alone.*pending/,
    /Buy a rope.*in Get the boat ready.*pending/,
    /Rope the boats.*in progress/,
    /Get the boat ready.*in Rope the boats.*pending/,
  ]);
  await expect(hits.nth(2).locator('[data-type=campaign]')).toBeVisible();
  await page.clock.resume();
  await field.press('Enter');
  await expect(dialog).toBeVisible();
  await field.press('ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/2$/);
  await expect(dialog).toHaveCount(0);

  await open('rope');
  await expect(hits).toHaveCount(4);
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/campaigns\/1$/);
  await open('get the');
  await expect(hits).toHaveCount(1);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/2$/);

  await open('knot');
  await expect(hits).toHaveCount(10);
  await field.fill('zebra');
  await expect(dialog.getByText('No items found for "zebra"')).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toHaveCount(0);
});
