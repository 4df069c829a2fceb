import { expect } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { newPhone } from './phone.ts';
import { signedInAt } from './signed-in.ts';
import { test } from './test.ts';

test('axe finds no violation in the contacts, in light and in dark @full', async ({
  browser,
  server,
}) => {
  const { page } = await signedInAt(browser, server.url, newPhone(), 'Ada Byron');
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
});
