import { page } from 'vitest/browser';
import { accountKey } from '../adapters/storage/account-mirror.ts';
import { AppServer } from './testing/app-server.ts';
import { openSignedIn, settled } from './testing/account-page.ts';
import { main, quickAdd, row } from './testing/on-page.ts';
import { openApp } from './testing/open-app.tsx';

/** Erases all databases of the app, like a browser that needs the space. */
async function erase(): Promise<void> {
  const erased = (await indexedDB.databases()).map(async ({ name = '' }) => {
    if (!name.startsWith('foray')) return;
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.addEventListener('success', () => resolve());
      request.addEventListener('error', () => reject(request.error));
    });
  });
  await Promise.all(erased);
}

/** The cookie that the server sets before a sign-in. */
function keepCookie(): void {
  document.cookie = 'XSRF-TOKEN=token; path=/';
  onTestFinished(() => {
    document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
  });
}

const erased = main.getByText('The browser erased the data of this app');

test('[DATA-16] an open page of a user whose data the browser has erased receives everything again', async () => {
  const { user } = await openSignedIn('/', (account) =>
    account.call('POST', '/api/items', { type: 'todo', title: 'Buy boots' }),
  );
  await expect.element(row('Buy boots')).toBeVisible();
  await erase();
  await quickAdd('todo', 'Find the map');
  await expect.element(erased).toBeVisible();
  await expect.element(row('Buy boots')).toBeVisible();
  await settled();
  expect(await user.titles()).toEqual(['Buy boots', 'Find the map']);
});

test('[DATA-16] a start with a session but without local data finds the user and loads the account', async () => {
  const { app } = await openSignedIn('/', (account) =>
    account.call('POST', '/api/items', { type: 'todo', title: 'Buy boots' }),
  );
  await expect.element(row('Buy boots')).toBeVisible();
  keepCookie();
  localStorage.removeItem(accountKey);
  await app.reopenErased();
  await expect.element(row('Buy boots')).toBeVisible();
  await expect.element(erased).toBeVisible();
  await expect
    .element(page.getByRole('banner').getByRole('button', { name: 'Account' }))
    .toBeVisible();
});

test('[DATA-16] a start with a session, from which everything else was erased, opens its address instead of the tutorial', async () => {
  const { app } = await openSignedIn('/my-list', (account) =>
    account.call('POST', '/api/items', { type: 'todo', title: 'Buy boots' }),
  );
  keepCookie();
  await app.reopenErased('all');
  await expect.element(row('Buy boots')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/my-list');
  await app.reopen();
  await expect.element(row('Buy boots')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/my-list');
});

test('[DATA-16] a newcomer with a cookie but without a session sees the tutorial', async () => {
  keepCookie();
  await openApp('/', { tutorial: 'ahead', server: new AppServer() });
  await expect.element(main.getByText('Step 1 of 6')).toBeVisible();
});

test('[DATA-16] an open page of a guest says that the items are gone, and stays usable', async () => {
  await openApp();
  await quickAdd('todo', 'Buy boots');
  await expect.element(row('Buy boots')).toBeVisible();
  await erase();
  await quickAdd('todo', 'Find the map');
  await expect.element(erased).toBeVisible();
  await expect.element(main.getByRole('link', { name: 'Import' })).toBeVisible();
  await expect.element(main.getByText('Buy boots', { exact: true })).not.toBeInTheDocument();
});

test('[DATA-16] a guest whose items are gone is told so once at the start; a first visit shows no such message', async () => {
  const app = await openApp();
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  await quickAdd('todo', 'Buy boots');
  await expect.element(row('Buy boots')).toBeVisible();
  await app.reopenErased();
  await expect.element(erased).toBeVisible();
  expect(app.calls.filter((url) => url.includes('/api/me'))).toEqual([]);
  await app.reopen();
  await quickAdd('todo', 'Find the map');
  await expect.element(erased).not.toBeInTheDocument();
});
