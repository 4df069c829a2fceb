import { expect } from '@playwright/test';
import { antiForgery } from './anti-forgery.ts';
import { skipTutorial } from './guest.ts';
import { Person } from './person.ts';
import { logIn } from './signed-in.ts';
import { storedRows } from './stored-rows.ts';
import { test } from './test.ts';

interface MetaRow {
  readonly kind: string;
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What a field of the account's meta rows of a kind says, one for each row. */
async function metaOf({ page }: Person, kind: string, field: string): Promise<readonly unknown[]> {
  const rows = (await storedRows(page, 'meta')) as readonly MetaRow[];
  return rows.filter((row) => row.kind === kind).map(({ value }) => value[field]);
}

/** Whether a tab of the browser runs a sync cycle, or is about to. */
function isSyncing({ page }: Person): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].some(({ name }) => name?.startsWith('foray-sync-'));
  });
}

test('[SYNC-10] an idle device asks nothing while heartbeats of its event stream say that it is in step', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await Person.prepare(context, skipTutorial);
  await logIn(context, '+1 555 320 0003', 'Ada');
  const headers = await antiForgery(context);
  const data = { type: 'todo', title: 'Coil the ropes' };
  expect((await context.request.post('/api/items', { headers, data })).status()).toBe(201);
  // Time passes as it does; the test brings the timer forward.
  await context.clock.install();
  // The device does nothing of its own: its start and its timer are all that asks for a sync cycle.
  const person = await Person.in(context);
  await person.has('Coil the ropes');
  const heads = async () => [
    ...(await metaOf(person, 'cursor', 'cursor')),
    ...(await metaOf(person, 'heartbeat', 'head')),
  ];
  const isInStep = async () => {
    const all = await heads();
    return all.length === 5 && new Set(all).size === 1;
  };
  // A heartbeat comes every 25 s.
  await expect.poll(isInStep, { timeout: 45_000, intervals: [250] }).toBe(true);
  await expect.poll(() => isSyncing(person)).toBe(false);
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  const [before] = await metaOf(person, 'lastSync', 'at');
  await context.clock.fastForward(30_000);
  await expect.poll(() => metaOf(person, 'lastSync', 'at')).not.toEqual([before]);
  expect(calls).toEqual([]);
  await context.close();
});
