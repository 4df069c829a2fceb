import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

// What is fetched until a guest can begin, counted in a real browser against the real server.
const maxFiles = 7;
const maxKilobytes = 138;

/** Notes what has been fetched at the moment at which the list says that it is empty. */
function noteWhenUsable(): void {
  const observer = new MutationObserver(() => {
    const isUsable = document.body?.innerText.includes('No items yet') ?? false;
    if (!isUsable || document.querySelector('form input') === null) return;
    observer.disconnect();
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    Object.assign(window, { fetchedUntilUsable: [location.href, ...files] });
  });
  observer.observe(document, { childList: true, subtree: true });
}

test('[PERF-01] a guest can begin after a few files, and nothing of other screens is among them', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/', noteWhenUsable);
  const noted = await page.waitForFunction(
    () => (window as { fetchedUntilUsable?: string[] }).fetchedUntilUsable,
  );
  const files = (await noted.jsonValue()) ?? [];
  const bodies = await Promise.all(files.map(async (url) => (await page.request.get(url)).body()));
  const bytes = bodies.map((body) => gzipSync(body, { level: 9 }).length);
  const kilobytes = bytes.reduce((sum, count) => sum + count, 0) / 1000;
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(maxFiles);
  expect(kilobytes, files.map((url, place) => `${url} ${bytes[place]}`).join('\n')).toBeLessThan(
    maxKilobytes,
  );
});
