import { expect } from '@playwright/test';
import type { BrowserContext, Response } from '@playwright/test';
import { guestAt } from './guest.ts';
import { test } from './test.ts';

// What a run costs on the wire, counted in a real browser against the real server (sync.md, sections 2
// and 4). The service worker answers no call of the API and would only hide them.
test.use({ serviceWorkers: 'block' });

const streams = 4;
const maxQuietBytes = 1024;

/**
 * Notes every call of a run that a page makes from now on. The server's news start runs of their own,
 * at times that nobody here decides: they are not heard.
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

test('a run that finds nothing new is one round trip a stream and under 1 KB', async ({
  browser,
  server,
}) => {
  const person = await guestAt(browser, server.url);
  const { page } = person;
  await person.signIn('+1 555 320 0001', 'Ada');
  await person.quickAdd('todo', 'Coil the ropes');
  await person.settled();
  const calls = await watchRuns(person.context);
  // News of the todo are behind it, and one self-check a day is made by the first run that may.
  await page.reload();
  await expect(person.row('Coil the ropes')).toBeVisible();
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(streams);
  for (let run = 1; run <= 3; run += 1) {
    calls.length = 0;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(() => calls.length).toBeGreaterThanOrEqual(streams);
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
