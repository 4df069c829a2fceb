import { expect, type BrowserContext, type Page, type Worker } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { guestAt } from './guest.ts';
import { toast } from './on-page.ts';
import type { TestPerson } from './person.ts';
import { signedIn, test } from './with-faults.ts';

test.use({ serviceWorkers: 'allow' });

const label = 'Notifications on this device';
const switchOf = (page: Page) => page.getByRole('switch', { name: label });

/** A push service of the test's own: the browser's needs one on the internet. */
function fakeSubscriptions(): void {
  const keys = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const name = 'test-subscription';
  const known = () => {
    const endpoint = localStorage.getItem(name);
    if (endpoint === null) return null;
    const unsubscribe = async () => {
      localStorage.removeItem(name);
      return true;
    };
    return { endpoint, options: {}, unsubscribe, toJSON: () => ({ endpoint, keys }) };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => known(),
    subscribe: async () => {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
      if (known() === null) localStorage.setItem(name, endpoint);
      return known();
    },
  });
}

const subscriptionOf = (page: Page) =>
  page.evaluate(() => localStorage.getItem('test-subscription'));

async function openPreferences(page: Page): Promise<void> {
  await page.goto('/preferences');
  await expect(page.getByRole('heading', { name: 'Notifications', level: 2 })).toBeVisible();
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** Delivers a push message to the app's service worker, as the browser's push service would. */
async function deliver({ context, page }: TestPerson, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    // A message to a worker that is not active yet is lost.
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active !== undefined) resolve(active.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
  });

test('notifications are switched on if the browser allows them, again at the next sign-in, and off at sign-out', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550850001');
  await person.context.grantPermissions(['notifications']);
  await person.context.addInitScript(fakeSubscriptions);
  const requests: string[] = [];
  faults.onRequest((method, path) => {
    if (path === '/api/push') requests.push(method);
  });
  await openPreferences(page);
  await person.readyForOffline();
  await expect(switchOf(page)).not.toBeChecked();
  await page.getByText(label, { exact: true }).click();
  await expect(switchOf(page)).toBeChecked();
  expect(requests).toEqual(['GET', 'POST']);
  expect(await violationsOn(page)).toEqual([]);

  await page.goto('/');
  await expect.poll(() => requests).toEqual(['GET', 'POST', 'GET', 'POST']);
  await person.logOut();
  await expect(page.getByText('Local only')).toBeVisible();
  await expect.poll(() => subscriptionOf(page)).toBeNull();
  requests.length = 0;
  await person.signIn('+15550850001', 'Ada Byron');
  await expect.poll(() => requests).toEqual(['GET', 'POST']);
  await expect.poll(() => subscriptionOf(page)).not.toBeNull();

  // Switched off while the app's start is still sending it to the server.
  requests.length = 0;
  const planned = faults.plan({ kind: 'held' }, { method: 'GET', path: /^\/api\/push/ });
  await openPreferences(page);
  await planned.met;
  await expect(switchOf(page)).toBeChecked();
  await page.getByText(label, { exact: true }).click();
  await expect(switchOf(page)).not.toBeChecked();
  await expect.poll(() => requests).toEqual(['GET', 'DELETE']);
  faults.clear();
  await expect.poll(() => requests).toEqual(['GET', 'DELETE', 'POST', 'DELETE']);
  await expect.poll(() => subscriptionOf(page)).toBeNull();
});

test('if the server, the browser or the person refuses, the switch says why and stays off @full', async ({
  browser,
  faults,
}) => {
  const { person, page } = await signedIn(browser, faults, '+15550850002');
  await person.context.grantPermissions(['notifications']);
  await person.context.addInitScript(fakeSubscriptions);
  await openPreferences(page);
  await person.readyForOffline();
  faults.plan({ kind: 'status', status: 500 }, { method: 'POST', path: /^\/api\/push/ });
  await page.getByText(label, { exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to switch notifications on. Please try again.',
  );
  await expect(switchOf(page)).not.toBeChecked();
  expect(await subscriptionOf(page)).toBeNull();
  await page.getByText(label, { exact: true }).click();
  await expect(switchOf(page)).toBeChecked();

  await person.context.clearPermissions();
  await person.context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await openPreferences(page);
  await expect(switchOf(page)).toBeDisabled();
  await expect(switchOf(page)).not.toBeChecked();
  await expect(page.getByText('The browser blocks notifications of this site.')).toBeVisible();
  await person.context.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await openPreferences(page);
  await expect(switchOf(page)).toBeDisabled();
  await expect(page.getByText('This browser cannot show notifications')).toBeVisible();
  await expect(toast(page).getByRole('listitem')).toHaveCount(0);
});

test('the text of a push message depends only on its kind, and a press opens Notifications', async ({
  browser,
  faults,
}) => {
  const person = await guestAt(browser, faults.url);
  const { page } = person;
  await person.context.grantPermissions(['notifications']);
  await person.readyForOffline();
  await deliver(person, JSON.stringify({ kind: 'assigned', title: 'Secret plan' }));
  await expect.poll(() => shown(page)).toEqual([['Foray', 'Something was assigned to you.']]);
  // One message replaces the other; even an unreadable message is shown.
  await deliver(person, JSON.stringify({ kind: 'mutual' }));
  await expect
    .poll(() => shown(page))
    .toEqual([['Foray', 'Someone you know is a mutual contact now.']]);
  await deliver(person, 'not json');
  await expect.poll(() => shown(page)).toEqual([['Foray', 'There is something new for you.']]);

  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const worker = await workerOf(person.context);
  // A test cannot press a system notification, so it only sends the press.
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<unknown[]> };
      NotificationEvent: new (type: string, options: unknown) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    globalThis.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(page.getByRole('heading', { name: 'Recent Notifications' })).toBeVisible();
  expect(loads).toEqual([]);
  await expect.poll(() => shown(page)).toEqual([]);
});
