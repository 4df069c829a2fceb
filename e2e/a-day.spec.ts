import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';
import { skipTutorial } from './guest.ts';
import { toast } from './on-page.ts';
import { newPhone } from './phone.ts';
import { TestPerson } from './person.ts';
import { logIn, signedInAt } from './signed-in.ts';
import { test } from './test.ts';

/** Twenty things to do, as somebody types them: twelve for today, eight for tomorrow. */
const today = [...'ABCDEFGHIJKL'].map((letter) => `Errand ${letter}`);
const later = [...'STUVWXYZ'].map((letter) => `Visit ${letter}`);

/** A finger on the screen of a phone. */
class Finger {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /**
   * Moves over the middle of an element, sideways, and rests before it is lifted: after a fling the browser takes
   * the next touch for its stop.
   */
  async swipe(element: Locator, wayPx: number): Promise<void> {
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    if (box === null) throw new Error('it is not on the screen');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const startedAt = Date.now() / 1_000;
    const steps = 6;
    await this.#touch('touchStart', startedAt, { x, y });
    for (let step = 1; step <= steps; step += 1) {
      await this.#touch('touchMove', startedAt + step / 60, { x: x + (wayPx * step) / steps, y });
    }
    await this.#touch('touchEnd', startedAt + 0.5);
  }

  async #touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    timestamp: number,
    ...touchPoints: { readonly x: number; readonly y: number }[]
  ): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, timestamp, touchPoints });
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Expects the day on the server: 20 items, of which ten were completed and three of those taken back. */
async function expectTheDay(person: TestPerson): Promise<void> {
  const items = await person.onServer();
  expect(items).toHaveLength(20);
  const done = items.filter(({ status }) => status === 'completed');
  expect(done).toHaveLength(7);
}

test('[USE-01] a day is planned, changed and done by keyboard alone, on two devices @full', async ({
  browser,
  server,
}) => {
  const phone = newPhone();
  const laptop = await signedInAt(browser, server.url, phone);
  const other = await signedInAt(browser, server.url, phone);
  const { page } = laptop;
  const keys = async (...pressed: readonly string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  await expect(heading(page, 'Home')).toBeVisible();
  await keys('g', 't');
  await expect(heading(page, 'Today')).toBeVisible();
  for (const title of [
    ...today.map((one) => `${one} today`),
    ...later.map((one) => `${one} tomorrow`),
  ]) {
    await keys('n');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type(title);
    await keys('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const title of today) await expect(laptop.row(title)).toBeVisible();

  // Four of today go to tomorrow by a key, four to Friday by words.
  const goTo = async (title: string, on = laptop) => {
    const row = on.row(title);
    for (let pressed = 0; pressed < 40; pressed += 1) {
      if (await row.evaluate((element) => element.contains(document.activeElement))) return;
      await on.page.keyboard.press('ArrowDown');
    }
    throw new Error(`the arrows do not reach ${title}`);
  };
  await keys('g', 't');
  for (const title of today.slice(0, 4)) {
    await goTo(title);
    await keys('Alt+ArrowDown');
    await expect(laptop.row(title)).toHaveCount(0);
  }
  for (const title of today.slice(4, 8)) {
    await keys('g', 't');
    await goTo(title);
    await keys('d');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.type('in 3 days');
    await keys('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(laptop.row(title)).toHaveCount(0);
  }
  // The rest of today is done, and six of tomorrow's.
  for (const title of today.slice(8)) {
    await keys('g', 't');
    await goTo(title);
    await keys('c');
    await expect(toast(page)).toContainText(title);
  }
  await keys('g', 'u');
  await expect(heading(page, 'Upcoming')).toBeVisible();
  for (const title of later.slice(0, 6)) {
    await goTo(title);
    await keys('c');
    await expect(toast(page)).toContainText(title);
  }
  for (const title of later.slice(3, 6).toReversed()) {
    await keys('Control+z');
    await expect(laptop.row(title)).toBeVisible();
  }
  await laptop.settled();
  await expectTheDay(laptop);
  // The other device has the same day, and does the rest of it.
  const others = other.page.keyboard;
  await others.press('g');
  await others.press('u');
  for (const title of later.slice(3)) await expect(other.row(title)).toBeVisible();
  await goTo(later[3] ?? '', other);
  await others.press('c');
  await expect(laptop.row(later[3] ?? '')).toHaveCount(0);
  await others.press('Control+z');
  await expect(laptop.row(later[3] ?? '')).toBeVisible();
  expect(laptop.complaints).toEqual([]);
  expect(other.complaints).toEqual([]);
});

test('[USE-01] a day is planned, changed and done by touch alone, on two devices @full', async ({
  browser,
  server,
}) => {
  const number = newPhone();
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await TestPerson.prepare(context, skipTutorial);
  await logIn(context, number, 'Ada Byron');
  const phone = await TestPerson.in(context);
  const other = await signedInAt(browser, server.url, number);
  const { page } = phone;
  const main = page.getByRole('main');
  const finger = new Finger(await phone.context.newCDPSession(page));
  const tapHome = () => page.getByRole('navigation').getByRole('link', { name: /Home/ }).tap();
  await expect(heading(page, 'Home')).toBeVisible();
  await tapHome();
  await expect(heading(page, 'Today')).toBeVisible();
  const card = page.getByRole('form', { name: 'Quick add' });
  await card.getByRole('textbox', { name: 'Title' }).tap();
  for (const title of [...today, ...later.map((one) => `${one} tomorrow`)]) {
    // The letters and the Enter of the keyboard on the screen.
    await page.keyboard.type(title);
    await card.getByRole('button', { name: 'Add todo' }).tap();
    await expect(card.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  }
  for (const title of today) await expect(phone.row(title)).toBeVisible();

  for (const [index, title] of today.slice(0, 8).entries()) {
    await finger.swipe(phone.row(title), -140);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: index < 4 ? /^Tomorrow/ : /^Next week/ }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(phone.row(title)).toHaveCount(0);
  }
  for (const title of today.slice(8)) {
    await finger.swipe(phone.row(title), 140);
    await expect(toast(page)).toContainText(`“${title}” is completed.`);
  }
  await tapHome();
  await main.getByRole('link', { name: /^Upcoming/ }).tap();
  await expect(heading(page, 'Upcoming')).toBeVisible();
  // From below, so that no row comes under the finger that has just touched another.
  for (const title of later.slice(0, 6).toReversed()) {
    await phone
      .row(title)
      .getByRole('button', { name: `Complete ${title}` })
      .tap();
    await expect(toast(page)).toContainText(`“${title}” is completed.`);
    if (later.indexOf(title) < 3) continue;
    await toast(page).getByRole('button', { name: 'Undo' }).tap();
    await expect(main.getByRole('button', { name: `Complete ${title}` })).toBeVisible();
  }
  await phone.settled();
  await expectTheDay(phone);
  // A change on the other device is on the phone at once.
  await other.page.goto('/upcoming');
  for (const title of later.slice(3)) await expect(other.row(title)).toBeVisible();
  const [title = ''] = later.slice(3);
  await other
    .row(title)
    .getByRole('button', { name: `Complete ${title}` })
    .click();
  await expect(phone.row(title)).toHaveCount(0);
  await toast(other.page).getByRole('button', { name: 'Undo' }).click();
  await expect(phone.row(title)).toBeVisible();
  expect(phone.complaints).toEqual([]);
  expect(other.complaints).toEqual([]);
});
