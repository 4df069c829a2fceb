import { expect } from '@playwright/test';
import { twoFriends } from './friends.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test.setTimeout(120_000);

test('view-only items are disabled for pointer and keys, offline too', async ({
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
  // Like that of every row that nobody does, it shows only under the pointer.
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
  // What lies in it and is one's own goes on working.
  await bob.toggle('Find a place');
  await expect(bob.row('Find a place')).toContainText('Pending sync');
});

test('a todo that was given away without a network says so and offers nothing that would be refused @full', async ({
  browser,
  server,
}) => {
  const { ada, bob } = await twoFriends(browser, server.url);
  const rope = { type: 'todo', title: 'Buy a rope', assigned_to: await bob.id() };
  await ada.call('POST', '/api/items', rope);

  const { page } = bob;
  await page.goto('/');
  const todo = bob.row('Buy a rope');
  const picker = todo.getByRole('button', { name: /^Assign Buy a rope/ });
  await expect(picker).toBeEnabled();
  await bob.readyForOffline();
  await bob.context.setOffline(true);
  await picker.click();
  await page.getByRole('menuitemradio', { name: 'Ada Byron' }).click();
  await expect(todo).toContainText('Read only');
  await expect(todo.getByRole('button', { name: 'Complete Buy a rope' })).toBeDisabled();
  await expect(todo.getByRole('button', { name: 'Buy a rope', exact: true })).toHaveCount(0);
  await todo.getByRole('button', { name: 'More actions for Buy a rope' }).click();
  for (const name of ['Start', 'Complete', 'Edit', 'Assign to', 'Move to…', 'Delete']) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});

test('[SHARE-06] [SHARE-23] unassigning from the menu of a row asks about a user who would keep access by another assignment @full', async ({
  browser,
  server,
}) => {
  const { ada, bob } = await twoFriends(browser, server.url);
  const { page } = ada;
  const create = (type: string, title: string, parent_id: number, assigned_to: number | null) =>
    ada.call<{ id: number }>('POST', '/api/items', { type, title, parent_id, assigned_to });
  const bobsId = await bob.id();
  const bakery = await create('campaign', 'Open the bakery', 0, null);
  for (const title of ['Find a place', 'Choose the flour']) {
    const task = await create('task', title, bakery.id, bobsId);
    await create('todo', `${title} soon`, task.id, bobsId);
  }
  const bobSees = async () => (await bob.onServer()).map(({ title }) => title);
  const question = page.getByRole('alertdialog');
  const unassign = async (title: string, answer: string) => {
    await ada
      .row(title)
      .getByRole('button', { name: `Assign ${title}.` })
      .click();
    await page.getByRole('menuitemradio', { name: 'Unassigned' }).click();
    await expect(question).toHaveAccessibleName('Remove Bo Lindqvist from this task?');
    await expect(question).toContainText(
      'Bo Lindqvist is also assigned to 1 item in it, which would keep them in.',
    );
    await question.getByRole('button', { name: answer, exact: true }).click();
    await expect(question).toHaveCount(0);
    await expect(
      ada.row(title).getByRole('button', { name: `Assign ${title}.` }),
    ).toHaveAccessibleName(`Assign ${title}. Assigned to: Unassigned`);
    await ada.settled();
  };
  await page.goto('/');
  // The question counts what stands below, which comes after what it stands in.
  await ada.has('Find a place soon', 'Choose the flour soon');
  await ada.open('Open the bakery');
  const picker = ada.row('Find a place').getByRole('button', { name: 'Assign Find a place.' });
  await picker.click();
  await page.getByRole('menuitemradio', { name: 'Unassigned' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(picker).toHaveAccessibleName('Assign Find a place. Assigned to: Bo Lindqvist');

  await unassign('Find a place', 'Only unassign');
  const soon = ['Choose the flour', 'Choose the flour soon'];
  expect(await bobSees()).toEqual([
    ...soon,
    'Find a place',
    'Find a place soon',
    'Open the bakery',
  ]);
  await unassign('Choose the flour', 'Remove');
  expect(await bobSees()).toEqual(['Find a place', 'Find a place soon', 'Open the bakery']);
});
