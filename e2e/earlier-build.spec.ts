import { expect, type Page } from '@playwright/test';
import { startFaultProxy } from './fault-proxy.ts';
import { guestAt } from './guest.ts';
import { makeOtherBuild, type OtherBuild } from './other-build.ts';
import { startServer, type TestServer } from './server.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

let other: OtherBuild;
let server: TestServer;
test.beforeAll(async () => {
  other = await makeOtherBuild();
});
test.afterAll(() => other?.remove());
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server?.stop());

/** The server of another build in the place of the one that runs, on its data and at its address. */
async function replaceServer(): Promise<void> {
  await server.kill();
  await server.start(other.program);
}

/** Every script that the page has, by its name. */
const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/(.+\.js)$/.exec(name)?.[1] ?? '')
      .filter((name) => name !== ''),
  );

/** Opens what the page has no code for yet, and gets the names of the scripts that the server gave for it. */
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
  for (const part of ['search-dialog', 'create-item-dialog', 'queue-screen']) {
    const isPart = (name: string) => name.startsWith(`${part}-`);
    expect([part, before.filter(isPart)]).toEqual([part, []]);
    expect([part, given.filter(isPart).length]).toEqual([part, 1]);
  }
  return given;
}

test('[UPG-15] a first visit whose service worker keeps nothing yet goes on after its node was replaced by one of another build', async ({
  browser,
}) => {
  const proxy = await startFaultProxy(server.url);
  // Only the service worker asks for the page by this name, to keep it.
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

test('[UPG-15] a tab goes on after another one has let the new version in, and what was kept of its own is gone', async ({
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
  // The new version asked, and was let in: it is what runs there.
  const isEarlier = (name: string) => other.earlierNames.includes(name);
  expect((await scriptsOf(second)).filter(isEarlier)).toEqual([]);
  // Nothing that the browser may drop is left either.
  const devtools = await guest.context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');

  const given = await openLateParts(page);
  expect(given.filter((name) => !isEarlier(name))).toEqual([]);
  expect(complaints).toEqual([]);
});
