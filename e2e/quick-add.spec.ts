import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { breakDisk, guestAt } from './guest.ts';
import { said, toast } from './on-page.ts';
import { card, chooseType, submit, title } from './quick-add-card.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

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
    const labels = {
      description: 'Description',
      due: 'Due date',
      end: 'End date',
      assignee: 'Assignee',
    };
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
  expect(await offered('Campaign')).toEqual(['description', 'end']);
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
  expect(red).toBe(await ada.colour('--danger-ink'));
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
    await said(ada.page, 'Item created', `Your ${type} has been created successfully.`);
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
