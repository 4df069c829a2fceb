import { expect, type Page } from '@playwright/test';
import { guestAt, skipTutorial } from './guest.ts';
import { TestPerson } from './person.ts';
import { test } from './test.ts';

/** Records in the page whether a placeholder was shown for a list that was still being read. */
function noteLoading(): void {
  const look = (): void => {
    const isLoading = document.querySelector('main .animate-breathe') !== null;
    if (isLoading) Object.assign(window, { hasShownLoading: true });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Keeps the browser's database busy with a transaction that lasts until the returned function is called. */
async function holdDatabase(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('foray');
      opening.onsuccess = () => resolve(opening.result);
    });
    await new Promise<void>((resolve) => {
      const meta = database.transaction('meta', 'readwrite').objectStore('meta');
      const goOn = (): void => {
        if ('isReleased' in window) return;
        const asking = meta.get(['birth', 'store']);
        asking.onsuccess = () => {
          resolve();
          goOn();
        };
      };
      goOn();
    });
  });
  return () => page.evaluate(() => void Object.assign(window, { isReleased: true }));
}

/** Waits until the app's first script has run. */
async function started(page: Page): Promise<void> {
  const script = await page.locator('script[src*="/app-"]').getAttribute('src');
  await page.evaluate((file) => import(file), script ?? '');
}

test('[PERF-09] the first rendering shows the stored items, without a placeholder before them', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await TestPerson.prepare(context, skipTutorial, noteLoading);
  // No time passes: the rendering waited for its data.
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + 60_000);
  const { page } = await TestPerson.in(context);
  await expect(page.getByText('No items yet')).toBeVisible();
  expect(await page.evaluate(() => 'hasShownLoading' in window)).toBe(false);
  await context.close();
});

test('[PERF-09] a database that does not answer delays the app by 150 ms at most', async ({
  browser,
  server,
}) => {
  const guest = await guestAt(browser, server.url);
  await guest.quickAdd('todo', 'Coil the ropes');
  const release = await holdDatabase(guest.page);
  const { context } = guest;
  const late = await context.newPage();
  const rope = late.getByRole('listitem').filter({ hasText: 'Coil the ropes' });
  await late.clock.install();
  await late.clock.pauseAt(Date.now() + 60_000);
  await late.goto('/');
  await started(late);
  await late.clock.runFor(149);
  await expect(late.getByRole('banner')).toHaveCount(0);
  await late.clock.runFor(1);
  await expect(late.getByRole('banner')).toBeVisible();
  await expect(rope).toHaveCount(0);
  await release();
  await late.clock.resume();
  await expect(rope).toBeVisible();
  await context.close();
});
