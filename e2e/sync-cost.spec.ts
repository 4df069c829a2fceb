import { expect, type BrowserContext, type Response } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';
import { isSyncing, metaOf } from './sync-state.ts';

// Counts the cost of a run on the wire, in a real browser against the real server (sync.md, sections 2 and
// 4). The service worker answers no call of the API and would only hide them.
interface BatchAnswer {
  readonly results: readonly { readonly status: number; readonly code?: string }[];
}

const streams = 4;
const maxQuietBytes = 1024;
const offlineEdits = 1_000;
const maxRoundTrips = 10;
/** Requests in one batch at most (docs/sync.md). */
const maxBatch = 200;

/**
 * Records every call of a cycle that a page makes from now on. Events of the server start cycles at times
 * beyond the test's control: they are not counted.
 */
async function watchRuns(context: BrowserContext): Promise<Response[]> {
  await context.route('**/api/events', (route) => route.abort());
  const calls: Response[] = [];
  context.on('response', (response) => {
    if (/\/api\/(items|changes|batch|self-check)\b/.test(response.url())) calls.push(response);
  });
  return calls;
}

const pathOf = (call: Response): string => {
  const url = new URL(call.url());
  return [url.pathname, url.searchParams.get('type')].filter(Boolean).join(' ');
};

test('a sync cycle without changes takes one round trip per stream and less than 1 KB', async ({
  browser,
  server,
}) => {
  const person = await signedInAt(browser, server.url, '+1 555 320 0001', 'Ada');
  const { page } = person;
  await person.quickAdd('todo', 'Coil the ropes');
  await person.settled();
  const calls = await watchRuns(person.context);
  await page.reload();
  await expect(person.row('Coil the ropes')).toBeVisible();
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(streams);
  // The cycles so far are over, and one of them has made the daily self-check.
  await expect.poll(() => metaOf(page, 'selfCheck', 'checkedAt')).toHaveLength(1);
  await expect.poll(() => isSyncing(page)).toBe(false);
  for (let run = 1; run <= 3; run += 1) {
    calls.length = 0;
    // A trigger during the last writes of the previous run is skipped, and asks again.
    await expect
      .poll(
        async () => {
          if (calls.length === 0) {
            await page.evaluate(() => window.dispatchEvent(new Event('online')));
          }
          return calls.length;
        },
        { intervals: [2_000] },
      )
      .toBeGreaterThanOrEqual(streams);
    expect(calls.map(pathOf).sort()).toEqual([
      '/api/changes',
      '/api/items campaign',
      '/api/items task',
      '/api/items todo',
    ]);
    const bodies = await Promise.all(calls.map((call) => call.body()));
    const bytes = bodies.reduce((sum, body) => sum + body.length, 0);
    expect(bytes).toBeLessThan(maxQuietBytes);
  }
});

test('1,000 changes made offline are sent in at most ten round trips @full', async ({
  browser,
  server,
}) => {
  test.slow();
  const person = await guestAt(browser, server.url);
  await seed(
    person,
    Array.from({ length: offlineEdits }, (_, index) => ({
      type: 'todo' as const,
      title: `Todo ${index}`,
    })),
    'sync-cost',
  );
  const calls = await watchRuns(person.context);
  await person.signIn('+1 555 320 0002', 'Grace');
  const isBatch = (call: Response): boolean => call.url().includes('/api/batch');
  await expect.poll(() => calls.filter(isBatch).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await expect.poll(() => person.queueLength(), { timeout: 180_000 }).toBe(0);
  const answers = await Promise.all(
    calls.filter(isBatch).map(async (call) => (await call.json()) as BatchAnswer),
  );
  // A server that has no time for a whole batch says so after 10 s, and the rest is sent again: that is due
  // to the machine, not to the plan.
  const results = answers.flatMap((answer) => answer.results);
  const ofRests = Math.ceil(results.filter(({ code }) => code === 'not_run').length / maxBatch);
  const made = results.filter(({ status }) => status === 201);
  expect(made).toHaveLength(offlineEdits);
  // The run of the sign-in itself may be over before the items are brought over.
  const first = calls.findIndex(isBatch);
  const last = calls.findLastIndex(isBatch);
  const roundTrips = streams + (last - first + 1) - ofRests;
  expect(calls.slice(first, last + 1).map(pathOf)).toEqual(answers.map(() => '/api/batch'));
  expect(roundTrips).toBeLessThanOrEqual(maxRoundTrips);
});
