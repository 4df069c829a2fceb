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

/** Records in the page whether a frame lacked the words of the welcome after they had been there. */
function noteBlink(): void {
  let isShown = false;
  const look = (): void => {
    const isThere = document.body?.innerText.includes('Big goals become') ?? false;
    if (isShown && !isThere) Object.assign(window, { hasBlinked: true });
    isShown ||= isThere;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The places of the words of the tutorial's first card. */
const placesOf = (page: Page) =>
  Promise.all(
    [/^Welcome to Foray$/, /^Big goals become/].map((words) =>
      page.getByText(words).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { x, y, width } = range.getBoundingClientRect();
        return [x, y, width].map(Math.round);
      }),
    ),
  );

test('[PERF-15] at a first visit the words of the welcome are painted before any script has arrived, and stay in their place', async ({
  browser,
  server,
}) => {
  for (const [width, height] of [
    [320, 568],
    [412, 823],
    [768, 1024],
    [1280, 800],
  ] as const) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width, height },
    });
    const page = await context.newPage();
    await page.addInitScript(noteBlink);
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Welcome to Foray')).toBeVisible();
    const before = await placesOf(page);
    letGo();
    await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
    expect(await placesOf(page), `at ${width} px`).toEqual(before);
    expect(await page.evaluate(() => 'hasBlinked' in window)).toBe(false);
    await context.close();
  }
});

test('[PERF-15] a page that does not begin with the tutorial has none of its words', async ({
  browser,
  server,
}) => {
  const { page, context } = await guestAt(browser, server.url);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root .animate-breathe').first()).toBeVisible();
  await expect(page.getByText('Welcome to Foray')).toBeHidden();
  await context.close();
});
