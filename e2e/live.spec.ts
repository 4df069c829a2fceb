import { expect } from '@playwright/test';
import { TestPerson } from './person.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';
import { storedRows } from './stored-rows.ts';

test('[SYNC-20] a change reaches another device long before the timer, by few calls, and only one tab listens', async ({
  browser,
  server,
}) => {
  const phone = await signedInAt(browser, server.url, '+15550100777', 'Ada');
  const desk = await TestPerson.at(browser, server.url);
  const streams: string[] = [];
  desk.context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url());
  });
  await desk.signIn('+15550100777', 'Ada');
  await desk.settled();
  const second = await desk.context.newPage();
  await second.goto(server.url);
  await expect.poll(() => streams.length).toBe(1);
  await phone.quickAdd('todo', 'Buy boots');
  await expect(desk.row('Buy boots')).toBeVisible({ timeout: 10_000 });
  await expect(second.getByText('Buy boots').first()).toBeVisible({ timeout: 10_000 });
  expect(streams.length).toBe(1);
  await phone.settled();
  // From its first event or heartbeat on the phone knows where the server is.
  await expect
    .poll(async () => (await storedRows(phone.page, 'meta')).filter(isHeartbeat).length)
    .toBe(1);
  const calls: string[] = [];
  phone.context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/events') calls.push(pathname);
  });
  await phone.quickAdd('todo', 'Buy socks');
  await expect(desk.row('Buy socks')).toBeVisible({ timeout: 10_000 });
  await phone.settled();
  // The event about its own change causes no call.
  expect(calls).toEqual(['/api/batch']);
});

function isHeartbeat(row: unknown): boolean {
  return (row as { readonly kind: string }).kind === 'heartbeat';
}
