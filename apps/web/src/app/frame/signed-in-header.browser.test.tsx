import { page } from 'vitest/browser';
import type { ClientActions } from '../../replica/index.ts';
import { ada, fakeClient } from '../../replica/testing/fake-client.ts';
import { Header } from './header.tsx';
import { beginFrame } from './lazy-frame.tsx';
import { findRoute } from '../routing/routes.tsx';
import { beginVisitAt } from '../testing/begin-visit.ts';
import { renderWith } from '../../replica/testing/render-with.tsx';

const startedAt = location.pathname;
// A visible list does this.
beforeAll(beginFrame);
beforeEach(() => beginVisitAt('/queue'));
afterEach(() => beginVisitAt(startedAt));

const account = page.getByRole('button', { name: 'Account' });
const sheet = page.getByRole('dialog', { name: 'Account' });
const menu = page.getByRole('menu');

/** The headers of these pages, for a signed-in user. */
function open(paths: readonly string[], actions: Partial<ClientActions> = {}) {
  const fake = fakeClient(actions);
  fake.setSession({ kind: 'user', user: ada });
  renderWith(
    fake.client,
    paths.map((path) => {
      const found = findRoute(path);
      if (found === undefined) throw new Error(`no route at ${path}`);
      return <Header key={path} {...found.route} path={path} />;
    }),
  );
}

const leaving = () => ({
  unsentCount: async () => 0,
  signOut: vi.fn<ClientActions['signOut']>(async () => undefined),
});

test('[LAYOUT-02] on phones and tablets each top-level page has the avatar, which opens the Account sheet', async () => {
  const paths = ['/', '/queue', '/active', '/completed', '/my-list', '/notifications'];
  open(paths);
  for (const width of [390, 1023]) {
    await page.viewport(width, 780);
    await expect.poll(() => account.elements().length).toBe(paths.length);
    for (const one of account.elements()) expect(one).toHaveTextContent(/^AL$/);
  }
  await account.nth(2).click();
  await expect.element(sheet).toBeVisible();
});

test('[LAYOUT-10] [LAYOUT-20] the Account sheet says who is signed in, leads to Preferences and logs out', async () => {
  const actions = leaving();
  await page.viewport(390, 780);
  open(['/queue'], actions);
  await account.click();
  await expect.element(sheet).toHaveTextContent('Signed in as +4915112345678');
  await sheet.getByRole('button', { name: 'Preferences' }).click();
  await expect.poll(() => location.pathname).toBe('/preferences');
  await expect.element(sheet).not.toBeInTheDocument();
  await account.click();
  await sheet.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => actions.signOut).toHaveBeenCalledOnce();
});

test('[LAYOUT-09] on a desktop the avatar has a menu with name, phone, Preferences and Log out', async () => {
  const actions = leaving();
  await page.viewport(1280, 720);
  open(['/queue'], actions);
  await account.click();
  await expect.element(menu).toHaveTextContent('Ada Lovelace+4915112345678');
  const entries = () =>
    menu
      .getByRole('menuitem')
      .elements()
      .map((entry) => entry.textContent);
  expect(entries()).toEqual(['Preferences', 'Log out']);
  await menu.getByRole('menuitem', { name: 'Preferences' }).click();
  await expect.poll(() => location.pathname).toBe('/preferences');
  await account.click();
  await menu.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.poll(() => actions.signOut).toHaveBeenCalledOnce();
});
