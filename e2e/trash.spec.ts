import { expect, type Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { guestAt, seed } from './guest.ts';
import { toast } from './on-page.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('[I8] a guest restores a deleted item with its children @full', async ({ browser }) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await page.goto('/preferences');
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await page.goto('/');
  await seed(ada, [
    { type: 'campaign', title: 'Cross the Alps' },
    { type: 'task', title: 'Pack', parent: 0 },
    { type: 'todo', title: 'Buy boots', parent: 1 },
    { type: 'todo', title: 'Call home' },
  ]);
  await ada.open('Cross the Alps');
  await page.getByRole('button', { name: 'More actions for Cross the Alps' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete with its 2 items' }).click();
  await expect(toast(page)).toContainText('Campaign deleted');
  await page.goto('/preferences');
  const line = trashLine(page, 'Cross the Alps');
  await expect(line).toContainText('with 2 items in it');
  await expect(page.getByRole('button', { name: /^Bring back / })).toHaveCount(1);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Bring back Cross the Alps' }).click();
  await expect(toast(page)).toContainText('“Cross the Alps” is back.');
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await page.goto('/');
  await ada.open('Cross the Alps');
  await ada.open('Pack');
  await expect(ada.row('Buy boots')).toBeVisible();
  expect(ada.complaints).toEqual([]);
});

test('[I7] [I8] an item deleted on one device is restored on another, and offline on the same device @full', async ({
  browser,
}) => {
  const phone = await signedInAt(browser, server.url, '+15550700011', 'Ada');
  await phone.page.getByRole('tab', { name: 'Tasks' }).click();
  await phone.quickAdd('task', 'Pack');
  await phone.open('Pack');
  await phone.quickAdd('todo', 'Buy boots');
  await phone.page.goto('/');
  await phone.quickAdd('todo', 'Call home');
  await phone.settled();
  const desk = await signedInAt(browser, server.url, '+15550700011', 'Ada');
  await expect(desk.row('Pack')).toBeVisible();
  await expect(desk.row('Call home')).toBeVisible();

  await phone.open('Pack');
  await phone.page.getByRole('button', { name: 'More actions for Pack' }).click();
  await phone.page.getByRole('menuitem', { name: 'Delete' }).click();
  await phone.page.getByRole('button', { name: 'Delete with its 1 item' }).click();
  await phone.settled();

  await desk.page.goto('/preferences');
  await desk.page.getByRole('button', { name: 'Sync Now' }).click();
  await expect(trashLine(desk.page, 'Pack')).toContainText('with 1 item in it');
  await desk.page.getByRole('button', { name: 'Bring back Pack' }).click();
  await desk.settled();
  await expect(trashLine(desk.page, 'Pack')).toHaveCount(0);
  await desk.page.goto('/');
  await desk.open('Pack');
  await expect(desk.row('Buy boots')).toBeVisible();
  const titles = async () => (await desk.onServer()).map(({ title }) => title);
  expect(await titles()).toEqual(['Buy boots', 'Call home', 'Pack']);

  await desk.page.goto('/');
  await desk.remove('Call home');
  await desk.settled();
  await desk.readyForOffline();
  await desk.context.setOffline(true);
  await desk.page.goto('/preferences');
  await expect(desk.page.getByText('The rest appears when you are online.')).toBeVisible();
  await desk.page.getByRole('button', { name: 'Bring back Call home' }).click();
  // Only what the app has confirmed is promised to be there after a load.
  await expect(toast(desk.page)).toContainText('“Call home” is back.');
  await desk.page.goto('/');
  await expect(desk.row('Call home')).toContainText('Pending sync');
  await desk.context.setOffline(false);
  await desk.settled();
  expect(await titles()).toEqual(['Buy boots', 'Call home', 'Pack']);
});

test('[UPG-03] a guest’s deleted items are copied at sign-in as deleted, and can be restored @full', async ({
  browser,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await ada.quickAdd('todo', 'Call home');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.remove('Buy boots');
  await ada.signIn('+15550700013', 'Ada');
  const titles = async () => (await ada.onServer()).map(({ title }) => title);
  await expect.poll(titles).toEqual(['Call home']);
  await page.goto('/preferences');
  await expect(trashLine(page, 'Buy boots')).toBeVisible();
  await page.goto('/');
  await expect(ada.row('Call home')).toBeVisible();
  await expect(ada.row('Buy boots')).toHaveCount(0);
  await page.goto('/preferences');
  await page.getByRole('button', { name: 'Bring back Buy boots' }).click();
  await expect(toast(page)).toContainText('“Buy boots” is back.');
  await expect(trashLine(page, 'Buy boots')).toHaveCount(0);
  await ada.settled();
  expect(await titles()).toEqual(['Buy boots', 'Call home']);
  await page.goto('/');
  await expect(ada.row('Buy boots')).toBeVisible();
});

function trashLine(page: Page, title: string) {
  return page.getByRole('listitem').filter({
    has: page.getByRole('button', { name: `Bring back ${title}`, exact: true }),
  });
}
