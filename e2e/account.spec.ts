import { expect } from '@playwright/test';
import type { RunningServer } from './server.ts';
import { test } from './test.ts';
import { signedInAt } from './signed-in.ts';

test.use({ serviceWorkers: 'allow' });

let server: RunningServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

test('[AUTH-03] [I15] an offline sign-out persists, and leaves nothing readable', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550100011', 'Ada');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await ada.logOut();
  await expect(ada.page.getByText('Local only')).toBeVisible();
  await ada.page.reload();
  await expect(ada.page.getByText('Local only')).toBeVisible();
  await expect(ada.row('Buy boots')).toHaveCount(0);
  const left = await ada.page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    remembered: localStorage.getItem('local-data-storage'),
  }));
  expect(left.databases).toEqual(['foray']);
  expect(left.remembered).not.toContain('Ada');

  // The server ends the session at the next start with a network: the old cookie is then invalid.
  const ended = ada.page.waitForResponse((answer) => answer.url().endsWith('/api/logout'));
  await ada.context.setOffline(false);
  await ada.page.reload();
  await ended;
  await expect.poll(async () => (await ada.context.request.get('/api/me')).status()).toBe(401);
});

test('[I5] [I6] unsent changes of a user are never shown to another user, nor sent as theirs', async ({
  browser,
}) => {
  const ada = await signedInAt(browser, server.url, '+15550100013', 'Ada');
  await ada.quickAdd('todo', 'Buy boots');
  await ada.settled();
  await ada.readyForOffline();
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Find the map');
  await ada.logOut();
  await ada.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Log out', exact: true })
    .click();
  await expect(ada.page.getByText('Local only')).toBeVisible();
  await ada.context.setOffline(false);

  await ada.signIn('+15550100014', 'Grace');
  await expect(ada.page.getByText('No items yet!')).toBeVisible();
  await ada.quickAdd('todo', 'Write a compiler');
  await expect
    .poll(async () => (await ada.onServer()).map((item) => item.title))
    .toEqual(['Write a compiler']);
  // Ada's leftover changes are still queued.
  await expect.poll(() => ada.queueLength()).toBe(1);
  await ada.logOut();
  await expect(ada.page.getByText('Local only')).toBeVisible();
  await ada.signIn('+15550100013', 'Ada');
  await expect(ada.row('Find the map')).toBeVisible();
  await ada.settled();
  expect((await ada.onServer()).map((item) => item.title)).toEqual(['Buy boots', 'Find the map']);
});
