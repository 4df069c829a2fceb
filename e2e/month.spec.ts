import { expect, type Page } from '@playwright/test';
import { guestAt } from './guest.ts';
import { said, toast } from './on-page.ts';
import { newPhone } from './phone.ts';
import { signedInAt } from './signed-in.ts';
import { storedRows } from './stored-rows.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const dayMs = 86_400_000;

/** The sentence typed on the first day, the title that remains of it, and its due day. */
const typed: readonly (readonly [sentence: string, title: string, day: number | null])[] = [
  ['Call Anna today', 'Call Anna', 0],
  ['Pay the rent today !high', 'Pay the rent', 0],
  ['Send the invoice today 5pm', 'Send the invoice', 0],
  ['Read a chapter #study today', 'Read a chapter', 0],
  ['!low Answer the mail today', 'Answer the mail', 0],
  ['Buy bread tomorrow', 'Buy bread', 1],
  ['Visit the bank tomorrow 9am', 'Visit the bank', 1],
  ['Tomorrow, wash the car #home', 'wash the car', 1],
  ['Book the dentist !1 tomorrow morning', 'Book the dentist', 1],
  ['Print the tickets tomorrow at 14:30', 'Print the tickets', 1],
  ['Clean the windows in 2 days #home', 'Clean the windows', 2],
  ['Fix the bike the day after tomorrow', 'Fix the bike', 2],
  ['Plan the trip 3 days from now', 'Plan the trip', 3],
  ['Renew the card in 4 days !medium', 'Renew the card', 4],
  ['Write to Bo in a week', 'Write to Bo', 7],
  ['Check the tyres in 1 week', 'Check the tyres', 7],
  ['Service the boiler in 2 weeks', 'Service the boiler', 14],
  ['Cancel the trial in 20 days', 'Cancel the trial', 20],
  ['Learn a song #music', 'Learn a song', null],
  ['Sort the attic #home !low', 'Sort the attic', null],
  ['Read about sails', 'Read about sails', null],
  ['Repair the lamp #"living room"', 'Repair the lamp', null],
  ['Stretch every day', 'Stretch', 0],
  ['Empty the bin every other day', 'Empty the bin', 0],
  ['Back up the photos every week #home', 'Back up the photos', 0],
  ['Review the budget every month', 'Review the budget', 0],
  ['Test the alarm every 6 months', 'Test the alarm', 0],
  ['Polish the shoes every! 3 days', 'Polish the shoes', 0],
  ['Take the pills every day x5', 'Take the pills', 0],
];

/** The copies in the open sheet, by the days on which they were due. */
const pastOf = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Past' });

/** Opens the sheet of an item in the visible list. */
async function openSheet(page: Page, title: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: `Details of ${title}` })
    .press('Enter');
  await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible();
}

test('[REPEAT-23] [REPEAT-24] [REPEAT-25] a month of planning: 30 sentences, days planned by keys, occurrences completed, skipped and undone, and one completed on two devices without a network @full', async ({
  browser,
  server,
}) => {
  // Noons of past days, so that the server accepts their times unchanged.
  const noon = Math.floor(Date.now() / dayMs) * dayMs - 30 * dayMs + dayMs / 2;
  const at = (day: number): Date => new Date(noon + day * dayMs);
  const weekday = (day: number): string =>
    at(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const ada = await guestAt(browser, server.url);
  const { page } = ada;
  const water = ada.row('Water plants');
  const card = page.getByRole('form', { name: 'Quick add' });
  const title = card.getByRole('textbox', { name: 'Title' });
  const chips = card.getByRole('list', { name: 'Recognised in the title' });
  const onDay = async (day: number, path: string): Promise<void> => {
    await page.clock.setFixedTime(at(day));
    await page.goto(path);
  };

  const shownOn = (day: number) =>
    page.locator(`[data-day="${at(day).toISOString().slice(0, 10)}"]`);

  await test.step('day 0: sentences make items on their days', async () => {
    await onDay(0, '/');
    await title.click();
    for (const [sentence, name] of typed) {
      await title.fill(sentence);
      // Only shown chips count as recognised.
      if (name !== sentence) await expect(chips).toBeVisible();
      await title.press('Enter');
      await expect(ada.row(name)).toBeVisible();
    }
    // A row is painted before it is stored.
    const stored = async () => (await storedRows(page, 'items', 'foray')).length;
    await expect.poll(stored).toBe(typed.length);
    await page.goto('/today');
    const today = typed.filter(([, , day]) => day === 0);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(today.length);
    for (const [, name] of today) await expect(ada.row(name)).toBeVisible();
    await page.goto('/upcoming');
    await expect(shownOn(0).getByRole('listitem')).toHaveCount(today.length);
    for (const [, name, day] of typed) {
      if (day !== null && day > 0 && day < 14) await expect(shownOn(day)).toContainText(name);
    }
  });

  await test.step('day 0: keys plan items for other days, and undo that', async () => {
    const bread = page.getByRole('main').getByRole('button', { name: 'Buy bread', exact: true });
    await bread.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(shownOn(2)).toContainText('Buy bread');
    await expect(bread).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(shownOn(3)).toContainText('Buy bread');
    await page.keyboard.press('Control+z');
    await expect(shownOn(2)).toContainText('Buy bread');
  });

  await test.step('day 0: a sentence makes an item, which is completed a day early', async () => {
    await onDay(0, '/');
    await title.click();
    await title.fill('Water plants every 3 days #home !high tomorrow 8am');
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

  await test.step('day 4: the item is in Today, and leaves it when it is completed', async () => {
    await onDay(4, '/today');
    await ada.toggle('Water plants');
    await expect(water).toHaveCount(0);
    await expect(toast(page)).toContainText(`Next: ${weekday(7)}, 8:00`);
  });

  await test.step('day 7: a message undoes a skip, and keys undo a completion', async () => {
    await onDay(7, '/today');
    await ada.choose('Water plants', 'Skip this time');
    await expect(toast(page)).toContainText(
      `“Water plants” is skipped this time. Next: ${weekday(10)}, 8:00`,
    );
    await expect(water).toHaveCount(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(water.getByText(/^8:00\sAM$/)).toBeVisible();
    await ada.toggle('Water plants');
    await expect(water).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await said(page, 'Undid: Todo updated', '“Water plants”');
    await expect(water.getByText(/^8:00\sAM$/)).toBeVisible();
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
  await test.step('day 30: after signing in, a second device shows the same', async () => {
    await page.clock.setFixedTime(new Date());
    await page.goto('/');
    await ada.signIn(phone, 'Ada Byron');
    await ada.settled();
  });

  const other = await signedInAt(browser, server.url, phone);
  await test.step('day 30: two devices complete the same occurrence without a network', async () => {
    await other.page.goto('/completed');
    await expect(other.row('Water plants')).toHaveCount(3);
    const devices = [ada, other];
    for (const device of devices) {
      await device.page.goto('/queue');
      await expect(device.row('Water plants').getByTitle('Repeats every 3 days')).toBeVisible();
      await device.readyForOffline();
      await device.context.setOffline(true);
    }
    for (const device of devices) {
      await device.toggle('Water plants');
      await expect(toast(device.page)).toContainText('“Water plants” is done. Next: ');
    }
    await other.choose('Empty the bin', 'Skip this time');
    await expect(toast(other.page)).toContainText('“Empty the bin” is skipped this time.');
    for (const device of devices) {
      await device.context.setOffline(false);
      await device.settled();
    }
    for (const device of devices) {
      await device.page.goto('/queue');
      await openSheet(device.page, 'Water plants');
      await expect(pastOf(device.page).getByRole('listitem')).toHaveCount(4);
      await device.page.keyboard.press('Escape');
      await expect(device.page.getByRole('alertdialog')).toHaveCount(0);
      expect(device.complaints.filter((line) => !line.includes('ERR_INTERNET'))).toEqual([]);
    }
    const next = at(2).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
    for (const device of devices) {
      await device.page.goto('/my-list');
      await expect(device.row('Empty the bin')).toContainText(`Due: ${next}, overdue`);
    }
  });
});
