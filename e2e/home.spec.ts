import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { guestAt, seed, type SeededItem } from './guest.ts';
import { goOn } from './on-page.ts';
import type { TestServer } from './server.ts';
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
  expect(await ada.titles()).toEqual(newest);
  await viewAll.click();
  await ada.page.getByRole('button', { name: 'Show Less' }).waitFor();
  // The list is long: what is far from the window is not on the page until one scrolls there.
  await expect(ada.row('Todo 1')).toHaveCount(0);
  await ada.page.keyboard.press('End');
  await expect(ada.row('Todo 1')).toBeVisible();
  await expect(ada.row('Todo 1')).toHaveAttribute('aria-posinset', '101');
  await ada.page.getByRole('button', { name: 'Show Less' }).click();
  await expect.poll(() => ada.titles()).toEqual(newest);
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
