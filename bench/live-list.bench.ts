/// <reference lib="dom" />
import type { Page, Response } from '@playwright/test';
import { ApiCalls } from './data/api-calls.ts';
import { FilledAccount } from './data/filled-account.ts';
import { changedItems } from './apps/item-server.ts';
import { longestTask, longestTaskCases, type LongestTask } from './measures/longest-task.ts';
import { replayEdits } from './data/offline-edits.ts';
import { forgetRows, storedRows } from './data/stored-rows.ts';

const streams = 4;
const maxQuietBytes = 1024;
const maxRoundTrips = 10;

let account: FilledAccount;
/** The app in a browser that has all items and shows a list of them. */
let page: Page;
/** The requests of its sync cycles, recorded from the first measured case on. */
let calls: ApiCalls | null = null;

/** A device of a person with 10,000 items that is up to date with the real server. */
export async function setUp(): Promise<void> {
  account = await FilledAccount.start();
  page = await account.openList();
}

/** Ends the browser and the server. */
export async function tearDown(): Promise<void> {
  await account?.stop();
}

/** The longest task of the page while rows changed elsewhere arrive in the list on the screen. */
async function rowsArrive(): Promise<LongestTask> {
  await forgetRows(page);
  await account.changeThousand();
  return longestTask(page, async () => {
    await askForRun();
    await storedRows(page, changedItems);
  });
}

function askForRun(): Promise<unknown> {
  return page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Listens to the calls, after those of the page's start. */
async function listen(): Promise<ApiCalls> {
  if (calls !== null) return calls;
  calls = await ApiCalls.listen(page.context());
  await page.reload();
  await page.getByRole('main').getByText('Measure the tide').first().waitFor();
  await calls.settle(streams);
  return calls;
}

let quietRun: Response[] = [];

/** A cycle that finds nothing new, up to the last call it makes. */
async function findNothing(): Promise<Response[]> {
  const calls = await listen();
  calls.take();
  await askForRun();
  await calls.settle(streams);
  return (quietRun = calls.take());
}

async function bytesOf(run: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(run.map((call) => call.body()));
  return bodies.reduce((sum, body) => sum + body.length, 0);
}

/**
 * The effect of rows from elsewhere on a device that is up to date, and the cost of its cycles on the wire.
 */
export const cases = [
  ...longestTaskCases(
    'longest task, 1,000 rows into a list',
    'the same without waits for a processor',
    rowsArrive,
  ),
  {
    name: 'a run with nothing new, round trips',
    unit: 'calls',
    counted: true,
    ours: async () => (await findNothing()).length,
    floor: () => streams,
  },
  {
    name: 'a run with nothing new, all bodies',
    unit: 'bytes',
    counted: true,
    ours: () => bytesOf(quietRun),
    floor: () => maxQuietBytes,
  },
  {
    name: '1,000 offline edits, round trips',
    unit: 'calls',
    counted: true,
    ours: async () => replayEdits(page, await listen(), account.databaseName),
    floor: () => maxRoundTrips,
  },
];
