import { nobodyRemembered, withUser } from '@foray/sync';
import { expect, test } from 'vitest';
import { ada, asTyped, browserWith, madeBy } from '../testing/browser.ts';
import { AccountManager } from './account-manager.ts';
import { openFirst } from './first-opening.ts';
import { ShownAccount } from './shown-account.ts';

/** The start of a page that waits for the code of the account manager until `goOn` is called. */
async function startedPage({ ports }: ReturnType<typeof browserWith>) {
  const shown = new ShownAccount(ports, () => undefined);
  const first = await openFirst(ports, shown);
  return { shown, first, goOn: () => new AccountManager(ports, shown, first) };
}

const titlesOf = ({ watch }: ShownAccount) =>
  [...watch.replica.get().rows()].map((row) => row.title);

test('a guest’s items are shown before the code of the account manager is there', async () => {
  const browser = browserWith(nobodyRemembered);
  await madeBy(browser.stores, null, 'Buy rope');
  const { shown, first } = await startedPage(browser);
  await first.opened?.loaded;
  expect(shown.session.get()).toEqual({ kind: 'guest' });
  expect(titlesOf(shown)).toEqual(['Buy rope']);
});

test('nothing is shown before it where somebody is signed in', async () => {
  const browser = browserWith(withUser(nobodyRemembered, ada));
  await madeBy(browser.stores, null, 'Buy rope');
  const { shown, first } = await startedPage(browser);
  expect(first.opened).toBeNull();
  expect(shown.session.get()).toEqual({ kind: 'starting' });
  expect(titlesOf(shown)).toEqual([]);
});

test('[AUTH-05] a page whose code comes late follows a sign-in of another tab meanwhile', async () => {
  const browser = browserWith(nobodyRemembered);
  const { shown, goOn } = await startedPage(browser);
  const other = await browser.start();
  await other.signIn(asTyped(ada));
  goOn();
  await expect
    .poll(() => shown.session.get())
    .toMatchObject({ kind: 'user', user: { id: ada.id } });
});

test('[AUTH-05] a page whose code comes late follows a sign-out of another tab meanwhile', async () => {
  const browser = browserWith(withUser(nobodyRemembered, ada));
  const { shown, goOn } = await startedPage(browser);
  const other = await browser.start();
  await other.signOut(false);
  goOn();
  await expect.poll(() => shown.session.get()).toEqual({ kind: 'guest' });
});
