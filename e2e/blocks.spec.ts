import { expect, type Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { twoFriends } from './friends.ts';
import { toast } from './on-page.ts';
import { test } from './test.ts';

const mutuals = (page: Page) =>
  page.getByRole('list', { name: 'Mutual contacts' }).getByRole('listitem');
const blocked = (page: Page) =>
  page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem');

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More for Bo Lindqvist' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('[BLOCK-11] [BLOCK-12] [BLOCK-13] reporting, blocking, unblocking and removing a contact works for both people', async ({
  browser,
  server,
}) => {
  const { ada, bob } = await twoFriends(browser, server.url);
  const { page } = ada;
  for (const person of [ada, bob]) {
    await person.page.goto('/contacts');
    await expect(mutuals(person.page)).toHaveCount(1);
  }
  const isAccessible = async () => expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'More for Bo Lindqvist' }).click();
  await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible();
  await isAccessible();
  await page.keyboard.press('Escape');
  await choose(page, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report Bo Lindqvist' });
  await dialog.getByLabel('What happened').fill('Calls at night.');
  await isAccessible();
  await dialog.getByRole('checkbox', { name: 'Block Bo Lindqvist too' }).uncheck();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(toast(page)).toContainText('Report sent');

  await choose(page, 'Block');
  await expect(page.getByRole('alertdialog', { name: 'Block Bo Lindqvist?' })).toBeVisible();
  await isAccessible();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(blocked(page)).toHaveText([/Bo Lindqvist/]);
  await expect(mutuals(page)).toHaveCount(0);
  // The change arrives by sync, on an open page.
  await expect(mutuals(bob.page)).toHaveCount(0);
  await isAccessible();
  await page.getByRole('button', { name: 'Unblock Bo Lindqvist' }).click();
  await expect(page.getByText('You have blocked nobody.')).toBeVisible();
  for (const person of [ada, bob]) await expect(mutuals(person.page)).toHaveCount(1);

  await choose(page, 'Remove contact');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  for (const person of [ada, bob]) await expect(mutuals(person.page)).toHaveCount(0);
  for (const { complaints } of [ada, bob]) expect(complaints).toEqual([]);
});
