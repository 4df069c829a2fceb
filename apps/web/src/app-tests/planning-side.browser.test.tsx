import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { browserClock } from '../adapters/browser/browser-ports.ts';
import { dayAt } from '../items/fields/today.ts';
import { formatDay, formatWeekday } from '../messages/messages.ts';
import { atPath, focus, main, press, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const today = dayAt(Date.now());
const dayMs = 86_400_000;
const on = (ahead: number): string => addDays(today, ahead);
const items: readonly SeedItem[] = [
  { type: 'todo', title: 'Buy a rope', due_date: on(-1) },
  { type: 'todo', title: 'Call Bo', due_date: today },
  { type: 'todo', title: 'Wash up', due_date: on(5) },
  { type: 'task', title: 'Sew the sails', due_date: on(5) },
  { type: 'todo', title: 'Far away', due_date: on(20) },
  { type: 'todo', title: 'Read about knots' },
  { type: 'task', title: 'Paint the hull', status: 'in_progress' },
  { type: 'todo', title: 'Read already', status: 'completed' },
];
const side = main.getByRole('complementary', { name: 'Beside the days' });
const undated = side.getByRole('link', { name: /Read about knots/ });
const nameOf = (day: string) => `${formatWeekday(day, 'long')}, ${formatDay(day)}`;

/** The button of a day in the month, whose month is turned to if it is not shown. */
async function dayButton(day: string, count = '') {
  const shown = side.getByRole('button', { name: nameOf(day), exact: false });
  await expect.element(side.getByRole('grid')).toBeVisible();
  if (shown.elements().length === 0) {
    await side.getByRole('button', { name: day < today ? 'Previous month' : 'Next month' }).click();
  }
  return side.getByRole('button', { name: nameOf(day) + count, exact: true });
}
const headingOf = (day: string) =>
  main.getByRole('region', { name: nameOf(day) }).getByRole('heading', { level: 2 });

test.each(['/today', '/upcoming'])(
  '[DAY-13] beside %s stand items in progress and items without a date, which can be dragged to a day',
  async (path) => {
    await openApp(path, { items });
    await expect.element(undated).toBeVisible();
    await expect.element(side.getByRole('link', { name: /Paint the hull/ })).toBeVisible();
    await expect.element(side.getByRole('link', { name: /already/ })).not.toBeInTheDocument();
    await userEvent.dragAndDrop(undated, row('Call Bo'));
    await expect.element(row('Read about knots')).toBeVisible();
    await expect.element(undated).not.toBeInTheDocument();
  },
);

test('[DAY-13] the column begins at 1024 px, level with the lists', async () => {
  await openApp('/today', { items, size: { width: 1024, height: 720 } });
  await expect.element(undated).toBeVisible();
  const box = (element: Element) => element.getBoundingClientRect();
  const [column] = side.elements();
  const list = column?.previousElementSibling;
  if (!column || !list) throw new Error('no column');
  expect(box(column).top).toBe(box(list).top);
  expect(box(column).left).toBeGreaterThan(box(list).right);
  expect(box(list).width).toBeGreaterThan(600);
  await page.viewport(1023, 720);
  await expect.element(side).not.toBeInTheDocument();
  await expect.element(row('Call Bo')).toBeVisible();
});

async function giveToday(title: string): Promise<void> {
  await press(side.getByRole('button', { name: `Set the date of ${title}` }), '{Enter}');
  await page
    .getByRole('dialog', { name: title, exact: false })
    .getByRole('button', { name: /^Today/ })
    .first()
    .click();
  await expect.element(row(title)).toBeVisible();
}

test('[DAY-13] an item without a date gets one by its button, and the focus goes on to the next item, at last to the row', async () => {
  const more = ['Mend the net', 'Oil the winch'].map((title): SeedItem => ({
    type: 'todo',
    title,
  }));
  await openApp('/today', { items: [...items, ...more] });
  const buttonOf = (title: string) =>
    side.getByRole('button', { name: `Set the date of ${title}` });
  await giveToday('Mend the net');
  await expect.element(buttonOf('Read about knots')).toHaveFocus();
  await giveToday('Read about knots');
  await expect.element(buttonOf('Oil the winch')).toHaveFocus();
  await giveToday('Oil the winch');
  await expect
    .element(row('Oil the winch').getByRole('link', { name: 'Details of Oil the winch' }))
    .toHaveFocus();
});

test('[DAY-13] days of the month name their items, and past days without any are off', async () => {
  await openApp('/upcoming', { items });
  await expect.element(await dayButton(today, ', 1 item')).toBeVisible();
  await expect.element(await dayButton(on(5), ', 2 items')).toBeVisible();
  await expect.element(await dayButton(on(-2))).toHaveAttribute('aria-disabled', 'true');
});

test('[DAY-13] the arrow keys lead to each day of the month; Enter on a past day without items does nothing', async () => {
  await openApp('/upcoming', { items });
  await press(await dayButton(today, ', 1 item'), '{ArrowRight}');
  await expect.element(await dayButton(on(1))).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  const empty = await dayButton(on(-2));
  await expect.element(empty).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(empty).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect
    .element(main.getByRole('region', { name: 'Overdue' }).getByRole('heading'))
    .toHaveFocus();
});

test('[DAY-13] a chosen day of Upcoming gets the focus: near ones, later ones below them, past ones in the overdue items', async () => {
  await openApp('/upcoming', { items });
  await (await dayButton(on(5), ', 2 items')).click();
  await expect.element(headingOf(on(5))).toHaveFocus();
  await expect.element(headingOf(on(5))).toBeInViewport();
  await (await dayButton(on(20), ', 1 item')).click();
  await expect.element(headingOf(on(20))).toHaveFocus();
  await expect.element(row('Far away')).toBeVisible();
  await (await dayButton(on(-1), ', 1 item')).click();
  await expect
    .element(main.getByRole('region', { name: 'Overdue' }).getByRole('heading'))
    .toHaveFocus();
});

test('[DAY-13] midnight takes the focus to no chosen day', async () => {
  await openApp('/upcoming', { items });
  await (await dayButton(on(5), ', 2 items')).click();
  await expect.element(headingOf(on(5))).toHaveFocus();
  const part = row('Wash up').getByRole('link', { name: 'Details of Wash up' });
  await focus(part);
  const { nowMs } = browserClock;
  const midnight = vi.spyOn(browserClock, 'nowMs').mockImplementation(() => nowMs() + dayMs);
  onTestFinished(() => midnight.mockRestore());
  await expect.element(headingOf(on(14))).toBeVisible();
  await expect.element(part).toHaveFocus();
});

test('[DAY-13] a later day chosen beside Today opens it in Upcoming, and today stays', async () => {
  await openApp('/today', { items });
  await (await dayButton(today, ', 1 item')).click();
  await expect
    .element(main.getByRole('region', { name: 'Today', exact: true }).getByRole('heading'))
    .toHaveFocus();
  await (await dayButton(on(20), ', 1 item')).click();
  await atPath('/upcoming');
  await expect.element(headingOf(on(20))).toHaveFocus();
  await expect.element(headingOf(on(20))).toBeInViewport();
});

test('[DAY-13] the day chosen on Upcoming is still there after a reload, which leaves the focus alone', async () => {
  const app = await openApp('/today', { items });
  await (await dayButton(on(20), ', 1 item')).click();
  await expect.element(headingOf(on(20))).toHaveFocus();
  const later = await dayButton(on(6));
  await later.click();
  await expect.element(headingOf(on(6))).toHaveFocus();
  await (await dayButton(on(20), ', 1 item')).click();
  await expect.element(headingOf(on(20))).toHaveFocus();
  await app.reopen();
  await expect.element(row('Far away')).toBeVisible();
  const cell = (await dayButton(on(20), ', 1 item')).element().closest('[role=gridcell]');
  expect(cell?.getAttribute('aria-selected')).toBe('true');
  await expect.element(headingOf(on(20))).not.toHaveFocus();
});
