import { expect, type Browser, type Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import type { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const resolveButton = 'Resolve Conflicts';

test('[CONF-01] [CONF-02] [CONF-03] [CONF-04] [CONF-05] [I13] concurrent changes of two devices: shown field by field, set aside, reopened and resolved', async ({
  browser,
}) => {
  const { away, desk } = await twoDevices(browser, '+15550710001', ['Buy boots', 'Call home']);
  await away.rename('Buy boots', 'Buy big boots');
  await away.rename('Call home', 'Call mother');
  await away.quickAdd('todo', 'Find the map');
  await desk.rename('Buy boots', 'Buy red boots');
  await desk.rename('Call home', 'Call father');
  await desk.settled();

  await away.context.setOffline(false);
  const dialog = dialogOf(away.page);
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(
    'Some items were modified both locally and on the server. Please choose which version to keep.',
  );
  const resolve = dialog.getByRole('button', { name: resolveButton });
  await expect(resolve).toBeDisabled();
  const boots = dialog.getByRole('group', { name: /Which version of “Buy big boots”/ });
  await expect(boots).toContainText('Changed on this device and on the server');
  for (const name of ['Keep Local Version', 'Keep Server Version']) {
    await expect(boots.getByRole('radio', { name })).toBeVisible();
  }
  for (const label of ['Title', 'Description', 'Status', 'Modified: ']) {
    await expect(boots.getByText(label).first()).toBeVisible();
  }
  await expect(boots).toContainText(/Buy big boots/);
  await expect(boots).toContainText(/Buy red boots/);
  await expectNoViolation(away, 'conflicts');
  // Nothing is pushed while it is open.
  expect(await titlesOnServer(desk)).toEqual(['Buy red boots', 'Call father']);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  const badge = away.page.getByRole('button', { name: '2 conflicts' });
  await expect(badge).toBeVisible();
  await expect
    .poll(() => titlesOnServer(desk))
    .toEqual(['Buy red boots', 'Call father', 'Find the map']);
  await badge.click();
  await expect(dialog).toBeVisible();

  await boots.getByRole('radio', { name: 'Keep Local Version' }).check();
  await expect(resolve).toBeDisabled();
  await expect(dialog.getByRole('status')).toContainText('1 item left to decide');
  await dialog
    .getByRole('group', { name: /Which version of “Call mother”/ })
    .getByRole('radio', { name: 'Keep Server Version' })
    .check();
  await resolve.click();
  await expect(dialog).toHaveCount(0);
  await expect(badge).toHaveCount(0);
  await away.settled();
  await expect(away.row('Buy big boots')).toBeVisible();
  await expect(away.row('Call father')).toBeVisible();
  expect(await titlesOnServer(desk)).toEqual(['Buy big boots', 'Call father', 'Find the map']);
  expect([...away.complaints, ...desk.complaints].filter(isNoNetworkError)).toEqual([]);
});

test('both changes are kept where they are about different fields @full', async ({ browser }) => {
  const { away, desk } = await twoDevices(browser, '+15550710002', ['Buy boots']);
  await away.rename('Buy boots', 'Buy big boots');
  await desk.toggle('Buy boots');
  await desk.settled();
  await away.context.setOffline(false);
  const dialog = dialogOf(away.page);
  await expect(dialog).toContainText('From this device: title. From the server: status.');
  await dialog.getByRole('radio', { name: 'Keep both changes' }).check();
  await dialog.getByRole('button', { name: resolveButton }).click();
  await expect(dialog).toHaveCount(0);
  await away.settled();
  const items = await desk.onServer();
  expect(items).toMatchObject([{ title: 'Buy big boots', status: 'completed' }]);
});

test('[CONF-06] [CONF-08] a title that another device changes while its editor is open is asked about @full', async ({
  browser,
}) => {
  const phone = await signedInAt(browser, server.url, '+15550710006', 'Ada');
  await phone.quickAdd('todo', 'Buy boots');
  await phone.settled();
  const desk = await signedInAt(browser, server.url, '+15550710006', 'Ada');
  await phone.row('Buy boots').getByRole('button', { name: 'Buy boots', exact: true }).click();
  const editor = phone.page.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('Buy big boots');
  await desk.rename('Buy boots', 'Buy red boots');
  // What comes after it in the feed shows that it has arrived.
  await desk.quickAdd('todo', 'Find the map');
  await expect(phone.row('Find the map')).toBeVisible();
  await expect(editor).toHaveValue('Buy big boots');
  await editor.press('Enter');

  const dialog = dialogOf(phone.page);
  const boots = dialog.getByRole('group', { name: /Which version of/ });
  await expect(boots).toContainText('Buy red boots');
  await expect(boots).toContainText('Buy big boots');
  expect(await titlesOnServer(desk)).toContain('Buy red boots');
  await boots.getByRole('radio', { name: 'Keep Local Version' }).check();
  // A third change comes while the dialog is open: it is asked about again.
  await desk.rename('Buy red boots', 'Buy blue boots');
  await expect(boots).toContainText('Buy blue boots');
  await expect(boots).toContainText('Buy big boots');
  await expect(dialog.getByRole('button', { name: resolveButton })).toBeDisabled();
  await boots.getByRole('radio', { name: 'Keep Local Version' }).check();
  await dialog.getByRole('button', { name: resolveButton }).click();
  await expect(dialog).toHaveCount(0);
  await phone.settled();
  await expect(desk.row('Buy big boots')).toBeVisible();
  expect([...phone.complaints, ...desk.complaints]).toEqual([]);
});

test('[CONF-05] [SYNC-05] deleted here and changed there, changed here and deleted there @full', async ({
  browser,
}) => {
  const { away, desk } = await twoDevices(browser, '+15550710003', ['Boots', 'Map', 'Rope']);
  await away.remove('Boots');
  await away.rename('Map', 'Big map');
  await away.rename('Rope', 'Long rope');
  await desk.rename('Boots', 'Red boots');
  await desk.remove('Map');
  await desk.remove('Rope');
  await desk.settled();
  await away.context.setOffline(false);
  const dialog = dialogOf(away.page);
  const boots = dialog.getByRole('group', { name: /“Boots”/ });
  await expect(boots).toContainText('Deleted on this device, changed on the server');
  await expect(boots).toContainText('It will be deleted on the server too.');
  const map = dialog.getByRole('group', { name: /Big map/ });
  await expect(map).toContainText('Changed on this device, deleted on the server');
  await expect(map).toContainText('Brings the item back with your changes.');
  await boots.getByRole('radio', { name: 'Keep Server Version' }).check();
  await map.getByRole('radio', { name: 'Keep Local Version' }).check();
  await dialog
    .getByRole('group', { name: /Long rope/ })
    .getByRole('radio', { name: 'Keep Server Version' })
    .check();
  await dialog.getByRole('button', { name: resolveButton }).click();
  await expect(dialog).toHaveCount(0);
  await away.settled();
  await expect(away.row('Red boots')).toBeVisible();
  await expect(away.row('Big map')).toBeVisible();
  await expect(away.row('Long rope')).toHaveCount(0);
  expect(await titlesOnServer(desk)).toEqual(['Big map', 'Red boots']);
});

test('[I6] an item no longer shared leaves the device, except for the user’s own text @full', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550710004', 'Ada');
  const bob = await signedInAt(browser, server.url, '+15550710005', 'Bob');
  await ada.call('POST', '/api/contacts/sync', { contacts: ['15550710005'] });
  await bob.call('POST', '/api/contacts/sync', { contacts: ['15550710004'] });
  const bobId = await ownId(bob);
  const shared = await ada.call<{ id: number }>('POST', '/api/items', {
    type: 'todo',
    title: 'Shared words',
    description: 'Ada wrote this',
    assigned_to: bobId,
  });
  await bob.page.reload();
  await expect(bob.row('Shared words')).toBeVisible();
  await bob.settled();
  await bob.readyForOffline();
  await bob.context.setOffline(true);
  await bob.rename('Shared words', 'Words of Bob');
  await ada.call('POST', `/api/items/${shared.id}/assign`, { user_id: 0 });
  await bob.context.setOffline(false);
  const dialog = dialogOf(bob.page);
  await expect(dialog).toContainText('Changed on this device, but no longer shared with you');
  await dialog.getByRole('radio', { name: 'Keep my text as a new item' }).check();
  await dialog.getByRole('button', { name: resolveButton }).click();
  await expect(dialog).toHaveCount(0);
  await bob.settled();
  expect(await titlesOnServer(bob)).toEqual(['Words of Bob']);
  expect(await titlesOnServer(ada)).toEqual(['Shared words']);
});

/** One person on two devices that have the same todos; `away` has no network from here on. */
async function twoDevices(browser: Browser, phone: string, titles: readonly string[]) {
  const away = await signedInAt(browser, server.url, phone, 'Ada');
  for (const title of titles) await away.quickAdd('todo', title);
  await away.settled();
  const desk = await signedInAt(browser, server.url, phone, 'Ada');
  for (const title of titles) await expect(desk.row(title)).toBeVisible();
  await away.readyForOffline();
  await away.context.setOffline(true);
  return { away, desk };
}

function dialogOf(page: Page) {
  return page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
}

async function titlesOnServer(person: Person): Promise<string[]> {
  return (await person.onServer()).map(({ title }) => title);
}

/** What Chromium itself writes when there is no network. */
function isNoNetworkError(complaint: string): boolean {
  return !complaint.includes('ERR_INTERNET_DISCONNECTED');
}

async function ownId(person: Person): Promise<number> {
  const answer = await person.context.request.get('/api/me');
  return ((await answer.json()) as { user: { id: number } }).user.id;
}
