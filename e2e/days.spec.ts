import { expect } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { test } from './test.ts';

test('[DAY-03] dragging an item to a day sets its due date, and the end date of a campaign @full', async ({
  browser,
  server,
}) => {
  const guest = await guestAt(browser, server.url, '/upcoming');
  const { page } = guest;
  const main = page.getByRole('main');
  await seed(guest, [
    { type: 'campaign', title: 'Sail north', end_date: '2020-01-01' },
    { type: 'todo', title: 'Buy a rope', due_date: '2020-01-02' },
  ]);
  const day = (name: RegExp) => main.getByRole('region', { name });
  for (const title of ['Sail north', 'Buy a rope']) {
    await day(/^Overdue/)
      .getByRole('listitem')
      .filter({ hasText: title })
      .dragTo(day(/^Tomorrow/));
    await expect(day(/^Tomorrow/)).toContainText(title);
    await expect(
      page.getByRole('region', { name: /^Messages/ }).getByText(`“${title}” is now due tomorrow.`),
    ).toBeVisible();
  }
  await expect(day(/^Overdue/)).toHaveCount(0);
  await page.reload();
  await expect(day(/^Tomorrow/).getByRole('listitem')).toHaveCount(2);
  await main.getByRole('link', { name: 'Sail north', exact: true }).click();
  await expect(main.getByText('Due: tomorrow').first()).toBeVisible();
  expect(guest.complaints).toEqual([]);
});
