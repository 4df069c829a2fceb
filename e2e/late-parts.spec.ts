import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

test('[OFF-10] a screen and a layer that failed to load are loaded the next time they are shown', async ({
  browser,
  server,
}) => {
  const guest = await guestAt(browser, server.url);
  const { page, context } = guest;
  let isAway = true;
  await context.route(/\/assets\/(list-screens|search-dialog)-/, (route) =>
    isAway ? route.abort() : route.continue(),
  );
  await page.reload();
  const failure = page.getByText('This screen could not be loaded.');
  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  // A key that is pressed before the app has loaded goes to the browser.
  await expect(nav).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(failure).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect(failure).toBeVisible();
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect(failure).toHaveCount(0);

  isAway = false;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' }).locator('input')).toBeFocused();
  await page.keyboard.press('Escape');
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  await expect(page.getByText('Your queue is empty!')).toBeVisible();
});

test('[OFF-10] a screen whose styles failed to load is shown with them the next time', async ({
  browser,
  server,
}) => {
  const { page, context } = await guestAt(browser, server.url);
  let isAway = true;
  await context.route(/\/assets\/rest-/, (route) => (isAway ? route.abort() : route.continue()));
  await page.reload();
  const failure = page.getByText('This screen could not be loaded.');
  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect(failure).toBeVisible();
  await nav.getByRole('link', { name: 'Home' }).click();
  await expect(failure).toHaveCount(0);

  isAway = false;
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByText('Your queue is empty!')).toBeVisible();
  const sheets = () => [...document.styleSheets].map(({ href }) => href?.split('/').pop());
  expect(await page.evaluate(sheets)).toContainEqual(expect.stringMatching(/^rest-/));
});
