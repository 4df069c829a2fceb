import { expect, type Page } from '@playwright/test';
import { guestAt } from './guest.ts';
import { said, toast } from './on-page.ts';
import { newPhone } from './phone.ts';
import { signedInAt } from './signed-in.ts';
import { test } from './test.ts';

const dayMs = 86_400_000;

/** The copies in the sheet that is open, by the days on which they were due. */
const pastOf = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Past' });

/** Opens the sheet of an item in the list in sight. */
async function openSheet(page: Page, title: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: `Details of ${title}` })
    .press('Enter');
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
}

test('[REPEAT-23] [REPEAT-24] [REPEAT-25] a month of planning: typed, completed, skipped and undone over days, and the same on a second device', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  // Noons of days that are over, so that the server takes their times as they are.
  const noon = Math.floor(Date.now() / dayMs) * dayMs - 30 * dayMs + dayMs / 2;
  const at = (day: number): Date => new Date(noon + day * dayMs);
  const weekday = (day: number): string =>
    at(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  const water = ada.row('Water plants');
  const onDay = async (day: number, path: string): Promise<void> => {
    await page.clock.setFixedTime(at(day));
    await page.goto(path);
  };

  await test.step('day 0: a sentence makes an item, which is completed a day early', async () => {
    await onDay(0, '/');
    const card = page.getByRole('form', { name: 'Quick add' });
    const title = card.getByRole('textbox', { name: 'Title' });
    await title.click();
    await title.fill('Water plants every 3 days #home !high tomorrow 8am');
    const chips = card.getByRole('list', { name: 'Recognised in the title' });
    await expect(chips.getByText('Repeats every 3 days')).toBeVisible();
    await expect(chips.getByText('#home')).toBeVisible();
    await title.press('Enter');
    await expect(water).toContainText('High priority');
    await expect(water).toContainText('home');
    await expect(water).toContainText('Due: tomorrow, 8:00');
    await expect(water.getByTitle('Repeats every 3 days')).toBeVisible();
    await ada.toggle('Water plants');
    await expect(toast(page)).toContainText(`“Water plants” is done. Next: ${weekday(4)}, 8:00`);
    await expect(water).toContainText(`Due: ${weekday(4)}, 8:00`);
  });

  await test.step('day 4: it stands in Today, and leaves it when it is completed', async () => {
    await onDay(4, '/today');
    await ada.toggle('Water plants');
    await expect(water).toHaveCount(0);
    await expect(toast(page)).toContainText(`Next: ${weekday(7)}, 8:00`);
  });

  await test.step('day 7: a skip is undone by its message, a completion by keys', async () => {
    await onDay(7, '/today');
    await ada.choose('Water plants', 'Skip this time');
    await expect(toast(page)).toContainText(
      `“Water plants” is skipped this time. Next: ${weekday(10)}, 8:00`,
    );
    await expect(water).toHaveCount(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(water).toContainText('Due: today, 8:00');
    await ada.toggle('Water plants');
    await expect(water).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await said(page, 'Undid: Todo updated', '“Water plants”');
    await expect(water).toContainText('Due: today, 8:00');
    await page.keyboard.press('Control+Shift+z');
    await said(page, 'Redid: Todo updated', '“Water plants”');
    await expect(water).toHaveCount(0);
    await page.goto('/upcoming');
    const day = at(10).toISOString().slice(0, 10);
    await expect(page.locator(`[data-day="${day}"]`)).toContainText('Water plants');
    await openSheet(page, 'Water plants');
    await expect(pastOf(page).getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
  });

  const phone = newPhone();
  await test.step('day 30: signed in, it is the same on a second device, and goes on there', async () => {
    await page.clock.setFixedTime(new Date());
    await page.goto('/');
    await ada.signIn(phone, 'Ada Byron');
    await ada.settled();
    const other = await signedInAt(browser, server.url, phone);
    await other.page.goto('/completed');
    await expect(other.row('Water plants')).toHaveCount(3);
    await other.page.goto('/queue');
    await expect(other.row('Water plants').getByTitle('Repeats every 3 days')).toBeVisible();
    await openSheet(other.page, 'Water plants');
    await expect(pastOf(other.page).getByRole('listitem')).toHaveCount(3);
    await other.page.keyboard.press('Escape');
    await other.toggle('Water plants');
    await expect(toast(other.page)).toContainText('“Water plants” is done. Next: ');
    await other.settled();
    await page.goto('/queue');
    await openSheet(page, 'Water plants');
    await expect(pastOf(page).getByRole('listitem')).toHaveCount(4);
    expect(other.complaints).toEqual([]);
  });
  expect(ada.complaints).toEqual([]);
});
