import { page } from 'vitest/browser';
import { menuEntry } from '../ui/testing/menu-entry.ts';
import { arrived, openSignedIn, settled } from './testing/account-page.ts';
import { type ServerAccount } from './testing/app-server.ts';
import { openItem, row } from './testing/on-page.ts';

/* Another device or another person makes calls of their own while a user's app runs. */

test('a todo that was handed over offline says so and offers no action that would be refused', async () => {
  const { server } = await openSignedIn('/', async (bob, at) => {
    const ada = await at.account('Ada Lovelace');
    await at.befriend(ada, bob);
    await ada.make({ type: 'todo', title: 'Buy a rope', assigned_to: bob.id });
  });
  const todo = row('Buy a rope');
  const picker = todo.getByRole('button', { name: /^Assign Buy a rope/ });
  await expect.element(picker).toBeEnabled();
  server.setOffline(true);
  await picker.click();
  await page.getByRole('menuitemradio', { name: 'Ada Lovelace' }).click();
  await expect.element(todo).toHaveTextContent('Read only');
  await expect.element(todo.getByRole('button', { name: 'Complete Buy a rope' })).toBeDisabled();
  await expect
    .element(todo.getByRole('button', { name: 'Buy a rope', exact: true }))
    .not.toBeInTheDocument();
  await todo.getByRole('button', { name: 'More actions for Buy a rope' }).click();
  for (const name of ['Start', 'Complete', 'Edit', 'Assign to', 'Move to…', 'Delete']) {
    await expect.element(menuEntry(name)).toHaveAttribute('aria-disabled', 'true');
  }
});

test('[SHARE-06] [SHARE-23] unassigning from the menu of a row asks about users who keep access through another assignment', async () => {
  let bob: ServerAccount | undefined;
  await openSignedIn('/', async (ada, server) => {
    bob = await server.account('Bo Lindqvist');
    await server.befriend(ada, bob);
    const bakery = await ada.make({ type: 'campaign', title: 'Open the bakery' });
    for (const title of ['Find a place', 'Choose the flour']) {
      const assigned_to = bob.id;
      const task = await ada.make({ type: 'task', title, parent_id: bakery, assigned_to });
      await ada.make({ type: 'todo', title: `${title} soon`, parent_id: task, assigned_to });
    }
  });
  const question = page.getByRole('alertdialog');
  const pickerOf = (title: string) =>
    row(title).getByRole('button', { name: new RegExp(`^Assign ${title}\\. `) });
  const unassign = async (title: string, answer: string) => {
    await pickerOf(title).click();
    await page.getByRole('menuitemradio', { name: 'Unassigned' }).click();
    await expect.element(question).toHaveAccessibleName('Remove Bo Lindqvist from this task?');
    await expect
      .element(question)
      .toHaveTextContent(
        'Bo Lindqvist is also assigned to 1 item in it, which would keep them in.',
      );
    await question.getByRole('button', { name: answer, exact: true }).click();
    await expect.element(question).not.toBeInTheDocument();
  };
  await arrived('Find a place soon', 'Choose the flour soon');
  await openItem('Open the bakery');
  await unassign('Find a place', 'Cancel');
  await expect
    .element(pickerOf('Find a place'))
    .toHaveAccessibleName('Assign Find a place. Assigned to: Bo Lindqvist');

  await unassign('Find a place', 'Only unassign');
  await expect
    .element(pickerOf('Find a place'))
    .toHaveAccessibleName('Assign Find a place. Assigned to: Unassigned');
  const kept = ['Find a place', 'Find a place soon', 'Open the bakery'];
  await settled();
  expect(await bob?.titles()).toEqual(['Choose the flour', 'Choose the flour soon', ...kept]);
  await unassign('Choose the flour', 'Remove');
  // The question closes before the request is queued.
  await expect.poll(() => bob?.titles()).toEqual(kept);
});
