import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

// What is fetched until a guest can begin, counted in a real browser against the real server.
const maxFiles = 7;
const maxKilobytes = 120;

/** Notes when the list says that it is empty, with a field to type into above it. */
function noteWhenUsable(): void {
  const observer = new MutationObserver(() => {
    const isUsable = document.body?.innerText.includes('No items yet') ?? false;
    if (!isUsable || document.querySelector('form input') === null) return;
    observer.disconnect();
    performance.mark('usable');
  });
  observer.observe(document, { childList: true, subtree: true });
}

test('[PERF-01] a guest can begin after a few files, and nothing of other screens is among them', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/', noteWhenUsable);
  // Only then all requests that had been begun are over, and can be read.
  await page.waitForFunction(() => performance.getEntriesByName('preloaded').length > 0);
  const files = await page.evaluate(() => {
    const usableMs = performance.getEntriesByName('usable')[0]?.startTime ?? Infinity;
    const begun = performance
      .getEntriesByType('resource')
      .filter((one) => one.startTime < usableMs);
    return [location.href, ...begun.map(({ name }) => name)];
  });
  const bodies = await Promise.all(files.map(async (url) => (await page.request.get(url)).body()));
  const bytes = bodies.map((body) => gzipSync(body, { level: 9 }).length);
  const kilobytes = bytes.reduce((sum, count) => sum + count, 0) / 1000;
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(maxFiles);
  expect(kilobytes, files.map((url, place) => `${url} ${bytes[place]}`).join('\n')).toBeLessThan(
    maxKilobytes,
  );
});
