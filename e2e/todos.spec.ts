import { expect } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { breakDisk, guestAt } from './guest.ts';
import { said, toast } from './on-page.ts';
import type { TestServer } from './server.ts';
import { test } from './test.ts';

// What is kept for offline has tests of its own.
test.use({ serviceWorkers: 'block' });

let server: TestServer;
test.beforeEach(({ server: shared }) => {
  server = shared;
});

const at = (browser: Browser, path?: string) => guestAt(browser, server.url, path);

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
  await ada.choose('Buy a rope', 'Start');
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
    await ada.colour('--danger-ink'),
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
  await said(ada.page, 'Todo deleted', 'The todo has been deleted successfully.');
  await toast(ada.page).getByRole('button', { name: 'Undo' }).click();
  await expect(ada.row('Buy a rope')).toBeVisible();
  await breakDisk(ada);
  await ada.choose('Buy a rope', 'Delete');
  await said(ada.page, 'Error', 'Failed to delete the todo. Please try again.');
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
