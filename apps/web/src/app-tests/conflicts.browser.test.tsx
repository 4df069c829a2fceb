import { page } from 'vitest/browser';
import { openSignedIn, settled, type SignedIn, stored } from './testing/account-page.ts';
import type { ServerAccount } from './testing/app-server.ts';
import { choose, quickAdd, rename, row } from './testing/on-page.ts';

const dialog = page.getByRole('alertdialog', { name: 'Sync Conflicts Detected' });
const group = (title: RegExp) => dialog.getByRole('group', { name: title });
const keep = (title: RegExp, name: string) => group(title).getByRole('radio', { name }).click();
const resolve = dialog.getByRole('button', { name: 'Resolve Conflicts' });

/** A user with these todos, and their ids by title; the device is offline from now on. */
async function openAway(
  ...titles: readonly string[]
): Promise<SignedIn & { readonly path: (title: string) => string }> {
  const ids = new Map<string, number>();
  const running = await openSignedIn('/', async (ada) => {
    for (const title of titles) ids.set(title, await ada.make({ type: 'todo', title }));
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
  await stored();
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
  // Nothing is pushed while the dialog is open.
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

test('[CONF-05] [SYNC-05] an item deleted on one device and changed on the other is a conflict, either way round', async () => {
  const { server, user, path } = await openAway('Boots', 'Map', 'Rope');
  await choose('Boots', 'Delete');
  await expect.element(row('Boots')).not.toBeInTheDocument();
  await rename('Map', 'Big map');
  await rename('Rope', 'Long rope');
  await stored();
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
  let ada: ServerAccount | undefined;
  const { server, user } = await openSignedIn('/', async (bob, at) => {
    ada = await at.account();
    await at.befriend(ada, bob);
    const words = { title: 'Shared words', description: 'Ada wrote this', assigned_to: bob.id };
    id = await ada.make({ type: 'todo', ...words });
  });
  await expect.element(row('Shared words')).toBeVisible();
  server.setOffline(true);
  await rename('Shared words', 'Words of Bob');
  await stored();
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
