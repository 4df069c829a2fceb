import { page } from 'vitest/browser';
import { openSignedIn, settled } from './testing/account-page.ts';
import type { ServerAccount } from './testing/app-server.ts';
import { atPath, goOn, heading } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

test('the device notifies a guest of due items, until they are read or completed', async () => {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const app = await openApp('/', {
    items: [
      { type: 'campaign', title: 'Cross the Alps', end_date: day(-2) },
      { type: 'task', title: 'Buy rope', due_date: day(9), parent: 0 },
      { type: 'task', title: 'Old and done', due_date: day(-4), status: 'completed' },
    ],
  });
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
  const rows = page.getByRole('list', { name: 'Recent Notifications' }).getByRole('listitem');
  await expect.element(bell).toHaveAccessibleName('Notifications, 1 new');
  await bell.click();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toHaveTextContent('“Cross the Alps” has been overdue since');
  await expect.element(rows).toHaveTextContent('New');
  await expect.element(bell).toHaveAccessibleName('Notifications');

  await app.reopen();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).not.toHaveTextContent('New');
  await rows.getByRole('link').click();
  await expect.element(page.getByRole('dialog', { name: 'Cross the Alps' })).toBeVisible();
  expect(app.calls).toEqual([]);
});

test('[NOTIF-02] many due items are one notification with a list that links to each', async () => {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const items = Array.from({ length: 45 }, (_, place): SeedItem => ({
    type: 'task',
    title: `Task ${place + 1}`,
    due_date: day(-1 - place),
  }));
  await openApp('/notifications', { items });
  const rows = page.getByRole('list', { name: 'Recent Notifications' }).getByRole('listitem');
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toHaveTextContent('45 items are due (45 overdue)');
  await expect.element(rows.getByRole('link')).toHaveLength(0);
  await rows.getByText('45 items are due').click();
  await expect.element(page.getByRole('link', { name: /has been overdue since/ })).toHaveLength(45);
  await page.getByRole('link', { name: /^“Task 7” has been overdue since/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Task 7', exact: true })).toBeVisible();
});

const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const rows = page.getByRole('list', { name: 'Recent Notifications' }).getByRole('listitem');

test('[NOTIF-01] the screen of notifications has a heading and an empty text, and makes no call when it is opened', async () => {
  const { server } = await openSignedIn();
  await bell.click();
  await expect.element(heading('Recent Notifications')).toBeVisible();
  await expect.element(page.getByText('No notifications yet.')).toBeVisible();
  // The engine keeps syncing by its own clock; nothing else makes calls.
  const engines = / \/api\/(items|changes|events|batch|self-check|me)\b/;
  expect(server.calls.filter((call) => !engines.test(call))).toEqual([]);
});

test('the bell counts notifications; they are shown in words, and marked read on every device once seen', async () => {
  let campaign = 0;
  let ada: ServerAccount | undefined;
  const { app } = await openSignedIn('/', async (user, server) => {
    ada = user;
    const bob = await server.account('Bob Hall');
    await user.call('POST', '/api/contacts/sync', { contacts: [bob.phone] });
    await bob.call('POST', '/api/contacts/sync', { contacts: [user.phone] });
    const make = { type: 'campaign', title: 'Cross the Alps', assigned_to: user.id };
    campaign = (await bob.call<{ id: number }>('POST', '/api/items', make)).id;
  });
  await expect.element(bell).toHaveAccessibleName('Notifications, 2 new');
  await bell.click();
  await expect.element(rows).toHaveLength(2);
  const assigned = rows.filter({ hasText: 'assigned “Cross the Alps” to you' });
  for (const text of ['Bob Hall', 'New', 'less than a minute ago'])
    await expect.element(assigned).toHaveTextContent(text);
  await expect.element(rows.filter({ hasText: 'Bob Hall is now a mutual contact' })).toBeVisible();
  await expect.element(bell).toHaveAccessibleName('Notifications');
  await settled();
  const changes = await ada?.call<{ notifications: { read_at: string | null }[] }>(
    'GET',
    '/api/changes?since=0&limit=100',
  );
  expect(changes?.notifications.filter(({ read_at }) => read_at === null)).toEqual([]);

  await assigned.getByRole('link').click();
  const sheet = page.getByRole('dialog', { name: 'Cross the Alps' });
  await expect.element(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'More actions for Cross the Alps' }).click();
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await atPath(`/campaigns/${campaign}`);
  await expect.element(heading('Cross the Alps')).toBeVisible();
  goOn('/notifications');
  await expect.element(rows).toHaveLength(2);
  await expect.element(rows.filter({ hasText: 'New' })).not.toBeInTheDocument();
  await app.reopen();
  await expect.element(bell).toHaveAccessibleName('Notifications');
});
