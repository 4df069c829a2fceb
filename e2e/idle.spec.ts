import { expect } from '@playwright/test';
import { antiForgery } from './anti-forgery.ts';
import { skipTutorial } from './guest.ts';
import { Person } from './person.ts';
import { logIn } from './signed-in.ts';
import { isSyncing, metaOf } from './sync-state.ts';
import { test } from './test.ts';

test('[SYNC-10] an idle device makes no request while heartbeats of its event stream say that it is in step @full', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await Person.prepare(context, skipTutorial);
  await logIn(context, '+1 555 320 0003', 'Ada');
  const headers = await antiForgery(context);
  const data = { type: 'todo', title: 'Coil the ropes' };
  expect((await context.request.post('/api/items', { headers, data })).status()).toBe(201);
  // Real time passes; the test brings the timer forward.
  await context.clock.install();
  // The device does nothing of its own: only its start and its timer trigger sync cycles.
  const person = await Person.in(context);
  await person.has('Coil the ropes');
  const heads = async () => [
    ...(await metaOf(person.page, 'cursor', 'cursor')),
    ...(await metaOf(person.page, 'heartbeat', 'head')),
  ];
  const isInStep = async () => {
    const all = await heads();
    return all.length === 5 && new Set(all).size === 1;
  };
  // A heartbeat comes every 25 s.
  await expect.poll(isInStep, { timeout: 45_000, intervals: [250] }).toBe(true);
  await expect.poll(() => isSyncing(person.page)).toBe(false);
  const calls: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  const [before] = await metaOf(person.page, 'lastSync', 'at');
  await context.clock.fastForward(30_000);
  await expect.poll(() => metaOf(person.page, 'lastSync', 'at')).not.toEqual([before]);
  expect(calls).toEqual([]);
  await context.close();
});
