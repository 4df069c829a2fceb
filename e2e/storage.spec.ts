import { storedName } from '@foray/sync';
import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { damage } from './damage.ts';
import { breakDisk } from './guest.ts';
import { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('without a usable database the app says so and works until the page is closed @full', async ({
  browser,
}) => {
  const ada = await Person.at(browser, server.url, () => {
    // What browsers do where storage is forbidden: the database cannot even be named.
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await ada.continueWithoutAccount();
  await expect(ada.page.getByText('This browser cannot keep data for the app.')).toBeVisible();
  await ada.quickAdd('todo', 'Buy boots');
  await ada.toggle('Buy boots');
  await expect(ada.row('Buy boots').getByRole('button', { name: /^Reopen/ })).toBeVisible();
  await ada.signIn('+15550100002', 'Ada');
  await expect
    .poll(async () => (await ada.onServer()).map(({ title, status }) => `${title}: ${status}`))
    .toEqual(['Buy boots: completed']);
});

test('one unreadable row is reported and everything else works @full', async ({ browser }) => {
  const ada = await Person.at(browser, server.url);
  await ada.continueWithoutAccount();
  await ada.quickAdd('todo', 'Buy boots');
  await ada.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('foray');
        opening.onerror = () => reject(new Error('cannot open foray'));
        opening.onsuccess = () => {
          const writing = opening.result.transaction('items', 'readwrite');
          writing.objectStore('items').put({ id: 4711, uuid: 7, title: null });
          writing.onabort = () => reject(new Error('cannot damage foray'));
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await ada.page.reload();
  await expect(ada.page.getByText('1 saved record could not be read.')).toBeVisible();
  await expect(ada.row('Buy boots')).toBeVisible();
  await ada.rename('Buy boots', 'Buy good boots');
  await ada.quickAdd('todo', 'Find the map');
  await ada.page.reload();
  await expect(ada.row('Buy good boots')).toBeVisible();
  await expect(ada.row('Find the map')).toBeVisible();
});

test('[DATA-14] [PREF-05] damaged rows of the queue and of syncing stop nothing, count once, and can be discarded', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550100063', 'Ada');
  const { page } = ada;
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await damage(ada, [
    ['syncQueue', { id: 'broken', seq: -1, touches: 'x', state: 9, data: { title: 'Sing' } }],
    ['meta', { kind: storedName.buffered, id: 'zzz', value: null }],
    ['notifications', { id: 5, created_at: null }],
  ]);
  await page.reload();
  await page.reload();
  const banner = page.getByText('3 saved records could not be read.');
  await expect(banner).toBeVisible();
  await ada.quickAdd('todo', 'Find the map');
  await expect
    .poll(async () => (await ada.onServer()).map(({ title }) => title).toSorted())
    .toEqual(['Buy boots', 'Find the map']);
  const second = await ada.context.newPage();
  await second.goto('/');
  await expect(second.getByText('3 saved records could not be read.')).toBeVisible();
  await page.getByRole('link', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { name: '3 unreadable records' })).toBeVisible();
  await expect(page.getByText('Sing', { exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saving).suggestedFilename()).toBe('foray-unreadable.json');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(banner).toHaveCount(0);
  await expect(second.getByText(/could not be read/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a device without room for pulled rows says so, and continues once there is some @full', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550100061', 'Ada');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await breakDisk(ada);
  const elsewhere = await signedInAt(browser, server.url, '+15550100061', 'Ada');
  await elsewhere.quickAdd('todo', 'Find the map');
  await elsewhere.settled();
  const { page } = ada;
  await expect(page.getByText('There is no room left on this device.')).toBeVisible();
  await expect(ada.row('Buy boots')).toBeVisible();
  await expect(ada.row('Find the map')).toHaveCount(0);
  // The page that is loaded again has a disk that works.
  await page.reload();
  await expect(ada.row('Find the map')).toBeVisible();
  await expect(page.getByText('There is no room left on this device.')).toHaveCount(0);
});
