import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from './testing/open-app.tsx';
import type { SeededItem } from './testing/seed.ts';

test('a guest is notified of due items by the device, until they are read or completed', async () => {
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
  await expect.element(rows).toHaveTextContent('“Cross the Alps” is overdue since');
  await expect.element(rows).toHaveTextContent('New');
  await expect.element(bell).toHaveAccessibleName('Notifications');

  await app.reopen();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).not.toHaveTextContent('New');
  await rows.getByRole('link').click();
  await expect.element(page.getByRole('dialog', { name: 'Cross the Alps' })).toBeVisible();
  expect(app.calls).toEqual([]);
});

test('[NOTIF-02] many items that are due are one notification with a list that leads to each', async () => {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const items = Array.from({ length: 45 }, (_, place): SeededItem => ({
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
  await expect.element(page.getByRole('link', { name: /is overdue since/ })).toHaveLength(45);
  await page.getByRole('link', { name: /^“Task 7” is overdue since/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Task 7', exact: true })).toBeVisible();
});
