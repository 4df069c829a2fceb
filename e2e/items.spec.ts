import { expect } from '@playwright/test';
import type { Browser, Locator } from '@playwright/test';
import { breakDisk, guestAt, seed } from './guest.ts';
import type { Person } from './person.ts';
import type { TestServer } from './server.ts';
import { goOn, toast } from './on-page.ts';
import { test } from './troubled.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);
const card = (person: Person) => person.page.getByRole('form', { name: 'Quick add' });
const title = (within: Locator) => within.getByRole('textbox', { name: 'Title' });
const submit = (person: Person) => card(person).getByRole('button', { name: /^Add / });

async function chooseType(person: Person, type: string): Promise<void> {
  await title(card(person)).click();
  await card(person).getByRole('tab', { name: type, exact: true }).click();
}

async function menu(person: Person, of: string, entry: string): Promise<void> {
  await person.page.getByRole('button', { name: `More actions for ${of}` }).click();
  await person.page.getByRole('menuitem', { name: entry }).click();
}

test('[QADD-01] focus expands quick-add, Escape and blur collapse it only if empty, a create resets it', async ({
  browser,
}) => {
  const ada = await at(browser);
  const field = title(card(ada));
  await expect(submit(ada)).toHaveCount(0);
  await field.focus();
  await expect(submit(ada)).toBeVisible();
  await field.press('Escape');
  await expect(submit(ada)).toHaveCount(0);

  await field.fill('Buy a rope');
  await field.press('Escape');
  await expect(submit(ada)).toBeVisible();
  await ada.page.getByRole('heading', { level: 1 }).click();
  await expect(field).not.toBeFocused();
  await expect(submit(ada)).toBeVisible();

  await submit(ada).click();
  await expect(ada.row('Buy a rope')).toBeVisible();
  await expect(field).toHaveValue('');
  await ada.page.getByRole('heading', { level: 1 }).click();
  await expect(submit(ada)).toHaveCount(0);
});

test('[QADD-02] [QADD-07] quick-add has a tab and its fields for each type that it may create', async ({
  browser,
}) => {
  const ada = await at(browser);
  const offered = async (type: string) => {
    await chooseType(ada, type);
    const labels = { description: 'Description', due: 'Due date', assignee: 'Assignee' };
    const visible: string[] = [];
    for (const [name, label] of Object.entries(labels)) {
      if (await card(ada).getByLabel(label).isVisible()) visible.push(name);
    }
    return visible;
  };
  await title(card(ada)).focus();
  await expect(card(ada).getByRole('tab')).toHaveText(['Campaign', 'Task', 'Todo']);
  await expect(card(ada).getByRole('tab', { name: 'Todo' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect(await offered('Campaign')).toEqual(['description', 'due']);
  expect(await offered('Task')).toEqual(['description', 'due', 'assignee']);
  expect(await offered('Todo')).toEqual(['assignee']);

  await ada.quickAdd('campaign', 'Sail north');
  await ada.open('Sail north');
  await title(card(ada)).focus();
  await expect(card(ada).getByRole('tab')).toHaveText(['Task', 'Todo']);
  await ada.quickAdd('task', 'Get the boat ready');
  await ada.open('Get the boat ready');
  await title(card(ada)).focus();
  await expect(submit(ada)).toHaveText('Add todo');
  await expect(card(ada).getByRole('tab')).toHaveCount(0);
});

test('[QADD-03] [QADD-04] Enter submits a todo and from a description, never the title of a campaign or task; nothing without a title', async ({
  browser,
}) => {
  const ada = await at(browser);
  const field = title(card(ada));
  await field.focus();
  await expect(submit(ada)).toBeDisabled();
  await field.fill('   ');
  await expect(submit(ada)).toBeDisabled();
  await field.press('Enter');
  await expect(ada.page.getByText('No items yet!')).toBeVisible();

  await field.fill('Buy a rope');
  await field.press('Enter');
  await expect(ada.row('Buy a rope')).toBeVisible();

  for (const type of ['Campaign', 'Task']) {
    await chooseType(ada, type);
    await field.fill(`${type} by Enter`);
    await field.press('Enter');
    await expect(field).toHaveValue(`${type} by Enter`);
    await expect(ada.row(`${type} by Enter`)).toHaveCount(0);
    await card(ada).getByLabel('Description').fill('why');
    await card(ada).getByLabel('Description').press('Enter');
    await expect(ada.row(`${type} by Enter`)).toBeVisible();
  }
});

test('[QADD-05] a counter above 200, red over 255; then it says so and creates nothing', async ({
  browser,
}) => {
  const ada = await at(browser);
  const field = title(card(ada));
  const counter = (text: string) => card(ada).getByText(text, { exact: true });
  await field.fill('x'.repeat(200));
  await expect(counter('200/255')).toHaveCount(0);
  await field.fill('x'.repeat(201));
  await expect(counter('201/255')).toBeVisible();
  const calm = await counter('201/255').evaluate((node) => getComputedStyle(node).color);
  await field.fill('x'.repeat(256));
  const red = await counter('256/255').evaluate((node) => getComputedStyle(node).color);
  expect(red).not.toBe(calm);
  expect(red).toBe(await colourOf(ada, '--danger-ink'));
  await expect(card(ada)).toContainText('Title too long: Title must be 255 characters or less.');
  await submit(ada).click();
  await expect(toast(ada.page)).toContainText('Title too long');
  await expect(ada.page.getByText('No items yet!')).toBeVisible();
  await field.fill('x'.repeat(255));
  await submit(ada).click();
  await expect(ada.row('x'.repeat(255))).toBeVisible();
});

test('[QADD-06] quick-add says how it went', async ({ browser }) => {
  const ada = await at(browser);
  for (const type of ['campaign', 'task', 'todo'] as const) {
    await ada.quickAdd(type, `A ${type}`);
    await expect(toast(ada.page)).toContainText('Item created');
    await expect(toast(ada.page)).toContainText(`Your ${type} has been created successfully.`);
  }
  const field = title(card(ada));
  // The browser's own typing cannot make half a pair; a broken paste can.
  await field.evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input, 'Half a pair \ud83d');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await submit(ada).click();
  await expect(toast(ada.page)).toContainText(
    'Invalid input. Please check your title length and try again.',
  );
  await breakDisk(ada);
  await field.fill('Buy a rope');
  await submit(ada).click();
  await expect(toast(ada.page)).toContainText('Failed to create item. Please try again.');
  await expect(field).toHaveValue('Buy a rope');
});

test('[TODO-01] the icon toggles pending and completed; from in progress it completes', async ({
  browser,
}) => {
  const ada = await at(browser);
  await ada.quickAdd('todo', 'Buy a rope');
  const row = ada.row('Buy a rope');
  await row.getByRole('button', { name: 'Complete Buy a rope' }).click();
  await expect(row.getByRole('button', { name: 'Reopen Buy a rope' })).toBeVisible();
  await ada.page.goto('/completed');
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Reopen Buy a rope' }).click();
  await expect(row).toHaveCount(0);
  await ada.page.goto('/queue');
  await menu(ada, 'Buy a rope', 'Start');
  await expect(row).toHaveCount(0);
  await ada.page.goto('/active');
  await row.getByRole('button', { name: 'Complete Buy a rope' }).click();
  // Gone from the list is durable; a page left before that may leave nothing.
  await expect(row).toHaveCount(0);
  await ada.page.goto('/completed');
  await expect(row).toBeVisible();
});

test('[TODO-02] [TODO-03] [DIALOG-03] a title is edited where it stands; a completed one is not', async ({
  browser,
}) => {
  const ada = await at(browser);
  await ada.quickAdd('todo', 'Buy a rope');
  const open = () => ada.page.getByRole('button', { name: /^Buy/ }).click();
  const editor = ada.page.getByRole('textbox', { name: 'Edit title' });

  await open();
  await editor.fill('Buy two ropes');
  await editor.press('Shift+Enter');
  await expect(editor).toBeVisible();
  await editor.press('Enter');
  await expect(ada.row('Buy two ropes')).toBeVisible();

  await open();
  await editor.fill('Buy three ropes');
  await ada.page.getByRole('heading', { level: 1 }).click();
  await expect(ada.row('Buy three ropes')).toBeVisible();

  // What is as it was, but for blanks around it, is no change to be saved and told.
  await toast(ada.page).getByRole('button', { name: 'Dismiss' }).click();
  await open();
  await editor.fill('  Buy three ropes ');
  await editor.press('Enter');
  await expect(editor).toHaveCount(0);
  await expect(ada.row('Buy three ropes')).toBeVisible();
  await expect(toast(ada.page).getByRole('listitem')).toHaveCount(0);

  await open();
  await editor.fill('Something else');
  await editor.press('Escape');
  await expect(ada.row('Buy three ropes')).toBeVisible();

  await open();
  await editor.fill('   ');
  await editor.press('Enter');
  await expect(ada.row('Buy three ropes')).toBeVisible();

  await open();
  await editor.fill('x'.repeat(201));
  await expect(ada.page.getByText('201/255', { exact: true })).toBeVisible();
  await editor.fill('x'.repeat(256));
  await expect(ada.page.getByText('256/255', { exact: true })).toHaveCSS(
    'color',
    await colourOf(ada, '--danger-ink'),
  );
  await editor.press('Enter');
  await expect(editor).toBeVisible();
  await editor.press('Escape');

  await ada.toggle('Buy three ropes');
  await expect(ada.page.getByRole('button', { name: 'Reopen Buy three ropes' })).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Buy three ropes', exact: true })).toHaveCount(
    0,
  );
  await ada.page.getByText('Buy three ropes', { exact: true }).click();
  await expect(editor).toHaveCount(0);
});

test('[TODO-04] a card says Pending sync until the server has confirmed the change', async ({
  browser,
}) => {
  const ada = await at(browser);
  await ada.signIn('+15550200004', 'Ada');
  await ada.settled();
  await ada.context.setOffline(true);
  await ada.quickAdd('todo', 'Buy a rope');
  const pending = ada.row('Buy a rope').getByText('Pending sync');
  await expect(pending).toBeVisible();
  await ada.context.setOffline(false);
  await expect(pending).toHaveCount(0);
});

test('[TODO-05] [TODO-07] a todo is assigned to one of the four, or to nobody', async ({
  browser,
}) => {
  const ada = await at(browser);
  await ada.quickAdd('todo', 'Buy a rope');
  const picker = ada.page.getByRole('button', { name: 'Assign Buy a rope.' });
  const choices = ada.page.getByRole('menuitemradio');
  await picker.click();
  await expect(choices).toHaveText([
    'Unassigned',
    'Alex Johnson',
    'Sam Lee',
    'Maria Garcia',
    'Chen Wei',
  ]);
  await choices.filter({ hasText: 'Maria Garcia' }).click();
  await expect(toast(ada.page)).toContainText('Todo assigned');
  await expect(picker).toHaveAccessibleName('Assign Buy a rope. Assigned to: Maria Garcia');
  await picker.click();
  await choices.filter({ hasText: 'Unassigned' }).click();
  await expect(picker).toHaveAccessibleName('Assign Buy a rope. Assigned to: Unassigned');
  await breakDisk(ada);
  await picker.click();
  await choices.filter({ hasText: 'Chen Wei' }).click();
  await expect(toast(ada.page)).toContainText('Failed to assign the todo. Please try again.');
});

test('[TODO-06] a deleted todo is gone, can be brought back, and a failure is told', async ({
  browser,
}) => {
  const ada = await at(browser);
  await ada.quickAdd('todo', 'Buy a rope');
  await ada.remove('Buy a rope');
  await expect(toast(ada.page)).toContainText('Todo deleted');
  await expect(toast(ada.page)).toContainText('The todo has been deleted successfully.');
  await toast(ada.page).getByRole('button', { name: 'Undo' }).click();
  await expect(ada.row('Buy a rope')).toBeVisible();
  await breakDisk(ada);
  await menu(ada, 'Buy a rope', 'Delete');
  await expect(toast(ada.page)).toContainText('Error');
  await expect(toast(ada.page)).toContainText('Failed to delete the todo. Please try again.');
  await expect(ada.row('Buy a rope')).toBeVisible();
});

test('[TODO-08] an update and its failure are told', async ({ browser }) => {
  const ada = await at(browser);
  await ada.quickAdd('todo', 'Buy a rope');
  await ada.rename('Buy a rope', 'Buy two ropes');
  await expect(toast(ada.page)).toContainText('Todo updated');
  await breakDisk(ada);
  await ada.toggle('Buy two ropes');
  await expect(toast(ada.page)).toContainText('Failed to update the todo. Please try again.');
  await expect(ada.page.getByRole('button', { name: 'Complete Buy two ropes' })).toBeVisible();
});

test('a campaign with contents is deleted alone, or with exactly what was counted', async ({
  browser,
}) => {
  const ada = await at(browser);
  await seed(ada, [
    { type: 'campaign', title: 'Sail north' },
    { type: 'task', title: 'Get the boat ready', parent: 0 },
    { type: 'todo', title: 'Antifouling', parent: 1 },
  ]);
  await menu(ada, 'Sail north', 'Delete');
  const question = ada.page.getByRole('alertdialog', { name: 'Delete campaign?' });
  await expect(question).toContainText('2 items');
  await question.getByRole('button', { name: 'Delete with its 2 items' }).click();
  await expect(ada.page.getByText('No items yet!')).toBeVisible();
  await toast(ada.page).getByRole('button', { name: 'Undo' }).click();
  await expect(ada.row('Sail north')).toBeVisible();
  await menu(ada, 'Sail north', 'Delete');
  await question.getByRole('button', { name: 'Delete only this' }).click();
  await expect(ada.row('Sail north')).toHaveCount(0);
  await expect(ada.row('Get the boat ready')).toBeVisible();
  await expect(ada.row('Antifouling')).toHaveCount(0);
});

test('[DIALOG-01] [DIALOG-02] [DIALOG-03] Create New Item offers what fits its type and its parent', async ({
  browser,
}) => {
  const ada = await at(browser);
  await ada.page.setViewportSize({ width: 390, height: 780 });
  const dialog = ada.page.getByRole('dialog', { name: 'Create New Item' });
  const add = () => ada.page.getByRole('button', { name: 'Add item' }).click();
  await add();
  await expect(dialog.getByRole('tab')).toHaveText(['Campaign', 'Task', 'Todo']);
  await expect(dialog.getByRole('tab', { name: 'Todo' })).toHaveAttribute('aria-selected', 'true');
  for (const [type, end, due] of [
    ['Campaign', 1, 0],
    ['Task', 0, 1],
    ['Todo', 0, 1],
  ] as const) {
    await dialog.getByRole('tab', { name: type }).click();
    await expect(dialog.getByLabel('Description')).toBeVisible();
    await expect(dialog.getByLabel('Assignee')).toBeVisible();
    await expect(dialog.getByLabel('End date')).toHaveCount(end);
    await expect(dialog.getByLabel('Due date')).toHaveCount(due);
  }
  await dialog.getByRole('tab', { name: 'Campaign' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Title is required.')).toBeVisible();
  await title(dialog).fill('x'.repeat(256));
  await expect(dialog.getByText('256/255', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeVisible();
  await title(dialog).fill('Sail north');
  await dialog.getByLabel('Assignee').selectOption({ label: 'Sam Lee' });
  await dialog.getByLabel('End date').fill('2030-05-06');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await ada.open('Sail north');
  await expect(ada.page.getByText('Assigned to: Sam Lee')).toBeVisible();
  await expect(ada.page.getByText('Due: May 6, 2030')).toBeVisible();

  await add();
  await expect(dialog.getByRole('tab', { name: 'Campaign' })).toBeDisabled();
  await expect(dialog.getByRole('tab', { name: 'Task' })).toBeEnabled();
  await dialog.getByRole('tab', { name: 'Task' }).click();
  await title(dialog).fill('Get the boat ready');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await ada.open('Get the boat ready');
  await add();
  await expect(dialog.getByRole('tab', { name: 'Task' })).toBeDisabled();
  await expect(dialog.getByRole('tab', { name: 'Todo' })).toBeEnabled();
});

test('[DIALOG-04] a create that fails from the dialog is logged only', async ({ browser }) => {
  const ada = await at(browser);
  await ada.page.setViewportSize({ width: 390, height: 780 });
  await ada.page.getByRole('button', { name: 'Add item' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Create New Item' });
  await title(dialog).fill('Buy a rope');
  await breakDisk(ada);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => ada.complaints.join()).toContain('create: store');
  await expect(dialog).toBeVisible();
  await expect(title(dialog)).toHaveValue('Buy a rope');
  await expect(toast(ada.page).getByRole('listitem')).toHaveCount(0);
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
  await menu(ada, 'Make the boat ready', 'Move to…');
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

/** A colour of the theme as the browser computes it. */
function colourOf(person: Person, token: string): Promise<string> {
  return person.page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}
