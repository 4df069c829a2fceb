import { expect } from '@playwright/test';
import { guestAt, seed, type SeededItem } from './guest.ts';
import { toast } from './on-page.ts';
import { sampleItems } from './places.ts';
import { test } from './test.ts';

const laptop = { width: 1440, height: 900 };
const tablet = { width: 820, height: 1180 };
const phone = { width: 360, height: 780 };

/** A moment at noon here, `days` ago: never another day for a second that passes. */
function daysAgo(days: number): string {
  const noon = new Date();
  noon.setHours(12, 0, 0, 0);
  noon.setDate(noon.getDate() - days);
  return noon.toISOString();
}

test('rows tell the day by which their list is sorted, completed ones on a phone too', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  const done = { type: 'todo', status: 'completed', created_at: daysAgo(9) } as const;
  await seed(ada, [
    { type: 'todo', title: 'Waits', created_at: daysAgo(3), description: 'For the ferry.' },
    { type: 'todo', title: 'Runs', status: 'in_progress', updated_at: daysAgo(1) },
    { ...done, title: 'Done today', completed_at: daysAgo(0) },
    { ...done, title: 'Done long ago', completed_at: '2026-01-02T12:00:00.000Z' },
  ]);
  await page.setViewportSize(laptop);
  await page.goto('/queue');
  await expect(ada.row('Waits')).toContainText('Added 3 days ago');
  const title = await ada.row('Waits').getByText('Waits', { exact: true }).boundingBox();
  const words = await ada.row('Waits').getByText('For the ferry.').boundingBox();
  expect(words?.x ?? 0).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
  await page.goto('/active');
  await expect(ada.row('Runs')).toContainText('Changed yesterday');
  await page.setViewportSize(phone);
  await page.goto('/completed');
  await expect(ada.row('Done today').getByText('Completed today')).toBeVisible();
  await expect(ada.row('Done long ago').getByText('Completed Jan 2, 2026')).toBeVisible();
  await page.goto('/queue');
  await expect(ada.row('Waits')).toBeVisible();
  await expect(ada.row('Waits').getByText('Added')).toBeHidden();
});

test('on a wide row too the longest title ends before what stands behind it', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(
    ada,
    sampleItems.map((item): SeededItem => ({ ...item, description: item.title })),
  );
  await page.setViewportSize(laptop);
  for (const path of ['/queue', '/my-list']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    const over = await page.evaluate(() =>
      [...document.querySelectorAll('main [role=listitem]')].flatMap((row) => {
        const title = row.querySelector('[data-control=title] span')?.getBoundingClientRect();
        const menu = row.querySelector('[data-control=assign]')?.getBoundingClientRect();
        const isOver = title !== undefined && menu !== undefined && title.right > menu.left;
        return isOver ? [row.textContent] : [];
      }),
    );
    expect(over).toEqual([]);
  }
});

test('a queue whose items all lie in campaigns is not called empty', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(ada, [
    { type: 'campaign', title: 'Cross the Alps', status: 'in_progress' },
    { type: 'todo', title: 'Buy boots', parent: 0 },
  ]);
  await page.goto('/queue');
  await expect(page.getByRole('region', { name: 'Up next' })).toContainText('Buy boots');
  await expect(page.getByText('All that waits is in your campaigns and tasks.')).toBeVisible();
  await expect(page.getByText('Your queue is empty!')).toHaveCount(0);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Your queue is empty!')).toBeVisible();
});

test('on a tablet a toast lies over the bottom bar, not on it, and quotes the beginning of a long title', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await seed(ada, [
    { type: 'todo', title: `Plan ${'the way over the mountains '.repeat(8)}`.trim() },
  ]);
  await page.setViewportSize(tablet);
  await page.getByRole('button', { name: /^Complete Plan/ }).click();
  await expect(toast(page)).toContainText(/Plan the way over the mountains .*…” is completed/);
  const said = await toast(page).getByRole('listitem').boundingBox();
  const bar = await page.getByRole('navigation').filter({ hasText: 'Queue' }).boundingBox();
  expect((said?.y ?? Infinity) + (said?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});
