import { expect, type Page } from '@playwright/test';
import { startFaultProxy } from './fault-proxy.ts';
import { guestAt } from './guest.ts';
import { makeOtherBuild, type OtherBuild } from './other-build.ts';
import { startServer, type RunningServer } from './server.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

let other: OtherBuild;
let server: RunningServer;
test.beforeAll(async () => {
  other = await makeOtherBuild();
});
test.afterAll(() => other?.remove());
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server?.stop());

/** Replaces the running server by one of another build, on its data and at its address. */
async function replaceServer(): Promise<void> {
  await server.kill();
  await server.start(other.program);
}

/** The names of all scripts that the page has. */
const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/(.+\.js)$/.exec(name)?.[1] ?? '')
      .filter((name) => name !== ''),
  );

/**
 * Opens parts whose code the page has not loaded yet, and returns the names of the scripts that the server
 * sent for them.
 */
async function openLateParts(page: Page): Promise<readonly string[]> {
  const given: string[] = [];
  page.on('response', (response) => {
    const name = /\/assets\/(.+\.js)$/.exec(response.url())?.[1];
    if (name !== undefined && !response.fromServiceWorker()) given.push(name);
  });
  const before = await scriptsOf(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' }).locator('input')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const create = page.getByRole('dialog', { name: 'Create New Item' });
  await create.getByRole('textbox', { name: 'Title' }).fill('By the open tab');
  await create.getByRole('button', { name: 'Create' }).click();
  await expect(create).toHaveCount(0);
  await expect(page.getByRole('main').getByText('By the open tab').first()).toBeVisible();
  const nav = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  for (const part of ['search-dialog', 'create-item-dialog', 'list-screens']) {
    const isPart = (name: string) => name.startsWith(`${part}-`);
    expect([part, before.filter(isPart)]).toEqual([part, []]);
    expect([part, given.filter(isPart).length]).toEqual([part, 1]);
  }
  return given;
}

test('[UPG-15] a first visit whose service worker has stored nothing yet continues after its node was replaced by one of another build', async ({
  browser,
}) => {
  const proxy = await startFaultProxy(server.url);
  // Only the service worker requests the page by this name, to keep it.
  const keeping = proxy.plan({ kind: 'hung' }, { path: /^\/index\.html/, times: Infinity });
  const { page, complaints } = await guestAt(browser, proxy.url);
  await keeping.met;
  await replaceServer();
  expect(await (await fetch(server.url)).text()).not.toContain(other.earlierNames[0]);
  const given = await openLateParts(page);
  expect(given.filter((name) => !other.earlierNames.includes(name))).toEqual([]);
  expect(complaints).toEqual([]);
  await proxy.stop();
});

test('[UPG-15] a tab continues after another has activated the new version and the stored files of its own build are gone @full', async ({
  browser,
}) => {
  const guest = await guestAt(browser, server.url);
  const { page, complaints } = guest;
  await guest.readyForOffline();
  await replaceServer();
  const { page: second } = await guest.secondTab();
  await expect(second.getByText('A new version is ready')).toBeVisible();
  const reloaded = second.waitForEvent('load');
  await second.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  // The new version asked and was accepted: it now runs there.
  const isEarlier = (name: string) => other.earlierNames.includes(name);
  expect((await scriptsOf(second)).filter(isEarlier)).toEqual([]);
  // Droppable browser caches are empty too.
  const devtools = await guest.context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');

  const given = await openLateParts(page);
  expect(given.filter((name) => !isEarlier(name))).toEqual([]);
  expect(complaints).toEqual([]);
});
