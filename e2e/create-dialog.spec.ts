import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { breakDisk, guestAt } from './guest.ts';
import { toast } from './on-page.ts';
import { newPhone } from './phone.ts';
import { title } from './quick-add-card.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

test('[DIALOG-01] [DIALOG-02] Create New Item offers what fits its type and its parent', async ({
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

test('[DIALOG-03] the create dialog keeps the title rule', async ({ browser }) => {
  const ada = await at(browser);
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Item' });
  const field = title(dialog);
  const create = dialog.getByRole('button', { name: 'Create' });
  const refusal = dialog.getByText('Title is required.');
  for (const nothing of ['', '   ']) {
    await field.fill('x');
    await expect(refusal).toHaveCount(0);
    await field.fill(nothing);
    await create.click();
    await expect(refusal).toBeVisible();
  }
  const counter = (length: number) => dialog.getByText(`${length}/255`, { exact: true });
  const red = await ada.colour('--danger-ink');
  await field.fill('x'.repeat(200));
  await expect(counter(200)).toHaveCount(0);
  await field.fill('x'.repeat(201));
  await expect(counter(201)).not.toHaveCSS('color', red);
  await field.fill('x'.repeat(255));
  await expect(counter(255)).not.toHaveCSS('color', red);
  await field.fill('x'.repeat(256));
  await expect(counter(256)).toHaveCSS('color', red);
  await create.click();
  await expect(dialog).toBeVisible();
  await field.fill('x'.repeat(255));
  await create.click();
  await expect(dialog).toHaveCount(0);
});

test('[DIALOG-02] the assignee is sent as a number', async ({ browser }) => {
  const ada = await at(browser);
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 780 });
  await ada.arrive(newPhone(), 'Ada Byron');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Item' });
  await title(dialog).fill('Buy a rope');
  await dialog.getByLabel('Assignee').selectOption({ label: 'Sam Lee' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await ada.settled();
  const creates = sent.filter((body) => body.includes('Buy a rope'));
  expect(creates).toHaveLength(1);
  expect(creates[0]).toMatch(/"assigned_to":[1-4][,}]/);
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
