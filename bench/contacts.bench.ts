/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { BenchApp, signIn } from './apps/bench-app.ts';
import { longestTask, longestTaskCases, type LongestTask } from './measures/longest-task.ts';

const lines = 10_000;
/** From choosing the file to the list of its contents. */
const promisedMs = 1_000;

let app: BenchApp;
let file: string;

/** A server for the app, a real Chromium, and the file. */
export async function setUp(): Promise<void> {
  const people = Array.from(
    { length: lines },
    (_, at) => `"Person, ${at}";+1 (555) ${String(at).padStart(7, '0')}`,
  );
  app = await BenchApp.start();
  file = await app.fileWith('contacts.csv', `\ufeffName;Phone\r\n${people.join('\r\n')}`);
}

/** Ends them. */
export async function tearDown(): Promise<void> {
  await app?.stop();
}

async function withContacts<Value>(work: (page: Page) => Promise<Value>): Promise<Value> {
  const page = await app.newPage();
  await signIn(page, { phone: '+15553300002', name: 'Grace' });
  await page.getByRole('button', { name: 'Account' }).waitFor();
  await page.goto('/contacts');
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  const value = await work(page);
  await page.context().close();
  return value;
}

/** Chooses the file, and waits for its contents. */
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

/** The wait for the preview of a large file, and whether the page is blocked meanwhile. */
export const cases = [
  {
    name: 'a file of 10,000 contacts, to its preview',
    unit: 'ms',
    measured: true,
    statistic: 'max',
    ours: readFile,
    floor: () => promisedMs,
  },
  ...longestTaskCases(
    'longest task, 10,000 contacts are read',
    'that reading without waits for a processor',
    longestOfReading,
  ),
];
