/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser, signIn, skipOnboarding } from './bench-browser.ts';
import { startItemServer } from './item-server.ts';
import type { ItemServer } from './item-server.ts';
import { longestTask, longestTaskCases } from './longest-task.ts';
import type { LongestTask } from './longest-task.ts';

const lines = 10_000;
/** From choosing the file to the list of what is in it. */
const promisedMs = 1_000;

let server: ItemServer;
let browser: Browser;
let folder: string;
let file: string;

/** A server that gives the app, and a real Chromium. */
export async function setUp(): Promise<void> {
  server = await startItemServer();
  browser = await launchBrowser();
  folder = await mkdtemp(join(tmpdir(), 'foray-bench-'));
  file = join(folder, 'contacts.csv');
  const people = Array.from(
    { length: lines },
    (_, at) => `"Person, ${at}";+1 (555) ${String(at).padStart(7, '0')}`,
  );
  await writeFile(file, `\ufeffName;Phone\r\n${people.join('\r\n')}`);
}

/** Ends the browser and the server. */
export async function tearDown(): Promise<void> {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function withContacts<Value>(work: (page: Page) => Promise<Value>): Promise<Value> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  await skipOnboarding(context);
  const page = await context.newPage();
  await signIn(page, { phone: '+15553300002', name: 'Grace' });
  await page.getByRole('button', { name: 'Account' }).waitFor();
  await page.goto('/contacts');
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  const value = await work(page);
  await context.close();
  return value;
}

/** Chooses the file, and waits for what it holds. */
async function chooseFile(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('10,000 contacts found, 5,000 can be imported.').waitFor();
}

/** By the page's own clock, from the choice to the list in the page. */
function readFile(): Promise<number> {
  return withContacts(async (page) => {
    await page.evaluate(() => {
      const input = document.querySelector('input[type=file]');
      input?.addEventListener('change', () => performance.mark('chosen'), { capture: true });
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[aria-label="Contacts found"]')) return;
        performance.mark('shown');
        observer.disconnect();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await chooseFile(page);
    return page.evaluate(() => performance.measure('read', 'chosen', 'shown').duration);
  });
}

function longestOfReading(): Promise<LongestTask> {
  return withContacts((page) => longestTask(page, () => chooseFile(page)));
}

/** How long somebody waits for the preview of a large file, and whether the page is stuck meanwhile. */
export const cases = [
  {
    name: 'a file of 10,000 contacts, to its preview',
    unit: 'ms',
    measured: true,
    judge: 'max',
    ours: readFile,
    floor: () => promisedMs,
  },
  ...longestTaskCases(
    'longest task, 10,000 contacts are read',
    'that reading without waits for a processor',
    longestOfReading,
  ),
];
