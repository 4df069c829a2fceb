import { openDB } from 'idb';
import { page } from 'vitest/browser';
import { openSignedIn } from './testing/account-page.ts';
import { breakDisk, quickAdd, rename, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

test('one unreadable row is reported, and everything else works', async () => {
  const app = await openApp('/', { items: [{ type: 'todo', title: 'Buy boots' }] });
  const database = await openDB('foray');
  await database.put('items', { id: 4711, uuid: 7, title: null });
  database.close();
  await app.reopen();
  await expect.element(page.getByText('1 saved record could not be read.')).toBeVisible();
  await expect.element(row('Buy boots')).toBeVisible();
  await rename('Buy boots', 'Buy good boots');
  await quickAdd('todo', 'Find the map');
  await app.reopen();
  await expect.element(row('Buy good boots')).toBeVisible();
  await expect.element(row('Find the map')).toBeVisible();
});

test('a device without space for pulled rows says so, and continues once there is space', async () => {
  const { app, user } = await openSignedIn('/', (ada) =>
    ada.call('POST', '/api/items', { type: 'todo', title: 'Buy boots' }),
  );
  await expect.element(row('Buy boots')).toBeVisible();
  const repairDisk = breakDisk();
  await user.call('POST', '/api/items', { type: 'todo', title: 'Find the map' });
  const notice = page.getByText('There is no room left on this device.');
  await expect.element(notice).toBeVisible();
  await expect.element(row('Buy boots')).toBeVisible();
  await expect.element(row('Find the map')).not.toBeInTheDocument();
  repairDisk();
  await app.reopen();
  await expect.element(row('Find the map')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});
