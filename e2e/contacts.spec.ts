import { expect, type Browser, type Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { toast } from './on-page.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

// The service worker's offline copy has tests of its own.
let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

/** Opens the contacts page of a signed-in person. */
async function atContacts(
  browser: Browser,
  name = 'Ada Byron',
): Promise<{ person: Person; phone: string }> {
  const phone = newPhone();
  const person = await signedInAt(browser, server.url, phone, name);
  await person.page.goto('/contacts');
  await expect(person.page.getByRole('heading', { name: 'Import Contacts' })).toBeVisible();
  return { person, phone };
}

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Contacts found' }).getByRole('listitem');
const mutuals = (page: Page) =>
  page.getByRole('list', { name: 'Mutual contacts' }).getByRole('listitem');

async function chooseFile(page: Page, text: string) {
  await page.locator('input[type=file]').setInputFiles({
    name: 'contacts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
}

test('[CONT-02] users who imported each other are in Your Contacts, offline too', async ({
  browser,
}) => {
  const ada = await atContacts(browser, 'Ada Byron');
  const bob = await atContacts(browser, 'Bob Hall');
  const eve = await atContacts(browser, 'Eve Adams');
  const { page } = ada.person;
  const pairs = [
    [ada, [bob.phone, eve.phone]],
    [bob, [ada.phone]],
    [eve, [ada.phone]],
  ] as const;
  await expect(page.getByText('No contacts yet')).toBeVisible();
  for (const [who, phones] of pairs) {
    await chooseFile(
      who.person.page,
      phones.map((phone, at) => `Person ${at},${phone}`).join('\n'),
    );
    await who.person.page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(toast(who.person.page)).toContainText(`imported ${phones.length} contacts`);
  }
  await page.reload();
  await expect(mutuals(page)).toHaveCount(2);
  await expect(mutuals(page).nth(0)).toContainText('Bob Hall');
  await expect(mutuals(page).nth(0)).toContainText(bob.phone);
  const search = page.getByRole('searchbox', { name: 'Search contacts' });
  await search.fill('eve');
  await expect(mutuals(page)).toHaveText([/Eve Adams/]);
  await search.fill('nobody');
  await expect(page.getByText('No contacts found for "nobody"')).toBeVisible();
  await search.fill('');
  await ada.person.context.setOffline(true);
  await expect(mutuals(page)).toHaveCount(2);
  expect(ada.person.complaints).toEqual([]);
});

test('contacts have no violation that axe can find, in light and in dark @full', async ({
  browser,
}) => {
  const { person } = await atContacts(browser);
  const { page } = person;
  await chooseFile(page, `Bob,15550104478\nCarl,123\n${'Eve,15550104479\n'.repeat(12)}`);
  await expect(rows(page).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(
      page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)'),
    ).toBeAttached();
    expect(await violationsOn(page)).toEqual([]);
  }
});
