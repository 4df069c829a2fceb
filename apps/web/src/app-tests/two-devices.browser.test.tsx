import { page, userEvent } from 'vitest/browser';
import { menuEntry } from '../ui/testing/menu-entry.ts';
import { arrived, elsewhere, openSignedIn, settled } from './testing/account-page.ts';
import { type ServerAccount } from './testing/app-server.ts';
import {
  choose,
  focus,
  goOn,
  heading,
  openItem,
  rename,
  row,
  said,
  toast,
  toggle,
} from './testing/on-page.ts';

/* Another device or another person makes calls of their own while a user's app runs. */

test('[I7] [I8] an item deleted on another device can be restored here, even offline', async () => {
  const { server, user } = await openSignedIn('/', async (ada) => {
    const pack = await ada.make({ type: 'task', title: 'Pack' });
    await ada.make({ type: 'todo', title: 'Buy boots', parent_id: pack });
    await ada.make({ type: 'todo', title: 'Call home' });
  });
  const all = await user.items();
  const pack = all.find(({ title }) => title === 'Pack');
  const boots = all.find(({ title }) => title === 'Buy boots');
  await elsewhere(user, 'DELETE', `/api/items/${pack?.id}`, { children: [boots?.uuid] });
  const line = (title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Bring back ${title}`, exact: true }) });
  const bringBack = (title: string) => page.getByRole('button', { name: `Bring back ${title}` });
  goOn('/preferences');
  await expect.element(line('Pack')).toHaveTextContent('with 1 item in it');
  await bringBack('Pack').click();
  await settled();
  await expect.element(line('Pack')).not.toBeInTheDocument();
  goOn('/');
  await page.getByRole('tab', { name: 'Tasks' }).click();
  await openItem('Pack');
  await expect.element(row('Buy boots')).toBeVisible();
  const restored = ['Buy boots', 'Call home', 'Pack'];
  expect(await user.titles()).toEqual(expect.arrayContaining(restored));

  goOn('/');
  await page.getByRole('tab', { name: 'Todos' }).click();
  await choose('Call home', 'Delete');
  await expect.element(row('Call home')).not.toBeInTheDocument();
  await settled();
  server.setOffline(true);
  goOn('/preferences');
  await expect.element(page.getByText(/The rest appears when you are online\./)).toBeVisible();
  await bringBack('Call home').click();
  await expect.element(toast).toHaveTextContent('“Call home” is back.');
  goOn('/');
  await expect.element(row('Call home')).toHaveTextContent('Pending sync');
  server.setOffline(false);
  await settled();
  expect(await user.titles()).toEqual(expect.arrayContaining(restored));
});

/** Presses keys on a page, outside of text fields. */
async function pressed(title: string, keys: string): Promise<void> {
  await focus(heading(title));
  await userEvent.keyboard(keys);
}

test("[UNDO-01] [UNDO-03] [UNDO-04] actions are undone and redone by keyboard on another page, and another device's change stays", async () => {
  const { user } = await openSignedIn('/', (ada) => ada.make({ type: 'todo', title: 'Buy boots' }));
  const [{ id } = { id: 0 }] = await user.items();
  const change = (fields: object) => user.call('PATCH', `/api/items/${id}`, fields);
  await choose('Buy boots', 'Edit');
  const edit = page.getByRole('dialog', { name: 'Edit todo' });
  await edit.getByRole('textbox', { name: 'Title' }).fill('Buy red boots');
  await edit.getByRole('textbox', { name: 'Description' }).fill('of leather');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect.element(edit).not.toBeInTheDocument();
  await settled();
  await change({ title: 'Buy blue boots' });
  await expect.element(row('Buy blue boots')).toBeVisible();

  goOn('/queue');
  await expect.element(row('Buy blue boots')).toBeVisible();
  const [undo, redo] = ['{Control>}z{/Control}', '{Control>}{Shift>}Z{/Shift}{/Control}'];
  await pressed('Queue', undo);
  await said('Undid: Todo updated', '“Buy blue boots”. Changed since: the title stays.');
  await settled();
  expect(await user.items()).toMatchObject([{ title: 'Buy blue boots', description: null }]);
  await pressed('Queue', redo);
  await said('Redid: Todo updated', '“Buy blue boots”');
  await settled();
  const redone = { title: 'Buy blue boots', description: 'of leather' };
  expect(await user.items()).toMatchObject([redone]);

  await toggle('Buy blue boots');
  await expect.element(row('Buy blue boots')).not.toBeInTheDocument();
  await settled();
  goOn('/');
  expect(await user.items()).toMatchObject([{ ...redone, status: 'completed' }]);
  await pressed('Home', undo);
  await said('Undid: Todo updated', '“Buy blue boots”');
  await settled();
  expect(await user.items()).toMatchObject([{ ...redone, status: 'pending' }]);

  await rename('Buy blue boots', 'Buy green boots');
  await settled();
  await change({ title: 'Buy old boots' });
  await expect.element(row('Buy old boots')).toBeVisible();
  await pressed('Home', undo);
  await said('Not undone', 'Changed since: the title stays.');
  await expect.element(row('Buy old boots')).toBeVisible();
  await settled();
  expect(await user.items()).toMatchObject([{ ...redone, title: 'Buy old boots' }]);
});

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
  await settled();
  const kept = ['Find a place', 'Find a place soon', 'Open the bakery'];
  expect(await bob?.titles()).toEqual(['Choose the flour', 'Choose the flour soon', ...kept]);
  await unassign('Choose the flour', 'Remove');
  await settled();
  expect(await bob?.titles()).toEqual(kept);
});
