import { expect, type Browser, type Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { violationsOn } from './axe.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { guestAt } from './guest.ts';
import { said, toast } from './on-page.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

// What is kept for offline has tests of its own.
let server: TestServer;
let proxy: FaultProxy | undefined;
test.beforeEach(({ server: shared }) => {
  server = shared;
});
test.afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
});

const contactsCall = '/api/contacts/sync';

/** Somebody signed in on their page of contacts; `prepare` runs in the page before the app. */
async function atContacts(
  browser: Browser,
  name = 'Ada Byron',
  prepare?: () => void,
  url = server.url,
): Promise<{ person: Person; phone: string }> {
  const phone = newPhone();
  const person = await signedInAt(browser, url, phone, name, prepare);
  await person.page.goto('/contacts');
  await expect(person.page.getByRole('heading', { name: 'Import Contacts' })).toBeVisible();
  return { person, phone };
}

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Contacts found' }).getByRole('listitem');
const mutuals = (page: Page) =>
  page.getByRole('list', { name: 'Mutual contacts' }).getByRole('listitem');

async function chooseFile(page: Page, text: string | Buffer, name = 'contacts.csv') {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
}

/** The numbers that each import sends from here on. */
function importsOf(page: Page): string[][] {
  const sent: string[][] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== contactsCall) return;
    sent.push((request.postDataJSON() as { contacts: string[] }).contacts);
  });
  return sent;
}

test('[CONT-02] [CONT-03] [CONT-06] [CONT-07] a file is picked, reviewed and imported, and only valid numbers are sent @full', async ({
  browser,
}) => {
  const { person } = await atContacts(browser);
  const { page } = person;
  const sent = importsOf(page);
  for (const heading of ['Import Contacts', 'Your Contacts']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Import from Phone' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Review Import' })).toBeHidden();

  const file = 'Name;Phone\r\n"Lovelace, Ada";+1 555 010-4477\r\nBob;123\r\nEve,15550104479\r\n';
  await chooseFile(page, file);
  await expect(page.getByRole('heading', { name: 'Review Import' })).toBeFocused();
  await expect(page.getByText('3 contacts found, 2 can be imported.')).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('Lovelace, Ada');
  await expect(rows(page).nth(0)).toContainText('15550104477');
  await expect(rows(page).nth(1)).toContainText('No valid number');
  await page.getByRole('checkbox', { name: 'Show only what is left out' }).check();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Review Import' })).toBeHidden();
  expect(sent).toEqual([]);

  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await said(page, 'Contacts imported', 'Successfully imported 2 contacts');
  expect(sent).toEqual([['15550104477', '15550104479']]);
  await expect(page.getByRole('heading', { name: 'Review Import' })).toBeHidden();
  expect(person.complaints).toEqual([]);
});

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

test('[CONT-06] a file without a number, and one that is no text, are refused with a clear error @full', async ({
  browser,
}) => {
  const { person } = await atContacts(browser);
  const { page } = person;
  const sent = importsOf(page);
  await chooseFile(page, 'Name,Phone\nBob,123\n');
  await said(page, 'No valid contacts found', 'Please ensure your CSV contains phone numbers');
  await chooseFile(
    page,
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  );
  await said(
    page,
    'This file cannot be imported',
    'It is not a text file, whatever its name says. Export your contacts as CSV and choose that file.',
  );
  await chooseFile(page, 'Bob,15550104478', 'contacts.xlsx');
  await expect(toast(page)).toContainText('ends in .csv or .txt');
  await expect(page.getByRole('heading', { name: 'Review Import' })).toBeHidden();
  expect(sent).toEqual([]);
});

test('[CONT-07] an import that fails says so and can be tried again @full', async ({ browser }) => {
  proxy = await startFaultProxy(server.url);
  const { person } = await atContacts(browser, 'Ada Byron', undefined, proxy.url);
  const { page } = person;
  await chooseFile(page, 'Bob,15550104478');
  const button = page.getByRole('button', { name: 'Import', exact: true });
  for (const fault of [{ kind: 'status', status: 500 }, { kind: 'html' }] as const) {
    const planned = proxy.plan(fault, { path: /contacts\/sync/ });
    await button.click();
    await planned.met;
    await said(page, 'Import failed', 'Failed to import contacts. Please try again.');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await button.click();
  await expect(toast(page)).toContainText('Successfully imported 1 contacts');
});

test('[CONT-07] without a network the review says so, and the import fails @full', async ({
  browser,
}) => {
  const { person } = await atContacts(browser);
  const { page } = person;
  await chooseFile(page, 'Bob,15550104478');
  await person.context.setOffline(true);
  await expect(page.getByText('You are offline. Importing needs a connection.')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(toast(page)).toContainText('Failed to import contacts. Please try again.');
  await expect(rows(page)).toHaveCount(1);
});

test('[CONT-08] a browser without a contact picker says so @full', async ({ browser }) => {
  const { person } = await atContacts(browser);
  const { page } = person;
  await page.getByRole('button', { name: 'Import from Phone' }).click();
  await said(
    page,
    'Not supported',
    'Contact import is not supported on this device. Try CSV import instead.',
  );
});

test('[CONT-08] [CONT-03] what is picked on the phone is reviewed; picking nothing is a cancelled import @full', async ({
  browser,
}) => {
  const { person } = await atContacts(browser, 'Ada Byron', () => {
    const answers: unknown[] = [
      [
        { name: ['Bob'], tel: ['+1 555 010-4478', '1'] },
        { name: ['Short'], tel: ['123'] },
      ],
      [],
      null,
    ];
    Object.defineProperty(navigator, 'contacts', {
      value: {
        select: async () => {
          const answer = answers.shift();
          if (answer === null) throw new DOMException('closed', 'AbortError');
          return answer;
        },
      },
    });
  });
  const { page } = person;
  const sent = importsOf(page);
  const fromPhone = page.getByRole('button', { name: 'Import from Phone' });
  await fromPhone.click();
  await expect(rows(page)).toHaveText([/Bob\s*15550104478/, /Short\s*123\s*No valid number/]);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(toast(page)).toContainText('Successfully imported 1 contacts');
  expect(sent).toEqual([['15550104478']]);
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await fromPhone.click();
    await said(page, 'Import cancelled', 'Contact import was cancelled or failed');
  }
});

test('[CONT-09] a guest does not request mutual contacts @full', async ({ browser }) => {
  const guest = await guestAt(browser, server.url);
  const calls: string[] = [];
  guest.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await guest.page.goto('/contacts');
  await expect(guest.page.getByText('Sign In Required')).toBeVisible();
  await expect(guest.page.getByText('You need to sign in to manage contacts')).toBeVisible();
  expect(calls).toEqual([]);
  await guest.signIn('+15550299001', 'Ada Byron');
  await guest.page.goto('/contacts');
  await expect(guest.page.getByText('No contacts yet')).toBeVisible();
  // They come with the stream of changes, which is theirs alone.
  expect(calls).toContain('/api/changes');
});

test('of 10,000 lines only the visible ones are in the page, and one key reaches the last @full', async ({
  browser,
}) => {
  const { person } = await atContacts(browser);
  const { page } = person;
  const lines = Array.from(
    { length: 10_000 },
    (_, at) => `"Person, ${at}";+1 (555) ${String(at).padStart(7, '0')}`,
  );
  const file = test.info().outputPath('contacts.csv');
  await writeFile(file, `\ufeffName;Phone\r\n${lines.join('\r\n')}`);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('10,000 contacts found, 5,000 can be imported.')).toBeVisible();
  await expect(page.getByText(/5,000 contacts cannot be imported/)).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);

  const box = page.getByRole('region', { name: 'Contacts found' });
  await box.focus();
  await page.keyboard.press('End');
  await expect(rows(page).filter({ hasText: 'Person, 9999' })).toContainText('Beyond 5,000');
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
