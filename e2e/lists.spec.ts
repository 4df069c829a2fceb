import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { guestAt, seed, type SeededItem } from './guest.ts';
import type { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { goOn } from './on-page.ts';
import { comeOnline, test } from './troubled.ts';

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

/** The titles of the list in sight, from above. */
function titles(person: Person): Promise<string[]> {
  return person.page
    .getByRole('main')
    .getByRole('listitem')
    .locator('[data-control=title], p:first-child')
    .allInnerTexts();
}

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

test('[HOME-01] [HOME-02] [HOME-05] [HOME-06] [HOME-07] [HOME-08] Home has its heading, four tabs with a quick-add each, and says what is missing', async ({
  browser,
}) => {
  const { page } = await at(browser);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByText('Everything happening in your world')).toBeVisible();
  await expect(page.getByRole('main').getByRole('tab')).toHaveText([...tabs]);
  for (const [tab, empty, add] of [
    ['All', 'No items yet! Create your first campaign to get started.', 'Add todo'],
    [
      'Campaigns',
      'No campaigns yet! Create a campaign to organize your big goals.',
      'Add campaign',
    ],
    ['Tasks', 'No tasks yet! Tasks help break down campaigns into manageable pieces.', 'Add task'],
    ['Todos', 'No todos yet! Todos are the smallest actionable items.', 'Add todo'],
  ] as const) {
    await choose(page, tab);
    await expect(page.getByText(empty, { exact: true })).toBeVisible();
    const card = page.getByRole('form', { name: 'Quick add' });
    await card.getByRole('textbox', { name: 'Title' }).click();
    await expect(card.getByRole('button', { name: add })).toBeVisible();
  }
});

test('[HOME-03] All shows the first 20 orphans, newest first, and all of them on demand', async ({
  browser,
}) => {
  const ada = await at(browser);
  const todos: SeededItem[] = Array.from({ length: 100 }, (_, place) => ({
    type: 'todo',
    title: `Todo ${place + 1}`,
  }));
  await seed(ada, todos.slice(0, 20));
  await expect(ada.page.getByRole('main').getByRole('listitem')).toHaveCount(20);
  await expect(ada.page.getByRole('button', { name: /^View All/ })).toHaveCount(0);

  await seed(ada, [
    ...todos,
    { type: 'task', title: 'Task' },
    { type: 'todo', title: 'Nested', parent: 100 },
  ]);
  const newest = [
    'Task',
    ...todos
      .slice(81)
      .map(({ title }) => title)
      .reverse(),
  ];
  const viewAll = ada.page.getByRole('button', { name: 'View All (101 items)' });
  // The heading stands before anything has been read.
  await viewAll.waitFor();
  expect(await titles(ada)).toEqual(newest);
  await viewAll.click();
  await ada.page.getByRole('button', { name: 'Show Less' }).waitFor();
  // The list is long: what is far from the window is not on the page until one scrolls there.
  await expect(ada.row('Todo 1')).toHaveCount(0);
  await ada.page.keyboard.press('End');
  await expect(ada.row('Todo 1')).toBeVisible();
  await expect(ada.row('Todo 1')).toHaveAttribute('aria-posinset', '101');
  await ada.page.getByRole('button', { name: 'Show Less' }).click();
  expect(await titles(ada)).toEqual(newest);
});

test('beside Home a wide window shows what to start now and what is under way', async ({
  browser,
}) => {
  const ada = await at(browser);
  const { page } = ada;
  const side = page.getByRole('complementary', { name: 'Up next and in progress' });
  await expect(side).toHaveCount(0);
  await seed(ada, [
    { type: 'campaign', title: 'Sail north', status: 'in_progress' },
    { type: 'task', title: 'Get the boat ready', parent: 0, status: 'completed' },
    { type: 'todo', title: 'Buy a rope', parent: 0 },
  ]);
  await expect(side.getByRole('region', { name: 'Up next' })).toContainText('Buy a rope');
  await expect(side.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 2');
  await side.getByRole('button', { name: 'Start' }).click();
  await expect(side.getByRole('region', { name: 'Up next' })).toHaveCount(0);
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(side).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await side.getByRole('link', { name: 'Go on with Sail north' }).click();
  await expect(page).toHaveURL(/\/campaigns\/1$/);
});

test('[HOME-04] [CAMP-03] while the first sync runs lists load; if it fails, the campaign list says so', async ({
  browser,
  faults,
}) => {
  const ada = await guestAt(browser, faults.url);
  const calls = { path: /^\/api\/(items|changes|batch)/, times: Infinity };
  faults.plan({ kind: 'hung' }, calls);
  await ada.signIn('+15550300001', 'Ada');
  await expect(ada.page.getByText('Loading items...')).toBeVisible();
  await goOn(ada.page, '/campaigns');
  await expect(ada.page.getByText('Loading campaigns...')).toBeVisible();
  faults.heal();
  faults.plan({ kind: 'status', status: 500 }, calls);
  await comeOnline(ada.page);
  await expect(ada.page.getByText('Failed to load campaigns')).toHaveCount(1);
});

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
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(3);
  expect((await titles(ada)).sort()).toEqual([
    `Campaign ${group}`,
    `Task ${group}`,
    `Todo ${group}`,
  ]);
  for (const [tab, expected] of [
    ['Campaigns', [`Campaign ${group}`]],
    ['Tasks', [`Nested task ${group}`, `Task ${group}`]],
    ['Todos', [`Nested todo ${group}`, `Todo ${group}`]],
  ] as const) {
    await choose(page, tab);
    await expect(items).toHaveCount(expected.length);
    expect((await titles(ada)).sort()).toEqual(expected);
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
  // Before the page is opened anew: no timer that the test counts on may belong to the real clock.
  await ada.page.clock.install();
  await seed(ada, [
    { type: 'todo', title: 'Buy a rope' },
    { type: 'todo', title: 'Call the dentist', description: 'Ask about a ROPE too.' },
    { type: 'todo', title: 'Antifouling' },
  ]);
  const items = ada.page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(3);
  await ada.page.clock.pauseAt(Date.now() + 60_000);
  const box = ada.page.getByPlaceholder('Search queue items...');
  await box.fill(' rope ');
  await ada.page.clock.runFor(290);
  await expect(items).toHaveCount(3);
  await ada.page.clock.runFor(20);
  await expect(items).toHaveCount(2);
  await box.fill(' r ');
  await ada.page.clock.runFor(310);
  await expect(items).toHaveCount(3);
  await box.fill('zebra');
  await ada.page.clock.runFor(310);
  await expect(ada.page.getByText('No items found for "zebra"')).toBeVisible();
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
    await expect.poll(() => titles(ada)).toEqual(order);
    await ada.page.goto('/my-list');
    await ada.page.getByRole('tab', { name: tab }).click();
    await expect.poll(() => titles(ada)).toEqual(order);
  }
});

test('[MYLIST-01] [MYLIST-02] [MYLIST-03] [MYLIST-04] [MYLIST-06] My List shows what one created, counted, by state', async ({
  browser,
}) => {
  const ada = await at(browser, '/my-list');
  const { page } = ada;
  await expect(page.getByRole('heading', { name: 'My List', level: 1 })).toBeVisible();
  await expect(page.getByText("All items you've created")).toBeVisible();
  const shown = page.getByRole('main').getByRole('tab');
  await expect(shown).toHaveText(['Queue', 'Active', 'Completed']);
  for (const [tab, empty] of [
    ['Queue', 'No items in your queue'],
    ['Active', 'No active items'],
    ['Completed', 'No completed items yet'],
  ] as const) {
    await shown.filter({ hasText: tab }).click();
    await expect(page.getByText(empty, { exact: true })).toBeVisible();
  }
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'todo', title: 'Nested', parent: 0 },
    { type: 'todo', title: 'Of another person', user_id: 1001 },
    { type: 'todo', title: 'Under way', status: 'in_progress' },
  ]);
  await expect(shown).toHaveText(['Queue2', 'Active1', 'Completed']);
  await expect.poll(() => titles(ada)).toEqual(['Nested', 'Sail north']);
  await page.getByPlaceholder('Search my items...').fill('nest');
  await expect.poll(() => titles(ada)).toEqual(['Nested']);
  await expect(shown).toHaveText(['Queue2', 'Active1', 'Completed']);
  await shown.filter({ hasText: 'Active' }).click();
  await expect(page.getByText('No items found for "nest"')).toBeVisible();
});

test('[CAMP-01] [CAMP-02] the campaign list has cards that link to their campaigns, 20 a page', async ({
  browser,
}) => {
  const ada = await at(browser, '/campaigns');
  const { page } = ada;
  await expect(page.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible();
  const campaigns: SeededItem[] = Array.from({ length: 41 }, (_, place) => ({
    type: 'campaign',
    title: `Campaign ${place + 1}`,
    description: `About ${place + 1}`,
    status: 'in_progress',
    end_date: '2030-05-06',
  }));
  const cards = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem');
  await seed(ada, campaigns.slice(0, 20));
  await expect(cards).toHaveCount(20);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  await seed(ada, campaigns);
  await expect(cards).toHaveCount(20);
  await expect(cards.first()).toContainText('Campaign 41');
  await expect(cards.first()).toContainText('About 41');
  await expect(cards.first()).toContainText('Status: in progress');
  await expect(cards.first()).toContainText('Due: May 6, 2030');
  const previous = page.getByRole('button', { name: 'Previous' });
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expect(previous).toBeDisabled();
  await next.click();
  await next.click();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await expect(next).toBeDisabled();
  await previous.click();
  await expect(cards.first()).toContainText('Campaign 21');
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/campaigns\/21$/);
  await page.goBack();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
});

test('[SEARCH-01] [SEARCH-02] [SEARCH-03] [SEARCH-04] [SEARCH-05] [SEARCH-07] the search dialog finds, shows and opens by keys', async ({
  browser,
}) => {
  const ada = await at(browser);
  const { page } = ada;
  await seed(ada, [
    { type: 'campaign', title: 'Rope the boats', status: 'in_progress' },
    { type: 'task', title: 'Get the boat ready', description: 'With rope.', parent: 0 },
    { type: 'todo', title: 'Buy a rope', parent: 1 },
    { type: 'todo', title: 'Rope alone' },
    ...Array.from({ length: 12 }, (_, place): SeededItem => ({
      type: 'todo',
      title: `Knot ${place}`,
    })),
  ]);
  // Before the app sets any timer that the test counts on: none may belong to the real clock.
  await page.clock.install();
  const dialog = page.getByRole('dialog', { name: 'Search items' });
  const field = dialog.getByPlaceholder('Search items...');
  const hits = dialog.getByRole('option');
  const open = async (query: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(query);
  };
  await open('');
  await expect(dialog.getByText('Start typing to search across all your items')).toBeVisible();
  await expect(dialog.getByText('Cmd+K')).toBeVisible();
  await field.fill('r');
  await expect(dialog.getByText('Start typing to search across all your items')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await field.fill('  ROPE ');
  await page.clock.runFor(290);
  await expect(dialog.getByText('Searching...')).toBeVisible();
  await expect(hits).toHaveCount(0);
  await page.clock.runFor(20);
  // Title matches first, then the most recently updated; the description counts last.
  await expect(hits).toHaveText([
    /Rope alone.*pending/,
    /Buy a rope.*in Get the boat ready.*pending/,
    /Rope the boats.*in progress/,
    /Get the boat ready.*in Rope the boats.*pending/,
  ]);
  await expect(hits.nth(2).locator('[data-type=campaign]')).toBeVisible();
  await page.clock.resume();
  await field.press('Enter');
  await expect(dialog).toBeVisible();
  await field.press('ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/2$/);
  await expect(dialog).toHaveCount(0);

  await open('rope');
  await expect(hits).toHaveCount(4);
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/campaigns\/1$/);
  await open('get the');
  await expect(hits).toHaveCount(1);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/2$/);

  await open('knot');
  await expect(hits).toHaveCount(10);
  await field.fill('zebra');
  await expect(dialog.getByText('No items found for "zebra"')).toBeVisible();
  await field.press('Escape');
  await expect(dialog).toHaveCount(0);
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
