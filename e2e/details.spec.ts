import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { guestAt, seed } from './guest.ts';
import { goOn, toast } from './on-page.ts';
import { card, title } from './quick-add-card.ts';
import type { TestServer } from './server.ts';
import { test } from './troubled.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

test('a campaign with contents is deleted alone, or with exactly what was counted', async ({
  browser,
}) => {
  const ada = await at(browser);
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'task', title: 'Get the boat ready', parent: 0 },
    { type: 'todo', title: 'Antifouling', parent: 1 },
  ]);
  await ada.choose('Sail north', 'Delete');
  const question = ada.page.getByRole('alertdialog', { name: 'Delete campaign?' });
  await expect(question).toContainText('2 items');
  await question.getByRole('button', { name: 'Delete with its 2 items' }).click();
  await expect(ada.page.getByText('No items yet!')).toBeVisible();
  await toast(ada.page).getByRole('button', { name: 'Undo' }).click();
  await expect(ada.row('Sail north')).toBeVisible();
  await ada.choose('Sail north', 'Delete');
  await question.getByRole('button', { name: 'Delete only this' }).click();
  await expect(ada.row('Sail north')).toHaveCount(0);
  await expect(ada.row('Get the boat ready')).toBeVisible();
  await expect(ada.row('Antifouling')).toHaveCount(0);
});

test('[CAMP-04] [CAMP-06] a campaign shows what it is and takes tasks and todos', async ({
  browser,
}) => {
  const ada = await at(browser);
  await seed(ada, [
    { type: 'campaign', title: 'Sail north', description: 'In June.', end_date: '2030-05-06' },
    { type: 'campaign', title: 'Learn Portuguese' },
  ]);
  await ada.open('Sail north');
  const { page } = ada;
  await expect(page.getByText('In June.')).toBeVisible();
  await expect(page.getByText('Created by: Guest User', { exact: true })).toBeVisible();
  await expect(page.getByText('Status: pending', { exact: true })).toBeVisible();
  await expect(page.getByText('Due: May 6, 2030', { exact: true })).toBeVisible();
  await expect(page.getByText('No tasks or todos yet. Add your first item above!')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await ada.quickAdd('task', 'Get the boat ready');
  await ada.quickAdd('todo', 'Book a berth');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 2');
  await expect(page.getByRole('list', { name: 'Contents' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('main').getByText('in Sail north')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Activity' }).click();
  const entries = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem');
  await expect(entries.first()).toContainText(/^Guest User created the todo.*Book a berth/);
  await page.goto('/campaigns/2');
  await expect(page.getByText(/^Due:/)).toHaveCount(0);
});

test('[CAMP-05] progress is the rounded share of the completed and what remains', async ({
  browser,
}) => {
  const ada = await at(browser);
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'todo', title: 'One', parent: 0, status: 'completed' },
    { type: 'todo', title: 'Two', parent: 0 },
    { type: 'todo', title: 'Three', parent: 0 },
  ]);
  await ada.open('Sail north');
  const progress = ada.page.getByRole('region', { name: 'Progress' });
  await expect(progress).toContainText('33% complete, 2 remaining');
  await expect(progress).toContainText('1 of 3');
  await ada.toggle('Two');
  await expect(progress).toContainText('67% complete, 1 remaining');
});

test('[TASK-01] [TASK-02] a task shows what it is and takes todos', async ({ browser }) => {
  const ada = await at(browser);
  await seed(ada, [
    { type: 'task', title: 'Get the boat ready', description: 'Engine.', due_date: '2030-05-06' },
  ]);
  await ada.open('Get the boat ready');
  const { page } = ada;
  await expect(page.getByText('Engine.')).toBeVisible();
  for (const fact of [
    'Created by: Guest User',
    'Assigned to: Unassigned',
    'Status: pending',
    'Due: May 6, 2030',
  ]) {
    await expect(page.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Todos' })).toBeVisible();
  await expect(page.getByText('No todos yet. Add your first todo above!')).toBeVisible();
  await ada.quickAdd('todo', 'Antifouling');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '0 of 1');
  await ada.toggle('Antifouling');
  await expect(page.getByText('Status: completed', { exact: true })).toBeVisible();
});

test('Edit changes texts and dates, Move to… the place', async ({ browser }) => {
  const ada = await at(browser);
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'task', title: 'Get the boat ready' },
  ]);
  await ada.open('Get the boat ready');
  const { page } = ada;
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit task' });
  await title(dialog).fill('Make the boat ready');
  await dialog.getByLabel('Due date').fill('2020-01-02');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Make the boat ready' })).toBeVisible();
  await expect(page.getByText('Due: Jan 2, 2020, overdue')).toBeVisible();
  await ada.choose('Make the boat ready', 'Move to…');
  await page.getByRole('dialog').getByRole('button', { name: 'Sail north' }).click();
  await page.getByRole('link', { name: 'in Sail north' }).click();
  await expect(ada.row('Make the boat ready')).toBeVisible();
});

test('on the page of an item the keys of its row work too, from its heading and its buttons', async ({
  browser,
}) => {
  const ada = await at(browser);
  await seed(ada, [{ type: 'task', title: 'Get the boat ready' }]);
  await ada.open('Get the boat ready');
  const { page } = ada;
  const heading = page.getByRole('heading', { name: 'Get the boat ready', level: 1 });
  const status = (word: string) => page.getByText(`Status: ${word}`, { exact: true });
  await expect(heading).toBeFocused();
  await page.keyboard.press('s');
  await expect(status('in progress')).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).focus();
  await page.keyboard.press('c');
  await expect(status('completed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen', exact: true })).toBeFocused();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit task' });
  await expect(title(dialog)).toBeFocused();
  await page.keyboard.type('r');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(status('completed')).toBeVisible();
  await title(card(ada)).focus();
  await page.keyboard.type('r');
  await expect(title(card(ada))).toHaveValue('r');
  await expect(status('completed')).toBeVisible();
  await heading.focus();
  await page.keyboard.press('Delete');
  await expect(page).toHaveURL(/\/$/);
  await expect(ada.row('Get the boat ready')).toHaveCount(0);
});

test('[CAMP-07] [TASK-03] a page that is not there says so, and until that is known that it loads', async ({
  browser,
  faults,
}) => {
  const ada = await at(browser);
  await ada.page.goto('/campaigns/77');
  await expect(ada.page.getByRole('heading', { name: 'Campaign not found' })).toBeAttached();
  await ada.page.goto('/tasks/77');
  await expect(ada.page.getByRole('heading', { name: 'Task not found' })).toBeAttached();

  const bo = await guestAt(browser, faults.url);
  faults.plan({ kind: 'hung' }, { path: /^\/api\/(items|changes|batch)/, times: Infinity });
  await bo.signIn('+15550200005', 'Bo');
  const loads = async (path: string, text: string) => {
    await goOn(bo.page, path);
    await expect(bo.page.getByText(text)).toBeVisible();
  };
  await loads('/campaigns/10000077', 'Loading campaign...');
  await loads('/tasks/10000077', 'Loading task...');
  await loads('/campaigns', 'Loading campaigns...');
  await loads('/', 'Loading items...');
});
