/// <reference types="@vitest/browser-playwright" />
import { cdp, page, userEvent } from 'vitest/browser';
import {
  button,
  chooseTab,
  goOn,
  heading,
  main,
  press,
  row,
  texts,
  titles,
  toast,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';
import { stopTime } from '../ui/testing/fake-time.ts';

const tabs = ['All', 'Campaigns', 'Tasks', 'Todos'] as const;
const next = page.getByRole('region', { name: 'Up next' });
const todos = (...names: readonly string[]): SeedItem[] =>
  names.map((title) => ({ type: 'todo', title }));

/** One item of each type in each status; those of the second task and its todo are nested. */
const family: readonly SeedItem[] = (['pending', 'in_progress', 'completed'] as const).flatMap(
  (status, place) => [
    { type: 'campaign', title: `Campaign ${status}`, status },
    { type: 'task', title: `Task ${status}`, status },
    { type: 'todo', title: `Todo ${status}`, status },
    { type: 'task', title: `Nested task ${status}`, status, parent: place * 5 },
    { type: 'todo', title: `Nested todo ${status}`, status, parent: place * 5 + 3 },
  ],
);

/** The differences of Queue, Active and Completed. */
interface StatusList {
  readonly path: string;
  readonly title: string;
  readonly subtitle: string;
  readonly search: string;
  readonly group: 'pending' | 'in_progress' | 'completed';
  /** For each tab its text when empty, and the hint below it or ''. */
  readonly empty: readonly (readonly [text: string, hint: string])[];
}

/** Checks a list's texts, tabs and empty states, then the items of the family in each tab. */
async function expectStatusList(list: StatusList): Promise<void> {
  const { path, title, subtitle, search, group, empty } = list;
  const app = await openApp(path);
  await expect.element(heading(title)).toBeVisible();
  await expect.element(page.getByText(subtitle, { exact: true })).toBeVisible();
  await expect.element(page.getByPlaceholder(search)).toBeVisible();
  await expect.poll(() => texts(main.getByRole('tab'))).toEqual(tabs);
  for (const [place, [text, hint]] of empty.entries()) {
    await chooseTab(tabs[place] ?? '');
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    if (hint !== '') await expect.element(page.getByText(hint, { exact: true })).toBeVisible();
  }
  await app.reopenWith([
    ...family,
    { type: 'todo', title: 'Of another person', status: group, user_id: 1001 },
  ]);
  for (const [tab, expected] of [
    ['All', [`Campaign ${group}`, `Task ${group}`, `Todo ${group}`]],
    ['Campaigns', [`Campaign ${group}`]],
    ['Tasks', [`Nested task ${group}`, `Task ${group}`]],
    ['Todos', [`Nested todo ${group}`, `Todo ${group}`]],
  ] as const) {
    await chooseTab(tab);
    await expect.poll(() => titles().sort()).toEqual(expected);
  }
}

test('[LIST-01] [LIST-06] [LIST-12] [LIST-13] [LIST-14] [LIST-02] [LIST-07] Queue has its texts, its tabs and its items', async () => {
  await expectStatusList({
    path: '/queue',
    title: 'Queue',
    subtitle: 'Things waiting to be started',
    search: 'Search queue items...',
    group: 'pending',
    empty: [
      ['Your queue is empty!', 'Add something new to get started.'],
      ['No campaigns in queue!', ''],
      ['No tasks in queue!', ''],
      ['No todos in queue!', ''],
    ],
  });
});

test('[LIST-01] [LIST-06] [LIST-12] [LIST-13] [LIST-14] [LIST-03] [LIST-08] Active has its texts, its tabs and its items', async () => {
  await expectStatusList({
    path: '/active',
    title: 'Active',
    subtitle: "What you're working on right now",
    search: 'Search active items...',
    group: 'in_progress',
    empty: [
      ['Nothing active!', ''],
      ['No active campaigns!', ''],
      ['No active tasks!', ''],
      ['No active todos!', ''],
    ],
  });
});

test('[LIST-01] [LIST-06] [LIST-12] [LIST-13] [LIST-14] [LIST-04] [LIST-09] Completed has its texts, its tabs and its items', async () => {
  await expectStatusList({
    path: '/completed',
    title: 'Completed',
    subtitle: 'Your achievements and wins',
    search: 'Search completed items...',
    group: 'completed',
    empty: [
      ['No completed items yet!', ''],
      ['No completed campaigns yet!', 'Finish all tasks in a campaign to complete it.'],
      ['No completed tasks yet!', 'Finish all todos in a task to complete it.'],
      ['No completed todos yet!', ''],
    ],
  });
});

for (const [path, status, hint] of [
  ['/active', 'in_progress', 'What you are working on is inside other items.'],
  ['/completed', 'completed', 'What you have completed is inside other items.'],
] as const) {
  test(`[LIST-15] an empty All tab of ${path} links to the items inside other items`, async () => {
    const campaign: SeedItem = { type: 'campaign', title: 'Sail north' };
    const task: SeedItem = { type: 'task', title: 'Get ready', parent: 0, status };
    const app = await openApp(path, { items: [campaign] });
    const show = main.getByRole('button', { name: /^Show / });
    await expect.element(main.getByRole('tabpanel')).toBeVisible();
    await expect.element(page.getByText(hint)).not.toBeInTheDocument();
    await app.reopenWith([campaign, task]);
    await expect.element(page.getByText(hint)).toBeVisible();
    await button('Show tasks').click();
    await expect.poll(titles).toEqual(['Get ready']);
    await expect.element(show).not.toBeInTheDocument();
    await app.reopenWith([
      campaign,
      task,
      { type: 'todo', title: 'Buy a rope', parent: 0, status },
    ]);
    // The chosen tab is kept.
    await chooseTab('All');
    await button('Show todos').click();
    await expect.poll(titles).toEqual(['Buy a rope']);
  });
}

for (const [path, placeholder, status] of [
  ['/queue', 'Search queue items...', 'pending'],
  ['/active', 'Search active items...', 'in_progress'],
  ['/completed', 'Search completed items...', 'completed'],
] as const) {
  test(`[LIST-05] the search box of ${path} filters by title or description after a pause, from two characters on`, async () => {
    await openApp('/', {
      items: [
        { type: 'todo', status, title: 'Buy a rope' },
        { type: 'todo', status, title: 'Call the dentist', description: 'Ask about a ROPE too.' },
        { type: 'todo', status, title: 'Antifouling' },
      ],
    });
    // Typed while the app starts, a search is shown without a pause.
    await expect.element(row('Buy a rope')).toBeVisible();
    goOn(path);
    const found = ['Antifouling', 'Call the dentist', 'Buy a rope'];
    await expect.poll(titles).toEqual(found);
    const box = page.getByPlaceholder(placeholder);
    await expect.element(box).toBeVisible();
    const pass = stopTime();
    await box.fill(' rope ');
    await pass(290);
    expect(titles()).toEqual(found);
    await pass(20);
    await expect.poll(titles).toEqual(found.slice(1));
    await box.fill(' r ');
    await pass(310);
    await expect.poll(titles).toEqual(found);
    await box.fill('zebra');
    await pass(310);
    await expect.element(page.getByText('No items found for "zebra"')).toBeVisible();
  });
}

test('[SEARCH-09] a list and the search dialog find texts that differ from the query in case, accents and letter forms', async () => {
  const found = [
    ['İstanbul gezisi', 'istanbul'],
    ['Café crème', 'cafe'],
    ['Straße kehren', 'strasse'],
    ['Zürich', 'zurich'],
  ] as const;
  await openApp('/', {
    items: found.map(([title]) => ({ type: 'todo', status: 'pending', title })),
  });
  goOn('/queue');
  const box = page.getByPlaceholder('Search queue items...');
  for (const [title, query] of found) {
    await box.fill(query);
    await expect.poll(titles).toEqual([title]);
  }
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = page.getByRole('dialog', { name: 'Search items' });
  for (const [title, query] of found) {
    await dialog.getByRole('combobox').fill(query);
    await expect.element(dialog.getByRole('option').filter({ hasText: title })).toBeVisible();
  }
});

test('[LIST-10] the item to start next is shown above the queue, with a Start button', async () => {
  const app = await openApp('/queue');
  await expect.element(page.getByText('Your queue is empty!')).toBeVisible();
  await expect.element(next).not.toBeInTheDocument();
  await app.reopenWith([
    { type: 'todo', title: 'Oldest' },
    { type: 'task', title: 'Due later', due_date: '2031-01-02' },
    { type: 'campaign', title: 'Sail north', status: 'in_progress' },
    { type: 'todo', title: 'Overdue', due_date: '2020-01-02', parent: 2 },
  ]);
  for (const title of ['Overdue', 'Due later', 'Oldest']) {
    await expect.element(next).toHaveTextContent(title);
    await next.getByRole('button', { name: 'Start' }).click();
  }
  await expect.element(next).not.toBeInTheDocument();
  goOn('/active');
  await expect.element(row('Due later')).toBeVisible();
  await chooseTab('Todos');
  await expect.element(row('Overdue')).toHaveTextContent('in Sail north');
  await expect.element(row('Overdue')).toHaveTextContent('Due: Jan 2, 2020, overdue');
});

test('a queue whose items are all in campaigns is not called empty', async () => {
  await openApp('/queue', {
    items: [
      { type: 'campaign', title: 'Cross the Alps', status: 'in_progress' },
      { type: 'todo', title: 'Buy boots', parent: 0 },
    ],
  });
  await expect.element(next).toHaveTextContent('Buy boots');
  await expect
    .element(page.getByText('All waiting items are in your campaigns and tasks.'))
    .toBeVisible();
  await expect.element(page.getByText('Your queue is empty!')).not.toBeInTheDocument();
  await button('Start').click();
  await expect.element(page.getByText('Your queue is empty!')).toBeVisible();
});

test('[LIST-11] [MYLIST-05] Queue is sorted by creation, Active by last change, Completed by completion, the newest first', async () => {
  const day = (number: number) => `2026-02-0${number}T00:00:00.000Z`;
  const todo = (title: string, created: number, updated: number) =>
    ({ type: 'todo', title, created_at: day(created), updated_at: day(updated) }) as const;
  await openApp('/', {
    items: [
      todo('Q1', 1, 9),
      todo('Q2', 2, 2),
      { ...todo('A1', 2, 3), status: 'in_progress' },
      { ...todo('A2', 1, 4), status: 'in_progress' },
      { ...todo('C1', 1, 9), status: 'completed', completed_at: day(3) },
      { ...todo('C2', 2, 5), status: 'completed', completed_at: day(4) },
    ],
  });
  for (const [path, tab, order] of [
    ['/queue', 'Queue', ['Q2', 'Q1']],
    ['/active', 'Active', ['A2', 'A1']],
    ['/completed', 'Completed', ['C2', 'C1']],
  ] as const) {
    goOn(path);
    await expect.poll(titles).toEqual(order);
    goOn('/my-list');
    await expect.element(heading('My List')).toBeVisible();
    await main.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
    await expect.poll(titles).toEqual(order);
  }
});

/** The event that the keyboard repeats while a key is held down. */
async function repeatHeld(key: {
  readonly type: 'keyDown' | 'rawKeyDown';
  readonly key: string;
  readonly windowsVirtualKeyCode: number;
  readonly text?: string;
}): Promise<void> {
  await cdp().send('Input.dispatchKeyEvent', { ...key, code: key.key, autoRepeat: true });
}

test('a key held down acts on one item, not on all that move up', async () => {
  await openApp('/queue', { items: todos('One', 'Two', 'Three', 'Four', 'Five', 'Six') });
  const complete = (name: string) => page.getByRole('button', { name: `Complete ${name}` });
  const said = (text: string) => page.getByText(text, { exact: true }).first();
  await press(button('Six'), '{Delete>}');
  await expect.element(button('Five')).toHaveFocus();
  await repeatHeld({ type: 'rawKeyDown', key: 'Delete', windowsVirtualKeyCode: 46 });
  await userEvent.keyboard('{/Delete}c');
  await expect.element(said('“Five” is completed.')).toBeVisible();
  await press(complete('Four'), '{Enter>}');
  await expect.element(complete('Three')).toHaveFocus();
  await repeatHeld({ type: 'keyDown', key: 'Enter', windowsVirtualKeyCode: 13, text: '\r' });
  await userEvent.keyboard('{/Enter}s');
  await expect.element(said('“Three” is started.')).toBeVisible();
  await expect.poll(titles).toEqual(['Two', 'One']);
});

test('when an item leaves the list, the keyboard keeps its place in the list', async () => {
  await openApp('/queue', { items: todos('One', 'Two', 'Three') });
  const complete = (name: string) => page.getByRole('button', { name: `Complete ${name}` });
  await press(complete('Two'), '{Enter}');
  await expect.element(complete('One')).toHaveFocus();
  // The keys of the line load with the messages.
  await expect.element(toast.getByText('Todo updated')).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(complete('Three')).toHaveFocus();
  await userEvent.keyboard('s');
  await expect.element(complete('One')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Queue')).toHaveFocus();
});
