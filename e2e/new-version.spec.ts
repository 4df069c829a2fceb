import { expect } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

// The test plays the browser's part: a new worker that waits beside the active one.
test('[LAYOUT-18] a new version asks before it takes over, and reloads only if the user agrees @full', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/', () => {
    const controllers = new EventTarget();
    const waiting = {
      postMessage: (message: unknown) => {
        sessionStorage.setItem('said', String(message));
        controllers.dispatchEvent(new Event('controllerchange'));
      },
    };
    const registration = Object.assign(new EventTarget(), {
      waiting: sessionStorage.getItem('said') === null ? waiting : null,
      active: new EventTarget(),
      installing: null,
      update: async () => registration,
    });
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(controllers, {
        controller: {},
        ready: Promise.resolve(registration),
        register: async () => registration,
      }),
    });
  });
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('textbox', { name: 'Title' }).fill('Unsaved');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Unsaved');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  const reloaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('skipWaiting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('A new version is ready')).toHaveCount(0);
});

test('[LAYOUT-18] agreeing also loads a new version that another tab has activated @full', async ({
  browser,
  server,
}) => {
  const { page } = await guestAt(browser, server.url, '/', () => {
    const waiting = { state: 'installed', postMessage: () => undefined };
    const registration = Object.assign(new EventTarget(), {
      waiting: sessionStorage.getItem('letIn') === null ? waiting : null,
      active: new EventTarget(),
      installing: null,
      update: async () => registration,
    });
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(new EventTarget(), {
        controller: {},
        ready: Promise.resolve(registration),
        register: async () => registration,
      }),
    });
    window.addEventListener('letIn', () => {
      sessionStorage.setItem('letIn', 'yes');
      waiting.state = 'activated';
    });
  });
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('letIn')));
  const reloaded = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('A new version is ready')).toHaveCount(0);
});
