import { addDays } from '@foray/domain';
import { page, userEvent } from 'vitest/browser';
import { dayAt } from '../items/fields/today.ts';
import { arrived, elsewhere, openSignedIn } from './testing/account-page.ts';
import {
  atPath,
  button,
  focus,
  goOn,
  heading,
  main,
  press,
  row,
  said,
  toast,
  toggle,
} from './testing/on-page.ts';
import { openApp, phone } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

const today = dayAt(Date.now());
const on = (ahead: number): string => addDays(today, ahead);
const items: readonly SeedItem[] = [
  { type: 'campaign', title: 'Sail north', end_date: on(2) },
  { type: 'task', title: 'Get the boat ready', due_date: today, parent: 0 },
  { type: 'todo', title: 'Buy a rope', due_date: on(-3) },
  { type: 'todo', title: 'Call Bo', due_date: today },
  { type: 'todo', title: 'Wash up', due_date: on(13) },
  { type: 'todo', title: 'Later', due_date: on(14) },
  { type: 'todo', title: 'Done', due_date: today, status: 'completed' },
  { type: 'todo', title: 'Of another person', due_date: today, user_id: 1001 },
];

/** The titles by the day they are shown under. */
function days(): Record<string, readonly string[]> {
  const sections = main.getByRole('region').elements();
  return Object.fromEntries(
    sections.flatMap((section) => {
      const shown = section.querySelectorAll<HTMLElement>('[data-control=title]');
      if (shown.length === 0) return [];
      const day = section.getAttribute('data-day') ?? 'overdue';
      return [[day, [...shown].map((title) => title.innerText)]];
    }),
  );
}

const details = (name: string) => row(name).getByRole('link', { name: `Details of ${name}` });
const title = (name: string) => row(name).getByRole('button', { name, exact: true });

test('[DAY-01] Today lists overdue items and items due today, and says so if there are none', async () => {
  const app = await openApp('/today', { items });
  await expect.element(heading('Today')).toBeVisible();
  await expect
    .poll(days)
    .toEqual({ overdue: ['Buy a rope'], [today]: ['Get the boat ready', 'Call Bo'] });
  await app.reopenWith([{ type: 'todo', title: 'Later', due_date: on(1) }]);
  await expect.element(page.getByText('Nothing is due today.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Upcoming' }).click();
  await atPath('/upcoming');
});

test('[DAY-08] items that others do for the person are in Today, Upcoming and their count on request', async () => {
  await openApp('/today', {
    items: [
      { type: 'todo', title: 'Call Bo', due_date: today },
      { type: 'todo', title: 'Paint the hull', due_date: today, assigned_to: 2 },
      { type: 'todo', title: 'Sew the sails', due_date: on(1), assigned_to: 3 },
    ],
  });
  const others = (count: number) =>
    page.getByRole('checkbox', { name: `Also what others do for me (${count})`, exact: true });
  await expect.poll(days).toEqual({ [today]: ['Call Bo'] });
  await others(1).click();
  await expect.poll(days).toEqual({ [today]: ['Call Bo', 'Paint the hull'] });
  goOn('/upcoming');
  await expect.element(others(2)).toBeChecked();
  await expect.poll(days).toEqual({
    [today]: ['Call Bo', 'Paint the hull'],
    [on(1)]: ['Sew the sails'],
  });
  await others(2).click();
  await expect.poll(days).toEqual({ [today]: ['Call Bo'] });
  goOn('/');
  await expect.element(main.getByText('1 item is due').first()).toBeInTheDocument();
});

test('[DAY-02] Upcoming lists overdue items and those of the next fourteen days', async () => {
  await openApp('/upcoming', { items });
  await expect.element(heading('Upcoming')).toBeVisible();
  await expect.poll(days).toEqual({
    overdue: ['Buy a rope'],
    [today]: ['Get the boat ready', 'Call Bo'],
    [on(2)]: ['Sail north'],
    [on(13)]: ['Wash up'],
  });
  const shown = main
    .getByRole('region')
    .elements()
    .map((one) => one.getAttribute('data-day'));
  expect(shown).toEqual([null, ...Array.from({ length: 14 }, (_, ahead) => on(ahead))]);
  await expect.element(page.getByText('Nothing planned')).toHaveLength(11);
});

test('[DAY-05] rows do not repeat the day of their heading: they show only the time', async () => {
  await openApp('/upcoming', {
    items: [
      ...items,
      { type: 'todo', title: 'Ring', due_date: on(10), due_time: '17:00' },
      { type: 'todo', title: 'Lunch', due_date: today, due_time: '12:30' },
    ],
  });
  await expect.element(row('Ring').getByText(/^5:00\sPM$/)).toBeVisible();
  await expect.element(row('Lunch').getByText(/^12:30\sPM$/)).toBeVisible();
  await expect.element(row('Lunch')).not.toHaveTextContent(/today/);
  await expect.element(row('Call Bo')).not.toHaveTextContent(/Due/);
  // An overdue row names its day, without 'Due:'.
  const late = row('Buy a rope').element().querySelectorAll('[data-due] [aria-hidden=true][title]');
  expect([...late].map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^\w+ \d+(?:, \d+)?, overdue$/),
  );
});

test('[DAY-03] Alt and an arrow key move an item to another day, the row keeps the focus, and Undo reverts it', async () => {
  await openApp('/upcoming', { items });
  await expect.element(title('Call Bo')).toBeVisible();
  await focus(title('Call Bo'));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => days()[on(1)]).toEqual(['Call Bo']);
  await said('Todo updated', '“Call Bo” is now due tomorrow.');
  await expect.element(details('Call Bo')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => days()[today]).toEqual(['Get the boat ready', 'Call Bo']);
  // No day is before today.
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await focus(title('Buy a rope'));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => days()[today]).toContain('Buy a rope');
  expect(days()[today]).toContain('Call Bo');
  // Until then the message of the earlier change is shown.
  await said('Todo updated', '“Buy a rope” is now due today.');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => days()['overdue']).toEqual(['Buy a rope']);
});

test('[DAY-09] an item that Alt and the down key move off Today does not receive the focus on the next page', async () => {
  await openApp('/today', { items });
  await focus(title('Call Bo'));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(row('Call Bo')).not.toBeInTheDocument();
  goOn('/upcoming');
  await expect.element(title('Call Bo')).toBeVisible();
  await expect.element(heading('Upcoming')).toHaveFocus();
});

test('[DAY-03] Alt and an arrow key do not change the date in the editor of a title', async () => {
  await openApp('/upcoming', { items });
  await title('Call Bo').click();
  const editor = page.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('Call Bob');
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => days()[today]).toContain('Call Bob');
});

test('[DAY-04] Today and Upcoming are reached from Home, from the search and by keys', async () => {
  const app = await openApp('/', { items });
  const side = page.getByRole('complementary');
  // The keys load with the messages.
  await expect.element(toast).toBeInTheDocument();
  await side.getByRole('link', { name: /^Today.*3 items are due/ }).click();
  await atPath('/today');
  await userEvent.keyboard('gu');
  await atPath('/upcoming');
  await userEvent.keyboard('gt');
  await atPath('/today');
  await userEvent.keyboard('{Control>}k{/Control}');
  await button('Upcoming').click();
  await atPath('/upcoming');

  await page.viewport(phone.width, phone.height);
  await app.visit('/');
  const chips = page.getByRole('navigation', { name: 'Plan' });
  await chips.getByRole('link', { name: 'Upcoming' }).click();
  await atPath('/upcoming');
  await app.visit('/');
  await chips.getByRole('link', { name: /^Today/ }).click();
  await atPath('/today');
});

test('[DAY-04] typing g and t in a field does not navigate', async () => {
  await openApp('/queue', { items });
  await expect.element(toast).toBeInTheDocument();
  await page.getByPlaceholder('Search queue items...').fill('');
  await userEvent.keyboard('gt');
  await expect.element(page.getByPlaceholder('Search queue items...')).toHaveValue('gt');
  await expect.poll(() => location.pathname).toBe('/queue');
});

test.each(['/today', '/upcoming'])(
  '[DAY-10] on %s more than five overdue items are folded under their number',
  async (path) => {
    const overdue = (count: number): readonly SeedItem[] =>
      Array.from({ length: count }, (_, at) => ({
        type: 'todo',
        title: `Late ${at + 1}`,
        due_date: on(-1 - at),
      }));
    const now: SeedItem = { type: 'todo', title: 'Call Bo', due_date: today };
    const app = await openApp(path, { items: [...overdue(6), now] });
    await expect.poll(days).toEqual({ [today]: ['Call Bo'] });
    const fold = main.getByRole('button', { name: 'Overdue 6', exact: true });
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    await press(fold, '{Enter}');
    await expect.element(fold).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row('Late 6')).toBeVisible();
    await fold.click();
    await expect.element(row('Late 6')).not.toBeInTheDocument();
    await app.reopenWith([...overdue(5), now]);
    await expect.element(row('Late 5')).toBeVisible();
  },
);

test('[DAY-10] overdue items that somebody is busy with do not fold when one more comes', async () => {
  const { user } = await openSignedIn('/today', async (ada) => {
    for (let at = 1; at <= 5; at += 1) {
      await ada.make({ type: 'todo', title: `Late ${at}`, due_date: on(-at) });
    }
  });
  await arrived('Late 1', 'Late 5');
  await row('Late 3').getByRole('button', { name: 'Late 3', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('Later');
  const sixth = { type: 'todo', title: 'Late 6', due_date: on(-6) };
  await elsewhere(user, 'POST', '/api/items', sixth);
  await expect.element(button('Overdue 6')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(editor).toHaveValue('Later');
  await expect.element(editor).toHaveFocus();
});

describe('all overdue items', () => {
  const late: readonly SeedItem[] = [
    { type: 'campaign', title: 'Sail north', end_date: on(-9) },
    { type: 'task', title: 'Water the plants', due_date: on(-2), repeat: 'FREQ=WEEKLY' },
    ...Array.from({ length: 4 }, (_, at): SeedItem => ({
      type: 'todo',
      title: `Late ${at + 1}`,
      due_date: on(-1 - at),
    })),
  ];
  const inOrder = ['Late 1', 'Late 2', 'Late 3', 'Late 4', 'Sail north', 'Water the plants'];
  const titlesOn = (day: string) => (days()[day] ?? []).toSorted();

  test('[DAY-11] move to today by one press, and one undo takes them back', async () => {
    await openApp('/today', { items: late });
    await expect
      .element(main.getByRole('button', { name: 'Overdue 6', exact: true }))
      .toBeVisible();
    await press(button('Move all to today'), '{Enter}');
    await expect.poll(() => titlesOn(today)).toEqual(inOrder);
    await said('6 moved', 'Now due today.');
    await expect.element(heading('Today')).toHaveFocus();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(main.getByRole('button', { name: 'Overdue 6', exact: true }))
      .toBeVisible();
    expect(titlesOn(today)).toEqual([]);
  });

  test('[DAY-11] move to a day of the date dialog, or lose their date', async () => {
    await openApp('/upcoming', { items: late });
    await button('Move all to…').click();
    const dialog = page.getByRole('dialog', { name: 'Move 6 items to…' });
    const typed = dialog.getByRole('textbox', { name: 'When' });
    // The times of the items differ.
    await typed.fill('tomorrow 5pm');
    await expect.element(dialog).toHaveTextContent('No date in these words yet.');
    await typed.fill('tomorrow');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => titlesOn(on(1))).toEqual(inOrder);
    await said('6 moved', 'Now due tomorrow.');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await button('Move all to…').click();
    await dialog.getByRole('button', { name: 'No date' }).click();
    await said('6 moved', 'No date now.');
    await expect.element(main.getByText('Nothing planned')).toHaveLength(14);
  });
});

describe('the done items of today', () => {
  const now = new Date().toISOString();
  const done = { type: 'todo', status: 'completed' } as const;
  const mixed: readonly SeedItem[] = [
    { type: 'todo', title: 'Call Bo', due_date: today },
    { type: 'todo', title: 'Water the plants', due_date: today, repeat: 'FREQ=DAILY' },
    { ...done, title: 'Done ahead', due_date: today },
    { ...done, title: 'Done late', due_date: on(-3), completed_at: now },
    { ...done, title: 'Done before', due_date: on(-3) },
    { ...done, title: 'Of tomorrow', due_date: on(1), completed_at: now },
    { ...done, title: 'Without a date', completed_at: now },
    { ...done, title: 'Of others', due_date: today, assigned_to: 2 },
  ];
  const fold = (count: number) => button(`Done ${count}`);

  test('[DAY-12] are counted under the heading, and folded below the list', async () => {
    await openApp('/today', { items: mixed });
    await expect.element(main.getByText(/ 2 of 4 done$/)).toBeVisible();
    await expect.element(fold(2)).toHaveAttribute('aria-expanded', 'false');
    await expect.element(row('Done ahead')).not.toBeInTheDocument();
    await press(fold(2), '{Enter}');
    const list = main.getByRole('list', { name: 'Done' });
    await expect
      .poll(() =>
        list
          .getByRole('listitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual([expect.stringContaining('Done late'), expect.stringContaining('Done ahead')]);
    await toggle('Done late');
    await expect.element(main.getByText(/ 1 of 4 done$/)).toBeVisible();
    await expect.poll(days).toMatchObject({ overdue: ['Done late'] });
  });

  test('[DAY-12] include a completed occurrence, and the last one plants a flag', async () => {
    await openApp('/today', { items: mixed });
    await toggle('Water the plants');
    await expect.element(main.getByText(/ 3 of 4 done$/)).toBeVisible();
    await toggle('Call Bo');
    await expect.element(main.getByText(/ 4 of 4 done$/)).toBeVisible();
    await expect.element(main.getByText('All 4 are done.', { exact: true })).toBeVisible();
    await expect.element(main.getByText('Nothing is due today.')).not.toBeInTheDocument();
    await expect.element(heading('Today')).toHaveFocus();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(days).toEqual({ [today]: ['Call Bo'] });
    await expect.element(main.getByText(/ 3 of 4 done$/)).toBeVisible();
  });
});
