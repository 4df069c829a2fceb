import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { breakDisk, guestAt } from './guest.ts';
import { toast } from './on-page.ts';
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
