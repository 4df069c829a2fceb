import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { toast } from './on-page.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

const shown = (page: Page) => toast(page).getByRole('listitem');

test('[LAYOUT-15] [LAYOUT-16] one toast at a time, for five seconds, with its action; F8 reaches it, a swipe to the right ends it', async ({
  browser,
  server,
}) => {
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  await page.clock.install();
  await seed(
    ada,
    ['One', 'Two', 'Three', 'Four'].map((title) => ({ type: 'todo' as const, title })),
  );
  // By key, which needs no timer: a menu does. The clock stands still while the test looks.
  await page.clock.pauseAt(Date.now() + 60_000);
  const remove = (title: string) =>
    ada.row(title).getByRole('button', { name: title, exact: true }).press('Delete');
  await remove('One');
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toContainText('Todo deleted');
  await expect(shown(page).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.clock.runFor(4900);
  await expect(shown(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(shown(page)).toHaveCount(0);

  await remove('Two');
  await expect(shown(page)).toHaveCount(1);
  // One takes the place of the other: only then is it the one that the keyboard holds.
  const second = await shown(page).elementHandle();
  await remove('Three');
  await second?.waitForElementState('hidden');
  await expect(shown(page)).toHaveCount(1);

  await page.keyboard.press('F8');
  await expect(toast(page).locator(':focus')).toHaveCount(1);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.mouse.move(5, 5);
  await page.clock.runFor(6000);
  await expect(shown(page)).toHaveCount(0);

  await remove('Four');
  const box = await shown(page).boundingBox();
  if (box === null) throw new Error('no toast');
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 100, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.clock.runFor(1000);
  await expect(shown(page)).toHaveCount(0);
});
