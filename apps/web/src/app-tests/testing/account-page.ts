import { openDB } from 'idb';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { AppServer, type ServerAccount } from './app-server.ts';
import { atPath, goOn, main } from './on-page.ts';
import { openApp, type RunningApp } from './open-app.tsx';

/** The app of a signed-in user, and the server behind it. */
export interface SignedIn {
  readonly app: RunningApp;
  readonly server: AppServer;
  readonly user: ServerAccount;
}

/** Opens the app of a signed-in user at `path`; `fill` prepares the account. */
export async function openSignedIn(
  path = '/',
  fill: (user: ServerAccount, server: AppServer) => Promise<unknown> = async () => undefined,
): Promise<SignedIn> {
  const server = new AppServer();
  const user = await server.account();
  await fill(user, server);
  const app = await openApp(path, { server, user });
  await expect
    .element(page.getByRole('banner').getByRole('button', { name: 'Account' }))
    .toBeVisible();
  await settled();
  return { app, server, user };
}

/** The badge of connectivity, while it is shown. */
export const badge = (): string => document.querySelector('[data-connectivity]')?.textContent ?? '';

/** The rows of a table in the databases of this browser's accounts. */
async function rowsOf(table: 'items' | 'syncQueue') {
  const rows = [];
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('foray-')) continue;
    const database = await openDB(name);
    rows.push(...(await database.getAll(table)));
    database.close();
  }
  return rows;
}

/** The requests that wait in the accounts of this browser, oldest first. */
export async function queued(): Promise<
  readonly { readonly id: string; readonly retries: number }[]
> {
  return rowsOf('syncQueue');
}

/** Waits for the writes that have begun: a read comes after all writes before it. */
export async function stored(): Promise<void> {
  await rowsOf('items');
}

/** Waits until the server has every change made here. */
export async function settled(): Promise<void> {
  await expect.poll(async () => (await queued()).length).toBe(0);
}

/** Reports a network to the app, as the browser does, but not in the middle of a cycle. */
export async function comeOnline(): Promise<void> {
  await expect.poll(() => document.querySelector('[data-syncing]')).toBeNull();
  window.dispatchEvent(new Event('online'));
}

/** Fills the open sign-in form. */
export async function fillSignIn(phone: string, name = 'Ada Byron'): Promise<void> {
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
}

/** Signs in at /login. */
export async function signIn(phone: string, name = 'Ada Byron'): Promise<void> {
  goOn('/login');
  await fillSignIn(phone, name);
  await main.getByRole('button', { name: 'Sign In' }).click();
  await atPath('/');
}

/** Logs out by the header's menu; the caller answers a question about unsent changes. */
export async function logOut(): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
}

/** Waits until items have arrived on this device. */
export async function arrived(...titles: readonly string[]): Promise<void> {
  const held = async () => (await rowsOf('items')).map(({ title }) => title);
  await expect.poll(held).toEqual(expect.arrayContaining([...titles]));
}

/** Changes something as another device of the user, and waits until it arrives here. */
export async function elsewhere(
  user: ServerAccount,
  method: string,
  path: string,
  data?: object,
): Promise<void> {
  await user.call(method, path, data);
  // Items created after it show that the change has arrived, because each type has a stream of its own.
  const after = crypto.randomUUID();
  const types = ['campaign', 'task', 'todo'];
  for (const type of types)
    await user.call('POST', '/api/items', { type, title: `${after} ${type}` });
  await arrived(...types.map((type) => `${after} ${type}`));
}
