import { expect, type Page, type Locator } from '@playwright/test';
import type { TestPerson } from './person.ts';
import { home, on, queue, today, upcoming, type AppScreen } from './places.ts';

const month = async ({ page }: TestPerson) =>
  page.getByRole('complementary', { name: 'Beside the days' }).getByRole('grid');

/** Parts that only wide windows show. */
export const wideParts: readonly AppScreen[] = [
  on(today, 'month beside Today', month),
  on(upcoming, 'month beside Upcoming', month),
  on(queue, 'sheet beside the list', async ({ page }) => {
    await page.getByRole('link', { name: 'Details of Pay the rent' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Pay the rent', exact: true });
    await expect(sheet).not.toHaveAttribute('aria-modal');
    return sheet;
  }),
];

const created = on(home, 'create, by its title', async ({ page }) => {
  await page.goto('/?new=todo');
  const dialog = page.getByRole('dialog', { name: 'Create New Item' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await title.fill('Order the maps tomorrow 5pm !high #gear @sam /cross the alps');
  return dialog.getByRole('button', { name: 'Priority: High' });
});

function draft(name: string, button: string, find: (page: Page) => Locator): AppScreen {
  return on(created, name, async ({ page }) => {
    await page.getByRole('button', { name: button, exact: false }).first().click();
    return find(page);
  });
}

function swiped(name: string, wayPx: number): AppScreen {
  return on(today, name, async ({ page, context }) => {
    const row = page.getByRole('listitem').filter({ hasText: 'Pay the rent' });
    await row.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    const session = await context.newCDPSession(page);
    const touch = async (type: 'touchStart' | 'touchMove', movedPx: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [{ x: x + width / 2 + movedPx, y: y + height / 2 }],
      });
    await touch('touchStart', 0);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', (wayPx * step) / 8);
    return page.locator('[data-swipe=ready]');
  });
}

/** Parts that only phones show; the last ones keep a finger on a row. */
export const phoneParts: readonly AppScreen[] = [
  created,
  draft('priority of a new item', 'Priority: High', (page) => page.getByRole('menu')),
  draft('labels of a new item', 'Labels: gear', (page) =>
    page.getByRole('dialog', { name: 'Labels' }),
  ),
  draft('place of a new item', 'Place: Cross the Alps', (page) =>
    page.getByRole('dialog', { name: 'Place' }),
  ),
  draft('date of a new item', 'Due date: tomorrow', (page) =>
    page.getByRole('dialog', { name: 'Due date' }),
  ),
  swiped('swipe that completes', 140),
  swiped('swipe that dates', -140),
];
