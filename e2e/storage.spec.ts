import { storedName } from '@foray/sync';
import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { damage } from './damage.ts';
import { TestPerson } from './person.ts';
import type { RunningServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('without a usable database the app says so and works until the page is closed @full', async ({
  browser,
}) => {
  const ada = await TestPerson.at(browser, server.url, () => {
    // Browsers behave like this when storage is forbidden: the database cannot even be named.
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

test('[DATA-14] [PREF-05] damaged rows of the queue and of sync data block nothing, count once, and can be discarded', async ({
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
