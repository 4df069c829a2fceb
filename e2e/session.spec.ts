import { expect, type Browser, type Page } from '@playwright/test';
import { guestAt } from './guest.ts';
import { goOn, toast } from './on-page.ts';
import { TestPerson } from './person.ts';
import { newPhone } from './phone.ts';
import type { RunningServer } from './server.ts';
import { test } from './with-faults.ts';
import { signedInAt } from './signed-in.ts';

// The service worker's offline copy has tests of its own.
let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const header = (page: Page) => page.getByRole('banner');
const badge = (page: Page) => page.locator('[data-connectivity]');

/** A signed-in person, after the celebration. */
async function signedIn(
  browser: Browser,
  url = server.url,
): Promise<{ person: TestPerson; phoneNumber: string }> {
  const phoneNumber = newPhone();
  const person = await signedInAt(browser, url, phoneNumber);
  return { person, phoneNumber };
}

test('[PREF-05] Clear Local Data asks first, erases everything in this browser and reloads; an account gets its data again', async ({
  browser,
}) => {
  const ada = await TestPerson.at(browser, server.url);
  const { page } = ada;
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  const clear = async () => {
    await goOn(page, '/preferences');
    await page.getByRole('button', { name: 'Clear Local Data' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'Are you sure you want to clear all local data? This cannot be undone.',
    );
    const reloaded = page.waitForEvent('load');
    await question.getByRole('button', { name: 'Clear Local Data' }).click();
    await reloaded;
    // The tutorial's state was erased too.
    await page.getByRole('button', { name: 'Skip tutorial' }).click();
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  };
  await ada.quickAdd('todo', 'Only here');
  await page.evaluate(() => localStorage.setItem('theme-storage', '{"state":{"theme":"dark"}}'));
  await clear();
  await expect(page.getByText('No items yet!')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('theme-storage'))).toBeNull();

  await ada.arrive(newPhone(), 'Ada');
  await ada.quickAdd('todo', 'On the server');
  await ada.settled();
  await clear();
  await expect(ada.row('On the server')).toBeVisible();
  await expect(header(page).getByRole('button', { name: 'Account' })).toBeVisible();
});

test('[AUTH-01] a start calls the server only if a user was signed in, and only a response can sign them out', async ({
  browser,
  faults,
}) => {
  const guest = await guestAt(browser, server.url);
  const asked: string[] = [];
  guest.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await guest.page.reload();
  await expect(header(guest.page).getByText('Local only')).toBeVisible();
  await guest.quickAdd('todo', 'Buy boots');
  expect(asked.filter((path) => path.startsWith('/api') || path.includes('csrf'))).toEqual([]);

  const { person } = await signedIn(browser, faults.url);
  const { page } = person;
  const account = header(page).getByRole('button', { name: 'Account' });
  const checked = page.waitForResponse((answer) => answer.url().endsWith('/api/me'));
  await page.reload();
  expect((await checked).status()).toBe(200);
  await expect(account).toBeVisible();

  faults.plan({ kind: 'dropped' }, { times: Infinity });
  await page.reload();
  await expect(badge(page)).toHaveText('Offline');
  await expect(account).toBeVisible();

  faults.clear();
  await person.endAllSessions();
  await page.reload();
  await expect(header(page).getByText('Local only')).toBeVisible();
  await expect(toast(page)).toContainText('You have been signed out');
});
