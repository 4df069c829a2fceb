import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { menuEntry } from '../ui/testing/menu-entry.ts';
import { arrived, elsewhere, openSignedIn, settled, signIn } from './testing/account-page.ts';
import type { SignedIn } from './testing/account-page.ts';
import { AppServer, newPhone } from './testing/app-server.ts';
import type { Account } from './testing/app-server.ts';
import { openApp } from './testing/open-app.tsx';
import {
  choose,
  focus,
  goOn,
  heading,
  openItem,
  quickAdd,
  rename,
  row,
  said,
  toast,
  toggle,
} from './testing/on-page.ts';

/*
 * What another device or another person does, by calls of their own, while the app of a user runs.
 */

const dialog = page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
const group = (title: RegExp) => dialog.getByRole('group', { name: title });
const keep = (title: RegExp, name: string) => group(title).getByRole('radio', { name }).click();
const resolve = dialog.getByRole('button', { name: 'Resolve Conflicts' });

interface Found {
  readonly id: number;
}

async function make(user: Account, item: object): Promise<number> {
  return (await user.call<Found>('POST', '/api/items', item)).id;
}

/** A user with these todos, whose ids by title are returned too; the device has no network from here on. */
async function openAway(
  ...titles: readonly string[]
): Promise<SignedIn & { readonly path: (title: string) => string }> {
  const ids = new Map<string, number>();
  const running = await openSignedIn('/', async (ada) => {
    for (const title of titles) ids.set(title, await make(ada, { type: 'todo', title }));
  });
  for (const title of titles) await expect.element(row(title)).toBeVisible();
  running.server.setOffline(true);
  return { ...running, path: (title) => `/api/items/${ids.get(title)}` };
}

test('[CONF-01] [CONF-02] [CONF-03] [CONF-04] [CONF-05] [I13] concurrent changes of two devices are shown field by field, set aside, reopened and resolved', async () => {
  const { server, user, path } = await openAway('Buy boots', 'Call home');
  await rename('Buy boots', 'Buy big boots');
  await rename('Call home', 'Call mother');
  await quickAdd('todo', 'Find the map');
  await user.call('PATCH', path('Buy boots'), { title: 'Buy red boots' });
  await user.call('PATCH', path('Call home'), { title: 'Call father' });
  server.setOffline(false);
  await expect
    .element(dialog)
    .toHaveTextContent(
      'Some items were modified both locally and on the server. Please choose which version to keep.',
    );
  await expect.element(resolve).toBeDisabled();
  const boots = group(/Which version of “Buy big boots”/);
  for (const name of ['Keep Local Version', 'Keep Server Version'])
    await expect.element(boots.getByRole('radio', { name })).toBeVisible();
  for (const text of [
    'Changed on this device and on the server',
    'Title',
    'Description',
    'Status',
    'Modified: ',
    'Buy big boots',
    'Buy red boots',
  ])
    await expect.element(boots).toHaveTextContent(text);
  // Nothing is pushed while it is open.
  expect(await user.titles()).toEqual(['Buy red boots', 'Call father']);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const conflicts = page.getByRole('button', { name: '2 conflicts' });
  await expect.element(conflicts).toBeVisible();
  await expect.poll(() => user.titles()).toEqual(['Buy red boots', 'Call father', 'Find the map']);
  await conflicts.click();
  await keep(/“Buy big boots”/, 'Keep Local Version');
  await expect.element(resolve).toBeDisabled();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 item left to decide');
  await keep(/“Call mother”/, 'Keep Server Version');
  await resolve.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(conflicts).not.toBeInTheDocument();
  await settled();
  await expect.element(row('Buy big boots')).toBeVisible();
  await expect.element(row('Call father')).toBeVisible();
  expect(await user.titles()).toEqual(['Buy big boots', 'Call father', 'Find the map']);
});

test('[CONF-05] changes of two devices to different fields are both kept', async () => {
  const { server, user, path } = await openAway('Buy boots');
  await rename('Buy boots', 'Buy big boots');
  await user.call('PATCH', path('Buy boots'), { status: 'completed' });
  server.setOffline(false);
  await expect
    .element(dialog)
    .toHaveTextContent('From this device: title. From the server: status.');
  await dialog.getByRole('radio', { name: 'Keep both changes' }).click();
  await resolve.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await settled();
  expect(await user.items()).toMatchObject([{ title: 'Buy big boots', status: 'completed' }]);
});

test('[CONF-06] [CONF-08] a title that another device changes while its editor is open is asked about', async () => {
  const { user } = await openSignedIn('/', (ada) =>
    make(ada, { type: 'todo', title: 'Buy boots' }),
  );
  const [boots] = await user.items();
  const path = `/api/items/${boots?.id}`;
  await row('Buy boots').getByRole('button', { name: 'Buy boots', exact: true }).click();
  const editor = page.getByRole('textbox', { name: 'Edit title' });
  await editor.fill('Buy big boots');
  await elsewhere(user, 'PATCH', path, { title: 'Buy red boots' });
  await expect.element(editor).toHaveValue('Buy big boots');
  await userEvent.keyboard('{Enter}');

  const version = group(/Which version of/);
  await expect.element(version).toHaveTextContent('Buy red boots');
  await expect.element(version).toHaveTextContent('Buy big boots');
  expect(await user.titles()).toContain('Buy red boots');
  await version.getByRole('radio', { name: 'Keep Local Version' }).click();
  // A third change comes while the dialog is open: it is asked about again.
  await user.call('PATCH', path, { title: 'Buy blue boots' });
  await expect.element(version).toHaveTextContent('Buy blue boots');
  await expect.element(version).toHaveTextContent('Buy big boots');
  await expect.element(resolve).toBeDisabled();
  await version.getByRole('radio', { name: 'Keep Local Version' }).click();
  await resolve.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await settled();
  expect(await user.titles()).toContain('Buy big boots');
});

test('[CONF-05] [SYNC-05] deleted here and changed there, changed here and deleted there', async () => {
  const { server, user, path } = await openAway('Boots', 'Map', 'Rope');
  await choose('Boots', 'Delete');
  await expect.element(row('Boots')).not.toBeInTheDocument();
  await rename('Map', 'Big map');
  await rename('Rope', 'Long rope');
  await user.call('PATCH', path('Boots'), { title: 'Red boots' });
  await user.call('DELETE', path('Map'));
  await user.call('DELETE', path('Rope'));
  server.setOffline(false);
  const boots = group(/“Boots”/);
  await expect.element(boots).toHaveTextContent('Deleted on this device, changed on the server');
  await expect.element(boots).toHaveTextContent('It will be deleted on the server too.');
  const map = group(/Big map/);
  await expect.element(map).toHaveTextContent('Changed on this device, deleted on the server');
  await expect.element(map).toHaveTextContent('Brings the item back with your changes.');
  await keep(/“Boots”/, 'Keep Server Version');
  await keep(/Big map/, 'Keep Local Version');
  await keep(/Long rope/, 'Keep Server Version');
  await resolve.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await settled();
  await expect.element(row('Red boots')).toBeVisible();
  await expect.element(row('Big map')).toBeVisible();
  await expect.element(row('Long rope')).not.toBeInTheDocument();
  expect(await user.titles()).toEqual(['Big map', 'Red boots']);
});

test('[I6] an item no longer shared leaves the device, except for the user’s own text', async () => {
  let id = 0;
  let ada: Account | undefined;
  const { server, user } = await openSignedIn('/', async (bob, at) => {
    ada = await at.account();
    await at.befriend(ada, bob);
    const words = { title: 'Shared words', description: 'Ada wrote this', assigned_to: bob.id };
    id = await make(ada, { type: 'todo', ...words });
  });
  await expect.element(row('Shared words')).toBeVisible();
  server.setOffline(true);
  await rename('Shared words', 'Words of Bob');
  await ada?.call('POST', `/api/items/${id}/assign`, { user_id: 0 });
  server.setOffline(false);
  await expect
    .element(dialog)
    .toHaveTextContent('Changed on this device, but no longer shared with you');
  await dialog.getByRole('radio', { name: 'Keep my text as a new item' }).click();
  await resolve.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await settled();
  expect(await user.titles()).toEqual(['Words of Bob']);
  expect(await ada?.titles()).toEqual(['Shared words']);
});

test('[I7] [I8] an item deleted on another device is restored here, and offline too', async () => {
  const { server, user } = await openSignedIn('/', async (ada) => {
    const pack = await make(ada, { type: 'task', title: 'Pack' });
    await make(ada, { type: 'todo', title: 'Buy boots', parent_id: pack });
    await make(ada, { type: 'todo', title: 'Call home' });
  });
  const all = await user.items();
  const pack = all.find(({ title }) => title === 'Pack');
  const boots = all.find(({ title }) => title === 'Buy boots');
  await elsewhere(user, 'DELETE', `/api/items/${pack?.id}`, { children: [boots?.uuid] });
  const line = (title: string) =>
    page.getByRole('listitem').filter({
      has: page.getByRole('button', { name: `Bring back ${title}`, exact: true }),
    });
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

test('[TRASH-02] an item deleted here is listed, and comes back, while the server does not answer', async () => {
  const { server, user } = await openSignedIn('/', async (ada) => {
    for (const title of ['Buy boots', 'Call home']) await make(ada, { type: 'todo', title });
  });
  for (const title of ['Buy boots', 'Call home']) {
    await choose(title, 'Delete');
    await expect.element(row(title)).not.toBeInTheDocument();
  }
  await settled();
  const { met } = server.faults.plan({ kind: 'hung' }, { path: /^\/api\/trash/, times: Infinity });
  goOn('/preferences');
  await met;
  const bringBack = page.getByRole('button', { name: /^Bring back / });
  await expect.element(bringBack).toHaveLength(2);
  await page.getByRole('button', { name: 'Bring back Buy boots' }).click();
  await said('Brought back', '“Buy boots” is back.');
  await expect.element(bringBack).toHaveLength(1);
  server.faults.clear();
  await settled();
  expect(await user.titles()).toEqual(['Buy boots']);
});

/** Presses keys on a page where nothing is typed. */
async function pressed(title: string, keys: string): Promise<void> {
  await focus(heading(title));
  await userEvent.keyboard(keys);
}

test('[UNDO-01] [UNDO-03] [UNDO-04] by keyboard actions are undone and redone after going on, and a change of another device stays', async () => {
  const { user } = await openSignedIn('/', (ada) =>
    make(ada, { type: 'todo', title: 'Buy boots' }),
  );
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

test('a todo that was given away without a network says so and offers nothing that would be refused', async () => {
  const { server } = await openSignedIn('/', async (bob, at) => {
    const ada = await at.account('Ada Lovelace');
    await at.befriend(ada, bob);
    await make(ada, { type: 'todo', title: 'Buy a rope', assigned_to: bob.id });
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

test('[SHARE-06] [SHARE-23] unassigning from the menu of a row asks about a user who would keep access by another assignment', async () => {
  let bob: Account | undefined;
  await openSignedIn('/', async (ada, server) => {
    bob = await server.account('Bo Lindqvist');
    await server.befriend(ada, bob);
    const bakery = await make(ada, { type: 'campaign', title: 'Open the bakery' });
    for (const title of ['Find a place', 'Choose the flour']) {
      const assigned_to = bob.id;
      const task = await make(ada, { type: 'task', title, parent_id: bakery, assigned_to });
      await make(ada, { type: 'todo', title: `${title} soon`, parent_id: task, assigned_to });
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

test('[UPG-03] a guest’s deleted items are copied at sign-in as deleted, and can be restored', async () => {
  const server = new AppServer();
  await openApp('/', { server });
  await quickAdd('todo', 'Call home');
  await quickAdd('todo', 'Buy boots');
  await choose('Buy boots', 'Delete');
  await expect.element(row('Buy boots')).not.toBeInTheDocument();
  const phone = newPhone();
  await signIn(phone);
  const user = await server.account('Ada Byron', phone);
  await expect.poll(() => user.titles()).toEqual(['Call home']);
  await expect.element(row('Call home')).toBeVisible();
  await expect.element(row('Buy boots')).not.toBeInTheDocument();
  goOn('/preferences');
  await page.getByRole('button', { name: 'Bring back Buy boots' }).click();
  await expect.element(toast).toHaveTextContent('“Buy boots” is back.');
  await settled();
  expect(await user.titles()).toEqual(['Buy boots', 'Call home']);
});
