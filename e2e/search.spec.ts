import { expect, type Browser, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { guestAt } from './guest.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

// What is kept for offline has tests of its own.
let server: TestServer;
let proxy: FaultProxy | undefined;
test.beforeEach(({ server: shared }) => {
  server = shared;
});
test.afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
});

const path = /\/api\/items\/search/;
/** The calls that pull items; while they fail, only the server has what others made. */
const streams = /\/api\/(items\?type=\w+&since=|changes|batch)/;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search items' });
const results = (page: Page) => dialog(page).getByRole('option');

/** Somebody signed in, whose device has 'Alpine rope' and pulls nothing more from the server. */
async function cutOff(
  browser: Browser,
): Promise<{ person: Person; page: Page; proxy: FaultProxy; searches: string[] }> {
  const made = await startFaultProxy(server.url);
  proxy = made;
  const person = await signedInAt(browser, made.url, newPhone());
  const { page } = person;
  await person.quickAdd('todo', 'Alpine rope');
  await person.settled();
  made.plan({ kind: 'status', status: 503 }, { path: streams, times: Infinity });
  const searches: string[] = [];
  made.onRequest((_, url) => {
    if (path.test(url)) searches.push(new URL(url, made.url).searchParams.get('q') ?? '');
  });
  return { person, page, proxy: made, searches };
}

async function makeElsewhere(person: Person, item: Record<string, unknown>): Promise<number> {
  return (await person.call<{ id: number }>('POST', `${server.url}/api/items`, item)).id;
}

async function openSearch(page: Page): Promise<void> {
  // A dialog on its way out is still seen: opened again in the middle of it, it is another one.
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
}

async function search(page: Page, query: string): Promise<void> {
  await dialog(page).getByRole('combobox').fill(query);
}

test('[SEARCH-06] what this device finds shows at once, what only the server has is added @full', async ({
  browser,
}) => {
  const { person, page, searches } = await cutOff(browser);
  const campaign = await makeElsewhere(person, { type: 'campaign', title: 'Alpine summer' });
  await makeElsewhere(person, { type: 'todo', title: 'Alpine map', parent_id: campaign });
  const late = proxy?.plan({ kind: 'held' }, { path });
  await openSearch(page);
  await search(page, 'alpine');
  await late?.met;
  await expect(results(page)).toHaveText([/Alpine rope/]);
  proxy?.clear();
  await expect(results(page)).toHaveCount(3);
  await expect(results(page).filter({ hasText: 'Alpine map' })).toContainText('in Alpine summer');
  expect(searches).toEqual(['alpine']);
});

test('[SEARCH-06] an item deleted here is no hit, even if the server returns it @full', async ({
  browser,
}) => {
  const { person, page } = await cutOff(browser);
  await person.remove('Alpine rope');
  await makeElsewhere(person, { type: 'todo', title: 'Alpine map' });
  await openSearch(page);
  await search(page, 'alpine');
  await expect(results(page)).toHaveText([/Alpine map/]);
});

test('[SEARCH-06] [SEARCH-08] when the server fails, its results are cleared, the failure is logged as a code, and this device answers @full', async ({
  browser,
}) => {
  const { person, page, searches } = await cutOff(browser);
  await makeElsewhere(person, { type: 'todo', title: 'Alpine map' });
  await openSearch(page);
  await search(page, 'alpine');
  await expect(results(page)).toHaveCount(2);
  proxy?.plan({ kind: 'status', status: 500 }, { path, times: Infinity });
  const problem = page.waitForEvent('pageerror', (error) => error.message.startsWith('search: '));
  await search(page, 'alpin');
  expect((await problem).message).toBe('search: http_500');
  await expect(results(page)).toHaveText([/Alpine rope/]);
  await search(page, 'alpine ma');
  await expect(results(page)).toHaveCount(0);
  await expect(dialog(page)).toContainText('No items found for "alpine ma"');
  expect(searches).toEqual(['alpine', 'alpin', 'alpine ma']);
});

test('[SEARCH-06] neither a guest nor an offline user asks the server @full', async ({
  browser,
}) => {
  const { person, page, searches } = await cutOff(browser);
  // The service worker is kept away here, so the dialog's code is brought in while there is a network.
  await openSearch(page);
  await page.keyboard.press('Escape');
  await person.context.setOffline(true);
  await expect(page.locator('[data-connectivity]')).toHaveText('Offline');
  await openSearch(page);
  await search(page, 'alpine');
  await expect(results(page)).toHaveText([/Alpine rope/]);
  expect(searches).toEqual([]);

  const guest = await guestAt(browser, server.url);
  const asked: string[] = [];
  guest.page.on('request', (request) => asked.push(request.url()));
  await guest.quickAdd('todo', 'Alpine guest');
  await openSearch(guest.page);
  await search(guest.page, 'alpine');
  await expect(results(guest.page)).toHaveText([/Alpine guest/]);
  expect(asked.filter((url) => path.test(url))).toEqual([]);
});
