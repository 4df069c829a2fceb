import { expect } from '@playwright/test';
import { twoFriends } from './friends.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test('actions on view-only items are disabled for pointer and keys, offline too', async ({
  browser,
  server,
}) => {
  const { ada, bob } = await twoFriends(browser, server.url);
  const bakery = await ada.call<{ id: number }>('POST', '/api/items', {
    type: 'campaign',
    title: 'Open the bakery',
  });
  const task = {
    type: 'task',
    title: 'Find a place',
    parent_id: bakery.id,
    assigned_to: await bob.id(),
  };
  await ada.call('POST', '/api/items', task);

  const { page } = bob;
  await page.goto('/');
  await expect(bob.row('Open the bakery')).toContainText('Read only');
  await bob.has('Find a place');
  await bob.readyForOffline();
  await bob.context.setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  const row = bob.row('Open the bakery');
  await expect(row.getByRole('button', { name: 'Complete Open the bakery' })).toBeDisabled();
  const assign = row.getByRole('button', { name: /^Assign Open the bakery/ });
  await expect(assign).toBeDisabled();
  // As in every unassigned row, it shows only under the pointer.
  await expect(assign).toHaveCSS('opacity', '0');
  await row.hover();
  await expect(assign).toHaveCSS('opacity', '0.6');

  await bob.open('Open the bakery');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(page.getByRole('complementary').getByText('Read only')).toBeVisible();
  await expect(button('Start').first()).toBeDisabled();
  await expect(button('Edit')).toBeDisabled();
  await expect(page.getByRole('form', { name: 'Quick add' })).toHaveCount(0);
  for (const key of ['s', 'c', 'e', 'a', 'Delete']) await page.keyboard.press(key);
  await button('More actions for Open the bakery').click();
  for (const name of ['Complete', 'Assign to', 'Delete']) {
    const entry = page.getByRole('menuitem', { name });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await expect(entry).toContainText('You can only view this item.');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  await expect(page.getByText('Status: pending', { exact: true })).toBeVisible();
  expect(await bob.queueLength()).toBe(0);
  // A person's own item inside it still works.
  await bob.toggle('Find a place');
  await expect(bob.row('Find a place')).toContainText('Pending sync');
});
