import { chromium, expect as expectPage, type Browser, type Page } from '@playwright/test';
import { expect, onTestFinished } from 'vitest';

// A person's actions in a tab of the app, of any release.

/** How long to wait for the contents of a tab. */
export const pageMs = { timeout: 60_000 };

/** The browser that `npm run test:full` has found. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['FORAY_CHROMIUM'];
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ args, ...(executablePath && { executablePath }) });
}

interface Visit {
  readonly url: string;
  readonly phone: string;
  readonly name: string;
  /** The title of an item that the person has. */
  readonly sees: string;
  /** Scripts that the network loses, in a tab without a service worker. */
  readonly lost?: RegExp;
}

/** A tab of the app at an address, with the person signed in, until the test ends. */
export async function openTab(browser: Browser, visit: Visit): Promise<Page> {
  const { url, phone, name, sees, lost } = visit;
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: lost === undefined ? 'allow' : 'block',
  });
  onTestFinished(() => context.close());
  if (lost !== undefined) await context.route(lost, (route) => route.abort());
  const tutorial = {
    state: {
      hasCompletedOnboarding: true,
      currentStep: 0,
      skippedAt: '2026-01-01T00:00:00.000Z',
      completedAt: null,
    },
    version: 0,
  };
  await context.addInitScript({
    content: `localStorage['onboarding-storage'] ??= ${JSON.stringify(JSON.stringify(tutorial))}`,
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/\/$/, pageMs);
  await expectPage(page.getByText(sees, { exact: true }).first()).toBeVisible(pageMs);
  return page;
}

/** Adds a todo through the card of the open page. */
export async function quickAdd(page: Page, title: string): Promise<void> {
  const card = page.getByRole('form', { name: 'Quick add' });
  const field = card.getByRole('textbox', { name: 'Title' });
  await field.click();
  const tab = card.getByRole('tab', { name: 'Todo' });
  if ((await tab.count()) > 0) await tab.click();
  await field.fill(title);
  await card.getByRole('button', { name: 'Add todo' }).click();
  await expectPage(field).toHaveValue('');
  await expectPage(page.getByText(title, { exact: true }).first()).toBeVisible(pageMs);
}

/** Completes a visible item. */
export async function complete(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Complete ${title}`, exact: true }).click();
  await expectPage(
    page.getByRole('button', { name: `Complete ${title}`, exact: true }),
  ).toHaveCount(0, pageMs);
}

/** The scripts of the open page, which differ between builds. */
const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate('[...document.scripts].map(({ src }) => new URL(src || "x:").pathname)');

/** Reloads the page until the new app has replaced the one stored by the browser. */
export async function loadNewApp(page: Page, url: string): Promise<void> {
  const served = await (await fetch(url)).text();
  const isNew = async (): Promise<boolean> =>
    (await scriptsOf(page)).every((path) => path === '' || served.includes(path));
  const reload = page.getByRole('button', { name: 'Reload', exact: true }).first();
  await page.reload();
  await expect
    .poll(
      async () => {
        if (await reload.isVisible()) await reload.click();
        await page.waitForLoadState();
        return isNew();
      },
      { timeout: 120_000 },
    )
    .toBe(true);
}
