/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';
import { startBarePage } from './apps/bare-page.ts';
import { bareReactScript } from './apps/bare-react.ts';
import { BenchApp } from './apps/bench-app.ts';
import { fillGuest } from './data/filled-guest.ts';
import { noteShown, shownMs } from './measures/shown-time.ts';

const sizes = [10, 100_000];

const app = await BenchApp.start();
const bare = await startBarePage(await bareReactScript());
/** By size, and for the bare page by its address: a browser whose service worker has stored everything. */
const contexts = new Map<string, BrowserContext>();

/** A browser that has visited the page before, and now gets it from its service worker. */
async function warmContext(
  url: string,
  selector: string,
  prepare: (page: Page) => Promise<void>,
): Promise<BrowserContext> {
  const context = await app.newContext('allow');
  await noteShown(context, selector, '');
  const page = await context.newPage();
  await prepare(page);
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // By then the app's cache is complete.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(3_000);
  await page.close();
  return context;
}

async function msToShown(key: string, url: string): Promise<number> {
  const page = await contexts.get(key)?.newPage();
  if (page === undefined) throw new Error(`no browser of ${key}`);
  const session = await page.context().newCDPSession(page);
  await page.goto(url);
  const ms = await shownMs(session);
  // Meanwhile the other items are read.
  await page.waitForTimeout(1_000);
  await page.close();
  return ms;
}

/** Visits each page once. */
export async function setUp(): Promise<void> {
  contexts.set(bare.url, await warmContext(bare.url, '#root p', async () => undefined));
  for (const size of sizes) {
    const fill = (page: Page): Promise<void> => fillGuest(page, app.server.url, size);
    contexts.set(`${size}`, await warmContext(app.server.url, 'main [role=listitem]', fill));
  }
}

/** Ends the servers and the browser. */
export async function tearDown(): Promise<void> {
  bare.stop();
  await app.stop();
}

/**
 * Another visit of a guest, until the list is shown, against a page of one paragraph that is cached as well.
 */
export const cases = sizes.map((size) => ({
  name: `warm start, ${size.toLocaleString('en')} items`,
  unit: 'ms',
  measured: true,
  rounds: 9,
  ours: () => msToShown(`${size}`, app.server.url),
  floor: () => msToShown(bare.url, bare.url),
}));
