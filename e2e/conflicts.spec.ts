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
