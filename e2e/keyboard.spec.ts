import { expect, type Locator, type Page } from '@playwright/test';
import { TestPerson } from './person.ts';
import { test } from './test.ts';

test('the whole journey works with the keyboard alone, and the focus is always visible @full', async ({
  browser,
  server,
}) => {
  const ada = await TestPerson.at(browser, server.url, listenToAnnouncements);
  const { page } = ada;
  const keys = new Keyboard(page);
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const said = () =>
    page.evaluate(() => (window as unknown as { announced: string[] }).announced.join('\n'));

  // The tutorial.
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
  const next = page.getByRole('button', { name: 'Next' });
  await keys.press(next, 'Enter');
  const choice = page
    .getByRole('radio', { name: /Continue Without Account/ })
    .or(page.getByRole('button', { name: /Continue Without Account/ }));
  await keys.press(choice.first(), 'Space');
  const finish = page.getByRole('button', { name: 'Get Started' });
  await keys.press(next, 'Enter');
  for (const step of [2, 3, 4]) {
    await expect(page.getByText(`Step ${step} of 5`, { exact: true })).toBeVisible();
    await keys.press(next, 'Enter');
  }
  await keys.press(finish, 'Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(heading('Home')).toBeFocused();

  // A campaign, created on Home.
  await page.reload();
  await expect(heading('Home')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.reach(page.getByRole('tab', { name: 'All' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Campaigns' })).toBeFocused();
  const form = page.getByRole('form', { name: 'Quick add' });
  const title = form.getByRole('textbox', { name: 'Title' });
  await keys.reach(title);
  await page.keyboard.type('Cross the Alps');
  await keys.press(form.getByRole('button', { name: 'Add campaign' }), 'Enter');
  await expect(ada.row('Cross the Alps')).toBeVisible();
  await expect.poll(said).toContain('Item created');
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await keys.press(page.getByRole('link', { name: 'Cross the Alps', exact: true }), 'Enter');
  await expect(heading('Cross the Alps')).toBeFocused();

  // A task and a todo in it.
  await keys.reach(title);
  await page.keyboard.type('Pack');
  await keys.reach(form.getByRole('tab', { name: 'Todo' }));
  await page.keyboard.press('ArrowLeft');
  await keys.press(form.getByRole('button', { name: 'Add task' }), 'Enter');
  await expect(ada.row('Pack')).toBeVisible();
  await expect(title).toBeFocused();
  await keys.reach(form.getByRole('tab', { name: 'Task' }));
  await page.keyboard.press('ArrowRight');
  await keys.reach(title, 'Shift+Tab');
  for (const todo of ['Buy boots', 'Buy a tent']) {
    await page.keyboard.type(todo);
    await page.keyboard.press('Enter');
    await expect(ada.row(todo)).toBeVisible();
    // The row appears before it is stored; the next title can be typed once it is.
    await expect(title).toHaveValue('');
  }
  await page.keyboard.press('Escape');

  // Completing, moving.
  await keys.reachInRow(page.getByRole('button', { name: 'Complete Buy boots' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Reopen Buy boots' })).toBeFocused();
  await expect.poll(said).toContain('“Buy boots” is completed.');
  await keys.reachInRow(page.getByRole('button', { name: 'Buy a tent', exact: true }));
  await page.keyboard.press('m');
  const places = page.getByRole('dialog', { name: 'Move “Buy a tent”' });
  await expect(places.getByRole('searchbox')).toBeFocused();
  await keys.press(places.getByRole('button', { name: 'Pack' }), 'Enter');
  await expect(places).toHaveCount(0);
  await expect(ada.row('Buy a tent')).toHaveCount(0);
  await expect(page.getByRole('main').locator('[data-control]:focus')).toHaveCount(1);

  // Deleting, and undoing that.
  const pack = page.getByRole('link', { name: 'Details of Pack' });
  await keys.reachInRow(pack);
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete task?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pack).toBeFocused();
  await page.keyboard.press('Delete');
  await keys.press(question.getByRole('button', { name: 'Delete only this' }), 'Enter');
  await expect(ada.row('Pack')).toHaveCount(0);
  await expect.poll(said).toContain('Task deleted');
  await page.keyboard.press('F8');
  await keys.press(page.getByRole('button', { name: 'Undo' }), 'Enter');
  await expect(pack).toBeFocused();

  // All fields of an item.
  await page.keyboard.press('o');
  const sheet = page.getByRole('dialog', { name: 'Pack', exact: true });
  await expect(sheet).toBeVisible();
  await keys.press(sheet.getByRole('button', { name: 'Set due date' }), 'Enter');
  await expect(page.getByRole('textbox', { name: 'When' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet.getByRole('button', { name: 'Set due date' })).toBeFocused();
  await keys.press(sheet.getByRole('button', { name: 'Close' }), 'Enter');
  await expect(sheet).toHaveCount(0);
  await expect(pack).toBeFocused();

  // Searching.
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search items' });
  await expect(search.locator('input')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pack).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(search.locator('input')).toBeFocused();
  await page.keyboard.type('tent');
  await expect(search.getByRole('option', { name: /Buy a tent/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const found = page.getByRole('dialog', { name: 'Buy a tent' });
  await expect(found.locator('[data-autofocus]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(found).toHaveCount(0);
  await expect(heading('Pack')).toBeVisible();

  // Signing in.
  await keys.press(page.getByRole('banner').getByRole('link', { name: 'Sign In' }), 'Enter');
  await expect(page).toHaveURL(/\/login$/);
  await keys.reach(page.getByRole('textbox', { name: 'Phone number' }));
  await page.keyboard.type('+15550107300');
  await keys.reach(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Ada Byron');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  // Neither the upgrade nor the celebration may intercept a key meant for the page.
  await ada.celebrated();
  await page.locator('[data-celebration]').waitFor({ state: 'detached' });
  await keys.press(page.getByRole('button', { name: 'Account' }), 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Preferences' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();
  await ada.settled();
  expect((await ada.onServer()).map((item) => item.title)).toEqual([
    'Buy a tent',
    'Buy boots',
    'Cross the Alps',
    'Pack',
  ]);
  expect(ada.complaints).toEqual([]);
});

/** Records the texts of all live regions: some of them are on the page only for a moment. */
function listenToAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  const onChange = (records: readonly MutationRecord[]) => {
    for (const { target } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(
        '[role=status], [role=alert], [aria-live]',
      );
      if (region?.textContent) announced.push(region.textContent);
    }
  };
  new MutationObserver(onChange).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/** A user who never leaves the keyboard. */
class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until `target` has the focus, and checks that the focus is visible. */
  async reach(target: Locator, by: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let pressed = 0; !(await isThere()); pressed += 1) {
      if (pressed > 80) throw new Error(`The keyboard does not reach ${String(target)}`);
      await this.#page.keyboard.press(by);
    }
    // In a text field the caret shows it.
    const isSeen = await target.evaluate(
      (element) =>
        element.matches('input, textarea') ||
        (element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none'),
    );
    expect(isSeen).toBe(true);
  }

  /** Reaches a control of a row: its list by Tab, then the row and the control by the arrow keys. */
  async reachInRow(target: Locator): Promise<void> {
    const row = target.locator('xpath=ancestor::*[@data-uuid]');
    const line = row.locator('[data-line]');
    const first = row.locator('xpath=..').locator('[data-line]').first();
    const isAt = (place: Locator) =>
      place.evaluate((element) => element === document.activeElement);
    const stop = row.locator('xpath=..').locator('[data-line][tabindex="0"]');
    if (!(await isAt(stop))) await this.reach(stop);
    while (!(await isAt(first))) await this.#page.keyboard.press('ArrowUp');
    while (!(await isAt(line))) await this.#page.keyboard.press('ArrowDown');
    while (!(await isAt(target))) await this.#page.keyboard.press('ArrowRight');
  }

  /** Tabs to `target` and presses a key on it. */
  async press(target: Locator, key: string, by: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(target, by);
    await this.#page.keyboard.press(key);
  }
}
