import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../fault-proxy.ts';
import { newPhone } from '../phone.ts';
import { test } from '../test.ts';
import { StoryDevice } from './device.ts';
import { expect } from './tab.ts';

test.use({ serviceWorkers: 'allow' });

let proxy: FaultProxy;
test.beforeEach(async ({ server }) => {
  test.setTimeout(300_000);
  proxy = await startFaultProxy(server.url);
});
test.afterEach(() => proxy.stop());

test('[I14] while every call to the server hangs, every user action is carried out and shown', async ({
  browser,
}) => {
  const ada = await StoryDevice.signedIn(browser, proxy.url, 'A', newPhone());
  const [tab, other] = ada.tabs;
  await ada.readyForOffline();
  proxy.plan({ kind: 'hung' }, { path: /^\/(api\/|csrf-cookie)/, times: Infinity });

  const task = await tab.create('task', 'Pack', null);
  const boots = await tab.create('todo', 'Boots', task);
  await tab.rename(boots, 'Good boots');
  await tab.setStatus('todo', boots, 'S');
  await tab.move('todo', boots, null);
  await tab.assign('todo', boots, 'Sam Lee');
  const map = await tab.create('todo', 'Map', null);
  await tab.remove('todo', map, 'nothing');
  await tab.undoRemoval('todo', map);
  await tab.setStatus('todo', map, 'C');
  await tab.remove('task', task, 'nothing');
  const shown = [
    { uuid: boots, title: 'Good boots', status: 'in_progress', isPending: true },
    { uuid: map, title: 'Map', status: 'completed', isPending: true },
  ];
  const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1);
  expect((await tab.shown('todo')).sort(byTitle)).toEqual(shown);
  await expect.poll(async () => (await other.shown('todo')).sort(byTitle)).toEqual(shown);
  expect((await ada.stored()).queue.length).toBeGreaterThan(0);

  proxy.clear();
  expect(await tab.syncNow()).toBe('complete');
  expect((await ada.served()).map(({ title }) => title).sort()).toEqual(['Good boots', 'Map']);
});

test('[I15] after a sign-out with everything sent, the browser keeps no data of the account', async ({
  browser,
}) => {
  const ada = await StoryDevice.signedIn(browser, proxy.url, 'A', newPhone());
  const [tab, other] = ada.tabs;
  await tab.create('todo', 'Buy a quixotic lantern', null);
  expect(await tab.syncNow()).toBe('complete');
  await other.page.getByRole('button', { name: 'Account' }).click();
  await other.page.getByRole('menuitem', { name: 'Log out' }).click();
  for (const { page } of ada.tabs) {
    await expect(page.getByText('Local only', { exact: true })).toBeVisible();
  }
  const { name, phone } = ada.person;
  const kept = await tab.page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const cacheName of await caches.keys()) {
      const cache = await caches.open(cacheName);
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return { databases: databases.map((database) => database.name), text: texts.join('\n') };
  });
  expect(kept.databases).toEqual(['foray']);
  for (const secret of ['quixotic lantern', name, phone, phone.slice(1)]) {
    expect(kept.text).not.toContain(secret);
  }
  expect((await tab.shown('todo')).length).toBe(0);
  expect((await ada.context.request.get('/api/me')).status()).toBe(401);
});

test('[I1] on a full disk an action is refused with a clear message, and nothing is lost', async ({
  browser,
}) => {
  let disk: SmallDisk | undefined;
  const ada = await StoryDevice.signedIn(browser, proxy.url, 'A', newPhone(), async (context) => {
    disk = await SmallDisk.of(context, proxy.url);
  });
  const [tab, other] = ada.tabs;
  await tab.create('todo', 'Boots', null);
  expect(await tab.syncNow()).toBe('complete');

  await disk?.fill(tab.page);
  await tab.startCreating('todo', 'Map', null);
  const said = await tab.failing(() => tab.page.keyboard.press('Enter'));
  expect(said).toContain('Failed to create item. Please try again.');
  // The typed text is still there for another attempt.
  const card = tab.page.getByRole('form', { name: 'Quick add' });
  await expect(card.getByRole('textbox', { name: 'Title' })).toHaveValue('Map');
  expect((await ada.stored()).items.map(({ title }) => title)).toEqual(['Boots']);
  await expect
    .poll(async () => (await other.shown('todo')).map(({ title }) => title))
    .toEqual(['Boots']);

  await disk?.empty(tab.page);
  await tab.saying(['Item created'], () => card.getByRole('button', { name: 'Add todo' }).click());
  expect(await other.syncNow()).toBe('complete');
  expect((await ada.served()).map(({ title }) => title).sort()).toEqual(['Boots', 'Map']);
  expect((await ada.stored()).items.map(({ title }) => title).sort()).toEqual(['Boots', 'Map']);
});

const megabyte = 1024 * 1024;

/** A limit on the origin's storage, which the browser keeps for as long as this class's own page is open. */
class SmallDisk {
  readonly #devTools: CDPSession;
  readonly #origin: string;

  private constructor(devTools: CDPSession, origin: string) {
    this.#devTools = devTools;
    this.#origin = origin;
  }

  /** Gives the origin 24 MB, before the app opens its database: the browser checks this rarely. */
  static async of(context: BrowserContext, origin: string): Promise<SmallDisk> {
    const disk = new SmallDisk(await context.newCDPSession(await context.newPage()), origin);
    await disk.#limit(24);
    return disk;
  }

  /**
   * Fills it, and then sets the limit far below the stored size: otherwise the browser finds room again for
   * the next write when it compacts its files. It notices a limit late, so the disk counts as full once a
   * write under the new limit has failed.
   */
  async fill(page: Page): Promise<void> {
    await page.evaluate(fillDisk);
    await this.#limit(1);
    await page.evaluate(fillDisk);
  }

  /** Removes the ballast, and leaves room that does not depend on when the browser compacts. */
  async empty(page: Page): Promise<void> {
    await this.#limit(240);
    await page.evaluate(emptyDisk);
  }

  async #limit(megabytes: number): Promise<void> {
    await this.#devTools.send('Storage.overrideQuotaForOrigin', {
      origin: this.#origin,
      quotaSize: megabytes * megabyte,
    });
  }
}

/** Fills the rest of the origin's storage, to the last kilobyte, in a database of its own. */
async function fillDisk(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('ballast', 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('stones', { autoIncrement: true });
    opening.onerror = () => reject(new Error('no ballast'));
    opening.onsuccess = () => resolve(opening.result);
  });
  for (let stoneBytes = 4_194_304; stoneBytes >= 256; stoneBytes /= 2) {
    for (let fits = true; fits;) {
      const stone = crypto.getRandomValues(new Uint8Array(Math.min(stoneBytes, 65_536)));
      fits = await new Promise<boolean>((resolve) => {
        const writing = database.transaction('stones', 'readwrite');
        for (let bytes = 0; bytes < stoneBytes; bytes += stone.length) {
          writing.objectStore('stones').add(stone);
        }
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
      });
    }
  }
  database.close();
}

/** Removes the ballast again. */
function emptyDisk(): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('ballast');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(new Error('the ballast stays'));
  });
}
