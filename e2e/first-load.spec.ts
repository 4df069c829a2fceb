import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { guestAt } from './guest.ts';
import { signedInAt } from './signed-in.ts';
import { newPhone } from './phone.ts';
import { test } from './test.ts';

// Counts the files that are fetched until a person can begin, in a real browser against the real server.

/** Records when the list shows its items, or that it is empty, with a field for typing above it. */
function noteWhenUsable(): void {
  const observer = new MutationObserver(() => {
    const isEmpty = document.body?.innerText.includes('No items yet') ?? false;
    const isShown = isEmpty || document.querySelector('main [role=listitem]') !== null;
    if (!isShown || document.querySelector('form input') === null) return;
    observer.disconnect();
    performance.mark('usable');
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Every file that a page began to fetch before it was usable, with its size in kilobytes, gzipped. */
async function filesOf(page: Page): Promise<readonly (readonly [file: string, size: number])[]> {
  // Only then are all requests finished, so that they can be read.
  await page.waitForFunction(() => performance.getEntriesByName('preloaded').length > 0);
  const files = await page.evaluate(() => {
    const usableMs = performance.getEntriesByName('usable')[0]?.startTime ?? Infinity;
    const begun = performance
      .getEntriesByType('resource')
      .filter((one) => one.startTime < usableMs);
    return [...new Set([location.href, ...begun.map(({ name }) => name)])];
  });
  const bodies = await Promise.all(files.map(async (url) => (await page.request.get(url)).body()));
  return bodies.map((body, place) => [
    files[place] ?? '',
    gzipSync(body, { level: 9 }).length / 1000,
  ]);
}

function expectWithin(
  files: Awaited<ReturnType<typeof filesOf>>,
  { maxFiles, maxKilobytes }: { readonly maxFiles: number; readonly maxKilobytes: number },
): void {
  const list = files.map((file) => file.join(' ')).join('\n');
  expect(files.length, list).toBeLessThanOrEqual(maxFiles);
  expect(
    files.reduce((sum, [, size]) => sum + size, 0),
    list,
  ).toBeLessThan(maxKilobytes);
}

test('[PERF-01] a guest can begin after a few files have loaded, none of which belongs to another screen', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/', noteWhenUsable);
  expectWithin(await filesOf(page), { maxFiles: 8, maxKilobytes: 110 });
});

test('[PERF-01] a signed-in user sees their items before the code that syncs them is loaded', async ({
  browser,
  server,
}) => {
  const ada = await signedInAt(browser, server.url, newPhone(), 'Ada Byron', noteWhenUsable);
  const { page } = ada;
  await ada.quickAdd('todo', 'Buy rope');
  await ada.settled();
  await page.reload();
  expectWithin(await filesOf(page), { maxFiles: 12, maxKilobytes: 128 });
});

test('[PERF-05] a page that opens with another screen fetches that screen before any script has run', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url);
  await page.goto('/queue');
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeAttached();
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ name, startTime }))
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name)),
  );
  const startOf = (file: RegExp) => files.find(({ name }) => file.test(name))?.startTime ?? NaN;
  const app = startOf(/\/app-/);
  for (const file of [/\/list-screens-/, /\/screens-/, /\/shared-/, /\/items-/, /\/list-/]) {
    expect(startOf(file), `${file}`).toBeLessThanOrEqual(app);
  }
});

test('[PERF-08] a page requests its scripts before its other files, largest first', async ({
  request,
  server,
}) => {
  const page = await (await request.get(server.url)).text();
  const files = [...page.matchAll(/ (?:src|href)="(\/(?:assets\/|theme-boot)[^"]+)"/g)];
  const paths = files.map(([, path = '']) => path);
  const scripts = [...page.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)];
  const first = scripts.map(([, path = '']) => path);
  expect(first.length).toBeGreaterThan(1);
  expect(paths.slice(0, first.length)).toEqual(first);
  const bodies = await Promise.all(
    first.map(async (path) => (await request.get(`${server.url}${path}`)).body()),
  );
  const sizes = bodies.map(({ length }) => length);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});

test('[PERF-06] the service worker stores the whole app in a few small files', async ({
  request,
  server,
}) => {
  const bodyOf = async (path: string) => (await request.get(`${server.url}/${path}`)).body();
  const worker = (await bodyOf('service-worker.js')).toString();
  const kept = new Set([...worker.matchAll(/"?url"?:"([^"]+)"/g)].map(([, path = '']) => path));
  expect(kept).toContain('index.html');
  const bodies = await Promise.all([...kept].map(bodyOf));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  expect(kept.size).toBeLessThanOrEqual(60);
  expect(bytes / 1000).toBeLessThan(400);
});
