import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import type { Fault } from './fault-proxy.ts';
import { guestAt } from './guest.ts';
import { goOn, said, toast } from './on-page.ts';
import { Person } from './person.ts';
import { newPhone } from './phone.ts';
import type { TestServer } from './server.ts';
import { comeOnline, refusal, test } from './with-faults.ts';
import { signedInAt } from './signed-in.ts';

// What is kept for offline has tests of its own.
let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const phone = { width: 360, height: 780 };
const header = (page: Page) => page.getByRole('banner');
const badge = (page: Page) => page.locator('[data-connectivity]');
/** All that a run of the sync asks for. */
const calls = { path: /^\/api\/(items|changes|batch)/, times: Infinity };
const failure: Fault = { kind: 'status', status: 500 };

/** Somebody signed in, the celebration behind them. */
async function signedIn(
  browser: Browser,
  url = server.url,
): Promise<{ person: Person; phoneNumber: string }> {
  const phoneNumber = newPhone();
  const person = await signedInAt(browser, url, phoneNumber);
  return { person, phoneNumber };
}

/** What this browser keeps of the tutorial. */
function tutorialOf(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('onboarding-storage') ?? '{}').state);
}

test('[LAYOUT-02] [LAYOUT-09] [LAYOUT-10] [LAYOUT-20] a signed-in user has an avatar: on a desktop a menu, on a phone a sheet @full', async ({
  browser,
}) => {
  const { person, phoneNumber } = await signedIn(browser);
  const { page } = person;
  const account = header(page).getByRole('button', { name: 'Account' });
  await account.click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Ada Byron');
  await expect(menu).toContainText(phoneNumber);
  await expect(menu.getByRole('menuitem')).toHaveText(['Preferences', 'Log out']);
  await menu.getByRole('menuitem', { name: 'Preferences' }).click();
  await expect(page).toHaveURL(/\/preferences$/);

  await page.setViewportSize(phone);
  for (const path of ['/queue', '/active', '/completed', '/my-list', '/notifications', '/']) {
    await goOn(page, path);
    await expect(account).toHaveText('AB');
  }
  const sheet = page.getByRole('dialog', { name: 'Account' });
  await account.click();
  await expect(sheet).toContainText(`Signed in as ${phoneNumber}`);
  await sheet.getByRole('button', { name: 'Preferences' }).click();
  await expect(page).toHaveURL(/\/preferences$/);
  await goOn(page, '/');
  await account.click();
  await sheet.getByRole('button', { name: 'Log out' }).click();
  await account.click();
  await expect(sheet).toContainText('You are using the app locally');
});

test('[ONB-10] after a guest has signed in a celebration shows, until it completes @full', async ({
  browser,
}) => {
  const ada = await guestAt(browser, server.url, '/login');
  const { page } = ada;
  await ada.fillSignIn(newPhone(), 'Ada');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('You’re in!')).toBeVisible();
  await page.clock.runFor(1500);
  await expect(page.getByText('You’re in!')).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page.getByText('You’re in!')).toHaveCount(0);
});

test('[ONB-11] the tutorial remembers its step, its end and when; a reset forgets it all and shows it again @full', async ({
  browser,
}) => {
  const ada = await Person.at(browser, server.url);
  const { page } = ada;
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const fresh = { hasCompletedOnboarding: false, skippedAt: null, completedAt: null };
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => tutorialOf(page)).toEqual({ ...fresh, currentStep: 1 });
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  await expect(page).toHaveURL(/\d\/$/);
  expect(await tutorialOf(page)).toMatchObject({
    hasCompletedOnboarding: true,
    skippedAt: moment,
    completedAt: null,
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await goOn(page, '/preferences');
  await page.getByRole('button', { name: 'Reset Tutorial' }).click();
  await expect(page).toHaveURL(/\/onboarding$/);
  expect(await tutorialOf(page)).toEqual({ ...fresh, currentStep: 0 });
  await page.goto('/queue');
  await expect(page).toHaveURL(/\/onboarding$/);
  await ada.continueWithoutAccount();
  expect(await tutorialOf(page)).toMatchObject({
    hasCompletedOnboarding: true,
    skippedAt: null,
    completedAt: moment,
  });
});

test('[PREF-05] Clear Local Data asks, erases what this browser keeps and reloads; an account gets its data again', async ({
  browser,
}) => {
  const ada = await Person.at(browser, server.url);
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
    // The tutorial is a part of what was erased.
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

test('[PREF-06] Sync Now says that it worked, and that it did not @full', async ({
  browser,
  faults,
}) => {
  const { person } = await signedIn(browser, faults.url);
  const { page } = person;
  await goOn(page, '/preferences');
  const sync = page.getByRole('button', { name: 'Sync Now' });
  await sync.click();
  await said(page, 'Sync complete', 'Your items have been synchronized.');
  faults.plan(failure, calls);
  await sync.click();
  await said(page, 'Sync failed', 'Failed to sync items. Please try again.');
});

test('[AUTH-01] a start asks the server only if a user was signed in, and only an answer signs them out', async ({
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

/**
 * Gives the network back. Chromium may say so before a call can leave, and the engine's next try would wait
 * for a clock that the test has stopped: so the app is notified once more when calls arrive.
 */
async function reconnect({ context, page }: Person): Promise<void> {
  await context.setOffline(false);
  const arrives = () =>
    page.evaluate(() =>
      fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  await expect.poll(arrives, { intervals: [20] }).toBe(true);
  await comeOnline(page);
  await expect(badge(page)).toHaveText('Online');
}

test('[LAYOUT-13] the badge at bottom right reads Offline, Online, Syncing... and Online with what waits @full', async ({
  browser,
  faults,
}) => {
  const { person } = await signedIn(browser, faults.url);
  const { page } = person;
  await person.context.setOffline(true);
  await expect(badge(page)).toHaveText('Offline');
  const box = await badge(page).boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
  expect(height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(40);
  faults.plan({ kind: 'hung' }, calls);
  await person.quickAdd('todo', 'Buy boots');
  await expect(badge(page)).toHaveText('Offline');
  await person.context.setOffline(false);
  await expect(badge(page)).toHaveText('Syncing...');
  faults.clear();
  faults.plan(failure, calls);
  await comeOnline(page);
  await expect(badge(page)).toHaveText('Online (1 pending)');
  faults.clear();
  await goOn(page, '/preferences');
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expect(badge(page)).toHaveCount(0);
  // It goes after three seconds, which a slow test would miss.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await person.context.setOffline(true);
  await expect(badge(page)).toHaveText('Offline');
  await reconnect(person);
});

test('[LAYOUT-14] the badge stays while offline, and 3 seconds after the network is back @full', async ({
  browser,
}) => {
  const { person } = await signedIn(browser);
  const { page } = person;
  await person.settled();
  await page.clock.install();
  await page.reload();
  await expect(header(page).getByRole('button', { name: 'Account' })).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  await person.context.setOffline(true);
  await expect(badge(page)).toHaveText('Offline');
  await page.clock.runFor(20_000);
  await expect(badge(page)).toHaveText('Offline');
  await reconnect(person);
  await page.clock.runFor(2900);
  await expect(badge(page)).toHaveText('Online');
  await page.clock.runFor(200);
  await expect(badge(page)).toHaveCount(0);
});

test('[OFF-06] [DATA-07] no answer counts as offline, another error is shown; counts and user are stored under their names @full', async ({
  browser,
  faults,
}) => {
  const { person } = await signedIn(browser, faults.url);
  const { page } = person;
  faults.plan({ kind: 'dropped' }, { times: Infinity });
  await person.quickAdd('todo', 'Secret plan');
  await expect(toast(page)).toContainText('Item created');
  await expect(person.row('Secret plan')).toContainText('Pending sync');
  await expect(badge(page)).toHaveText('Offline');
  const kept = await page.evaluate(() => Object.entries(localStorage));
  const store = Object.fromEntries(kept) as Record<string, string>;
  expect(JSON.parse(store['sync-queue-storage'] ?? '')).toEqual({ pending: 1, blocked: 0 });
  expect(JSON.parse(store['local-data-storage'] ?? '')).toMatchObject({
    user: { name: 'Ada Byron' },
  });
  expect(store['auth-storage']).toBeUndefined();
  expect(JSON.stringify(kept)).not.toContain('Secret');
  faults.clear();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(person.row('Secret plan')).not.toContainText('Pending sync');

  faults.plan(await refusal(person, 'invalid'), { path: /^\/api\/batch/ });
  await person.quickAdd('todo', 'Too much');
  await expect(toast(page)).toContainText('Invalid input.');
  // It goes away by itself when all is well.
  await expect(badge(page).filter({ hasText: 'Offline' })).toHaveCount(0);
});

test('a toast disappears with the account that it is about @full', async ({ browser }) => {
  const { person } = await signedIn(browser);
  const { page } = person;
  await person.quickAdd('todo', 'Buy boots');
  await person.settled();
  await person.remove('Buy boots');
  await expect(toast(page)).toContainText('Todo deleted');
  await person.settled();
  await person.logOut();
  await expect(header(page).getByText('Local only')).toBeVisible();
  await expect(toast(page).getByRole('listitem')).toHaveCount(0);
});
