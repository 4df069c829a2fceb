import { page } from 'vitest/browser';
import { postponeUpdate, watchForUpdates } from '../app/banners/app-update.ts';
import { openApp } from './testing/open-app.tsx';

/** A browser in which the worker of a new version waits beside the active one; returns the messages sent to it. */
function newVersionWaits(): readonly unknown[] {
  const messages: unknown[] = [];
  const waiting = { state: 'installed', postMessage: (sent: unknown) => messages.push(sent) };
  const registration = Object.assign(new EventTarget(), {
    waiting,
    active: new EventTarget(),
    installing: null,
    update: async () => undefined,
  });
  const container = Object.assign(new EventTarget(), {
    controller: {},
    ready: Promise.resolve(registration),
    register: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  onTestFinished(() => {
    postponeUpdate();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return messages;
}

test('[LAYOUT-18] a new version asks on every page before it takes over, and can be postponed', async () => {
  await openApp('/queue');
  const prompt = page.getByText('A new version is ready', { exact: true });
  await expect.element(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  await expect.element(prompt).not.toBeInTheDocument();
  const messages = newVersionWaits();
  await watchForUpdates();
  await expect.element(prompt).toBeVisible();
  expect(messages).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(prompt).not.toBeInTheDocument();
  expect(messages).toEqual([]);

  await watchForUpdates();
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  expect(messages).toEqual(['skipWaiting']);
});
