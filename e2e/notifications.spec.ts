import { expect, type Browser, type Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { guestAt, seed } from './guest.ts';
import { goOn } from './on-page.ts';
import type { Person } from './person.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

// What is kept for offline has tests of its own.
let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Recent Notifications' }).getByRole('listitem');

async function signedIn(
  browser: Browser,
  name: string,
): Promise<{ person: Person; phone: string }> {
  const phone = newPhone();
  const person = await signedInAt(browser, server.url, phone, name);
  return { person, phone };
}

test('[NOTIF-01] the heading, the empty text, and no call for notifications when it is opened @full', async ({
  browser,
}) => {
  const { person } = await signedIn(browser, 'Ada Byron');
  const { page } = person;
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await bell(page).click();
  await expect(page.getByRole('heading', { name: 'Recent Notifications', level: 1 })).toBeVisible();
  await expect(page.getByText('No notifications yet.')).toBeVisible();
  // The engine goes on syncing by its own clock; nothing else asks for anything.
  const engines = /^\/api\/(items|changes|events|batch|self-check|me)$/;
  expect(calls.filter((path) => path.startsWith('/api/') && !engines.test(path))).toEqual([]);
});

test('notifications are counted at the bell, shown in words, and read once seen @full', async ({
  browser,
}) => {
  const ada = await signedIn(browser, 'Ada Byron');
  const bob = await signedIn(browser, 'Bob Hall');
  const adaId = await ada.person.id();
  await ada.person.call('POST', '/api/contacts/sync', { contacts: [bob.phone] });
  await bob.person.call('POST', '/api/contacts/sync', { contacts: [ada.phone] });
  const make = { type: 'campaign', title: 'Cross the Alps', assigned_to: adaId };
  const campaign = await bob.person.call<{ id: number }>('POST', '/api/items', make);
  const { page } = ada.person;
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
  await bell(page).click();
  await expect(rows(page)).toHaveCount(2);
  const assigned = rows(page).filter({ hasText: 'assigned “Cross the Alps” to you' });
  await expect(assigned).toContainText('Bob Hall');
  await expect(assigned).toContainText('New');
  await expect(assigned).toContainText(/less than a minute ago|minutes? ago/);
  await expect(rows(page).filter({ hasText: 'Bob Hall is now a mutual contact' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await ada.person.settled();

  // Read here is read on every device: the server knows.
  const elsewhere = await signedInAt(browser, server.url, ada.phone);
  await elsewhere.page.goto('/notifications');
  await expect(rows(elsewhere.page)).toHaveCount(2);
  await expect(bell(elsewhere.page)).toHaveAccessibleName('Notifications');
  await expect(rows(elsewhere.page).filter({ hasText: 'New' })).toHaveCount(0);

  await assigned.getByRole('link').click();
  const sheet = page.getByRole('dialog', { name: 'Cross the Alps' });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/\/notifications\?item=/);
  await sheet.getByRole('button', { name: 'More actions for Cross the Alps' }).click();
  await sheet.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/campaigns/${campaign.id}$`));
  // Until the next screen is there this one has not been left, and its news stay marked.
  await expect(page.getByRole('heading', { name: 'Cross the Alps', level: 1 })).toBeVisible();
  await goOn(page, '/notifications');
  await expect(rows(page).filter({ hasText: 'New' })).toHaveCount(0);
});

test('notifications have no violation that axe can find, in light and in dark @full', async ({
  browser,
}) => {
  const guest = await guestAt(browser, server.url);
  const { page } = guest;
  await seed(guest, [
    { type: 'campaign', title: 'Cross the Alps', end_date: '2026-01-01' },
    { type: 'todo', title: 'Buy rope', due_date: new Date().toISOString().slice(0, 10) },
  ]);
  await bell(page).click();
  await expect(rows(page).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(
      page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)'),
    ).toBeAttached();
    expect(await violationsOn(page)).toEqual([]);
  }
});
