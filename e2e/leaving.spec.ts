import { expect, type Page } from '@playwright/test';
import { guestAt } from './guest.ts';
import type { RunningServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('[PREF-05] clearing in one of two tabs shows the number of unsent changes, and the other tab restores none of them', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550800001', 'Ada');
  await ada.quickAdd('todo', 'Sent');
  await ada.settled();
  const other = await ada.secondTab();
  await expect(other.row('Sent')).toBeVisible();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await other.quickAdd('todo', 'Not sent');
  const { page } = ada;
  await page.goto('/preferences');
  await page.getByRole('button', { name: 'Clear Local Data' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 change has not reached the server and will be lost.');
  const reloaded = page.waitForEvent('load');
  await question.getByRole('button', { name: 'Clear Local Data' }).click();
  await reloaded;
  await ada.context.setOffline(false);

  // The other tab was not reloaded, and starts again nevertheless.
  await other.page.getByRole('button', { name: 'Skip tutorial' }).click();
  await expect(other.row('Sent')).toBeVisible();
  await expect(other.row('Not sent')).toHaveCount(0);
  await other.quickAdd('todo', 'Afterwards');
  await other.settled();
  expect((await ada.onServer()).map(({ title }) => title)).toEqual(['Afterwards', 'Sent']);
  await page.goto('/');
  await expect(ada.row('Afterwards')).toBeVisible();
  await expect(ada.row('Not sent')).toHaveCount(0);
});

test('the browser is asked once to keep the data, as soon as there is some @full', async ({
  browser,
}) => {
  const asked = (page: Page): Promise<number> =>
    page.evaluate(() => Number(document.documentElement.dataset['asked'] ?? 0));
  const ada = await guestAt(browser, server.url, '/', () => {
    navigator.storage.persisted = async () => false;
    navigator.storage.persist = async () => {
      const { dataset } = document.documentElement;
      dataset['asked'] = String(Number(dataset['asked'] ?? 0) + 1);
      return true;
    };
  });
  await expect(ada.page.getByText('No items yet!')).toBeVisible();
  expect(await asked(ada.page)).toBe(0);
  await ada.quickAdd('todo', 'Boots');
  await expect.poll(() => asked(ada.page)).toBe(1);
  await ada.quickAdd('todo', 'Map');
  expect(await asked(ada.page)).toBe(1);
});
