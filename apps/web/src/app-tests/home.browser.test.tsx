import { page } from 'vitest/browser';
import {
  atPath,
  card,
  chooseTab,
  heading,
  main,
  row,
  texts,
  titleIn,
  titles,
} from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';
import type { SeedItem } from './testing/seed.ts';

test('[HOME-01] [HOME-02] [HOME-05] [HOME-06] [HOME-07] [HOME-08] Home has its heading, four tabs with quick-add, and a text for each empty tab', async () => {
  await openApp();
  await expect.element(heading('Home')).toBeVisible();
  await expect.element(page.getByText('Everything happening in your world')).toBeVisible();
  await expect
    .poll(() => texts(main.getByRole('tab')))
    .toEqual(['All', 'Campaigns', 'Tasks', 'Todos']);
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
    await chooseTab(tab);
    await expect.element(page.getByText(empty, { exact: true })).toBeVisible();
    await titleIn(card).click();
    await expect.element(card.getByRole('button', { name: add })).toBeVisible();
  }
});

test('[HOME-03] All shows the 20 newest orphans, and all of them on request', async () => {
  const todos: SeedItem[] = Array.from({ length: 100 }, (_, place) => ({
    type: 'todo',
    title: `Todo ${place + 1}`,
  }));
  const app = await openApp('/', { items: todos.slice(0, 20) });
  await expect
    .element(main.getByRole('list', { name: 'All' }).getByRole('listitem'))
    .toHaveLength(20);
  await expect.element(page.getByRole('button', { name: /^View All/ })).not.toBeInTheDocument();

  await app.reopenWith([
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
  const viewAll = page.getByRole('button', { name: 'View All (101 items)' });
  await expect.element(viewAll).toBeVisible();
  expect(titles()).toEqual(newest);
  await viewAll.click();
  const showLess = page.getByRole('button', { name: 'Show Less' });
  await expect.element(showLess).toBeVisible();
  // The list is long: rows far from the window are not on the page until they are scrolled to.
  const oldest = row('Todo 1');
  await expect.element(oldest).not.toBeInTheDocument();
  // Rows that come into view get their real heights, so that the end moves.
  const toTheEnd = () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return oldest.elements().length;
  };
  await expect.poll(toTheEnd).toBe(1);
  await expect.element(oldest).toBeVisible();
  await expect.element(oldest).toHaveAttribute('aria-posinset', '101');
  await showLess.click();
  await expect.poll(titles).toEqual(newest);
});

test('in a wide window Home shows the item to start next and the items in progress at its side', async () => {
  const app = await openApp();
  const side = page.getByRole('complementary', { name: 'Up next and in progress' });
  await expect.element(side).not.toBeInTheDocument();
  await app.reopenWith([
    { type: 'campaign', title: 'Sail north', status: 'in_progress' },
    { type: 'task', title: 'Get the boat ready', parent: 0, status: 'completed' },
    { type: 'todo', title: 'Buy a rope', parent: 0 },
  ]);
  const next = side.getByRole('region', { name: 'Up next' });
  await expect.element(next).toHaveTextContent('Buy a rope');
  await expect.element(side.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 of 2');
  await side.getByRole('button', { name: 'Start' }).click();
  await expect.element(next).not.toBeInTheDocument();
  await page.viewport(820, 1180);
  await expect.element(side).not.toBeInTheDocument();
  await page.viewport(1280, 800);
  await side.getByRole('link', { name: 'Go on with Sail north' }).click();
  await atPath('/campaigns/1');
});
