import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { guestAt, seed, type SeededItem } from './guest.ts';
import { goOn } from './on-page.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);
const tabs = ['All', 'Campaigns', 'Tasks', 'Todos'] as const;
const choose = (page: Page, tab: string) =>
  page.getByRole('main').getByRole('tab', { name: tab, exact: true }).click();

/** One of each type in each status, those of the second task and its todo nested. */
const family: readonly SeededItem[] = (['pending', 'in_progress', 'completed'] as const).flatMap(
  (status, place) => [
    { type: 'campaign', title: `Campaign ${status}`, status },
    { type: 'task', title: `Task ${status}`, status },
    { type: 'todo', title: `Todo ${status}`, status },
    { type: 'task', title: `Nested task ${status}`, status, parent: place * 5 },
    { type: 'todo', title: `Nested todo ${status}`, status, parent: place * 5 + 3 },
  ],
);

/** What tells Queue, Active and Completed apart. */
interface StatusList {
  readonly path: string;
  readonly title: string;
  readonly subtitle: string;
  readonly search: string;
  readonly group: 'pending' | 'in_progress' | 'completed';
  /** For each tab its text when empty, and the hint below it or ''. */
  readonly empty: readonly (readonly [text: string, hint: string])[];
}

/** Holds a list's texts, tabs and empty states, then which items of the family each tab shows. */
async function expectStatusList(browser: Browser, list: StatusList): Promise<void> {
  const { path, title, subtitle, search, group, empty } = list;
  const ada = await at(browser, path);
  const { page } = ada;
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText(subtitle, { exact: true })).toBeVisible();
  await expect(page.getByPlaceholder(search)).toBeVisible();
  await expect(page.getByRole('main').getByRole('tab')).toHaveText([...tabs]);
  for (const [place, [text, hint]] of empty.entries()) {
    await choose(page, tabs[place] ?? '');
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    if (hint !== '') await expect(page.getByText(hint, { exact: true })).toBeVisible();
  }
  await seed(ada, [
    ...family,
    { type: 'todo', title: 'Of another person', status: group, user_id: 1001 },
  ]);
  await choose(page, 'All');
  await expect
    .poll(async () => (await ada.titles()).sort())
    .toEqual([`Campaign ${group}`, `Task ${group}`, `Todo ${group}`]);
  for (const [tab, expected] of [
    ['Campaigns', [`Campaign ${group}`]],
    ['Tasks', [`Nested task ${group}`, `Task ${group}`]],
    ['Todos', [`Nested todo ${group}`, `Todo ${group}`]],
  ] as const) {
    await choose(page, tab);
    await expect.poll(async () => (await ada.titles()).sort()).toEqual(expected);
  }
}

test('[LIST-01] [LIST-06] [LIST-12] [LIST-13] [LIST-14] [LIST-02] [LIST-07] Queue has its texts, its tabs and its items', async ({
  browser,
}) => {
  await expectStatusList(browser, {
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

test('[LIST-01] [LIST-06] [LIST-12] [LIST-13] [LIST-14] [LIST-03] [LIST-08] Active has its texts, its tabs and its items', async ({
  browser,
}) => {
  await expectStatusList(browser, {
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

test('[LIST-01] [LIST-06] [LIST-12] [LIST-13] [LIST-14] [LIST-04] [LIST-09] Completed has its texts, its tabs and its items', async ({
  browser,
}) => {
  await expectStatusList(browser, {
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

test('[LIST-05] the search box filters by title or description after a pause, from two characters on', async ({
  browser,
}) => {
  const ada = await at(browser, '/queue');
  // Before the page is opened again: no timer that the test counts on may belong to the real clock.
  await ada.page.clock.install();
  await seed(
    ada,
    (['pending', 'in_progress', 'completed'] as const).flatMap((status): SeededItem[] => [
      { type: 'todo', status, title: `Buy a rope: ${status}` },
      {
        type: 'todo',
        status,
        title: `Call the dentist: ${status}`,
        description: 'Ask about a ROPE too.',
      },
      { type: 'todo', status, title: `Antifouling: ${status}` },
    ]),
  );
  for (const [minute, { path, placeholder, status }] of [
    { path: '/queue', placeholder: 'Search queue items...', status: 'pending' },
    { path: '/active', placeholder: 'Search active items...', status: 'in_progress' },
    { path: '/completed', placeholder: 'Search completed items...', status: 'completed' },
  ].entries()) {
    await goOn(ada.page, path);
    const found = ['Antifouling', 'Call the dentist', 'Buy a rope'].map(
      (title) => `${title}: ${status}`,
    );
    await expect.poll(() => ada.titles()).toEqual(found);
    await ada.page.clock.pauseAt(Date.now() + (minute + 1) * 60_000);
    const box = ada.page.getByPlaceholder(placeholder);
    await box.fill(' rope ');
    await ada.page.clock.runFor(290);
    expect(await ada.titles()).toEqual(found);
    await ada.page.clock.runFor(20);
    await expect.poll(() => ada.titles()).toEqual(found.slice(1));
    await box.fill(' r ');
    await ada.page.clock.runFor(310);
    await expect.poll(() => ada.titles()).toEqual(found);
    await box.fill('zebra');
    await ada.page.clock.runFor(310);
    await expect(ada.page.getByText('No items found for "zebra"')).toBeVisible();
    await ada.page.clock.resume();
  }
});

test('[LIST-10] above the queue stands what to start now, and starting it', async ({ browser }) => {
  const ada = await at(browser, '/queue');
  await expect(ada.page.getByRole('region', { name: 'Up next' })).toHaveCount(0);
  await seed(ada, [
    { type: 'todo', title: 'Oldest' },
    { type: 'task', title: 'Due later', due_date: '2031-01-02' },
    { type: 'campaign', title: 'Sail north', status: 'in_progress' },
    { type: 'todo', title: 'Overdue', due_date: '2020-01-02', parent: 2 },
  ]);
  const next = ada.page.getByRole('region', { name: 'Up next' });
  for (const title of ['Overdue', 'Due later', 'Oldest']) {
    await expect(next).toContainText(title);
    await next.getByRole('button', { name: 'Start' }).click();
  }
  await expect(next).toHaveCount(0);
  await ada.page.goto('/active');
  await expect(ada.row('Due later')).toBeVisible();
  await choose(ada.page, 'Todos');
  await expect(ada.row('Overdue')).toContainText('in Sail north');
  await expect(ada.row('Overdue')).toContainText('Due: Jan 2, 2020, overdue');
});

test('[LIST-11] [MYLIST-05] Queue by creation, Active by last change, Completed by completion, the newest first', async ({
  browser,
}) => {
  const ada = await at(browser, '/queue');
  const day = (number: number) => `2026-02-0${number}T00:00:00.000Z`;
  await seed(ada, [
    { type: 'todo', title: 'Q1', created_at: day(1), updated_at: day(9) },
    { type: 'todo', title: 'Q2', created_at: day(2), updated_at: day(2) },
    { type: 'todo', title: 'A1', status: 'in_progress', created_at: day(2), updated_at: day(3) },
    { type: 'todo', title: 'A2', status: 'in_progress', created_at: day(1), updated_at: day(4) },
    {
      type: 'todo',
      title: 'C1',
      status: 'completed',
      created_at: day(1),
      updated_at: day(9),
      completed_at: day(3),
    },
    {
      type: 'todo',
      title: 'C2',
      status: 'completed',
      created_at: day(2),
      updated_at: day(5),
      completed_at: day(4),
    },
  ]);
  for (const [path, tab, order] of [
    ['/queue', 'Queue', ['Q2', 'Q1']],
    ['/active', 'Active', ['A2', 'A1']],
    ['/completed', 'Completed', ['C2', 'C1']],
  ] as const) {
    await ada.page.goto(path);
    await expect.poll(() => ada.titles()).toEqual(order);
    await ada.page.goto('/my-list');
    await ada.page.getByRole('tab', { name: tab }).click();
    await expect.poll(() => ada.titles()).toEqual(order);
  }
});

test('a key that is held down acts on one item, not on all that move up', async ({ browser }) => {
  const ada = await at(browser, '/queue');
  const { page } = ada;
  await seed(
    ada,
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((title): SeededItem => ({
      type: 'todo',
      title,
    })),
  );
  const title = (name: string) => page.getByRole('button', { name, exact: true });
  const complete = (name: string) => page.getByRole('button', { name: `Complete ${name}` });
  const said = (text: string) => page.getByText(text, { exact: true }).first();
  await title('Six').focus();
  await page.keyboard.down('Delete');
  await expect(title('Five')).toBeFocused();
  await page.keyboard.down('Delete');
  await page.keyboard.up('Delete');
  await page.keyboard.press('c');
  await expect(said('“Five” is completed.')).toBeVisible();
  await complete('Four').focus();
  await page.keyboard.down('Enter');
  await expect(complete('Three')).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('s');
  await expect(said('“Three” is started.')).toBeVisible();
  await expect.poll(() => ada.titles()).toEqual(['Two', 'One']);
});

test('the place in a list is kept for the keyboard when its item leaves', async ({ browser }) => {
  const ada = await at(browser, '/queue');
  await seed(
    ada,
    ['One', 'Two', 'Three'].map((title): SeededItem => ({ type: 'todo', title })),
  );
  const complete = (title: string) => ada.page.getByRole('button', { name: `Complete ${title}` });
  await complete('Two').focus();
  await ada.page.keyboard.press('Enter');
  await expect(complete('One')).toBeFocused();
  await ada.page.keyboard.press('ArrowUp');
  await expect(complete('Three')).toBeFocused();
  await ada.page.keyboard.press('s');
  await expect(complete('One')).toBeFocused();
  await ada.page.keyboard.press('Enter');
  await expect(ada.page.getByRole('heading', { name: 'Queue', level: 1 })).toBeFocused();
});
