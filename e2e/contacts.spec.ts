import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { twoFriends } from './friends.ts';
import { test } from './test.ts';

test('contacts, and the questions about them, have no violation that axe can find @full', async ({
  browser,
  server,
}) => {
  const { page } = (await twoFriends(browser, server.url)).ada;
  await page.goto('/contacts');
  await expect(page.getByRole('heading', { name: 'Import Contacts' })).toBeVisible();
  const text = `Bob,15550104478\nCarl,123\n${'Eve,15550104479\n'.repeat(12)}`;
  const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  const found = page.getByRole('list', { name: 'Contacts found' }).getByRole('listitem');
  await expect(found.first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(
      page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)'),
    ).toBeAttached();
    expect(await violationsOn(page)).toEqual([]);
  }
  await page.goto('/contacts');
  for (const entry of ['Report', 'Block']) {
    await page.getByRole('button', { name: 'More for Bo Lindqvist' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
});
