import { rememberedAs } from '@foray/sync/testing';
import { nobodyRemembered } from '@foray/sync';
import {
  ada,
  asTyped,
  bob,
  browserWith,
  madeBy,
  openIn,
  ignoredEvents,
} from '../../testing/browser.ts';
import { AccountManager } from './account-manager.ts';
import { openFirst } from './first-opening.ts';
import { ShownAccount } from './shown-account.ts';

/** The start of a page that waits for the code of the account manager until `goOn` is called. */
async function startedPage({ ports }: ReturnType<typeof browserWith>) {
  const shown = new ShownAccount(ports, ignoredEvents);
  const first = await openFirst(ports, shown);
  return { shown, first, goOn: () => new AccountManager(ports, shown, first) };
}

const titlesOf = ({ watch }: ShownAccount) =>
  [...watch.replica.get().rows()].map((row) => row.title);

test('a guest’s items are shown before the code of the account manager has loaded', async () => {
  const browser = browserWith(nobodyRemembered);
  await madeBy(browser.stores, null, 'Buy rope');
  const { shown, first } = await startedPage(browser);
  await first.opened?.loaded;
  expect(shown.session.get()).toEqual({ kind: 'guest' });
  expect(titlesOf(shown)).toEqual(['Buy rope']);
});

test('a signed-in user’s items are shown before the account manager has loaded, with the counts of the last page', async () => {
  const counts = { pending: 3, blocked: 1 };
  const browser = browserWith(rememberedAs(ada), {
    guestMark: { isOn: () => false, set: () => undefined },
    mayHaveSession: () => false,
    queueCounts: { load: () => counts, save: (now) => void Object.assign(counts, now) },
  });
  await madeBy(browser.stores, ada, 'Buy rope');
  const { shown, first, goOn } = await startedPage(browser);
  await first.opened?.loaded;
  expect(shown.session.get()).toEqual({ kind: 'user', user: ada });
  expect(titlesOf(shown)).toEqual(['Buy rope']);
  expect(shown.watch.sync.get()).toMatchObject({ pending: 3, blocked: 1 });
  const { engine } = await goOn().current();
  expect(engine).not.toBeNull();
  expect(shown.watch.sync.get()).toMatchObject({ pending: 1, blocked: 0 });
  expect(counts).toEqual({ pending: 1, blocked: 0 });
});

test('a guest’s items that an interrupted upgrade left behind appear once the account manager has loaded', async () => {
  const browser = browserWith(rememberedAs(ada));
  await madeBy(browser.stores, ada, 'Buy rope');
  await madeBy(browser.stores, null, 'Pack tent');
  const { shown, first, goOn } = await startedPage(browser);
  await first.opened?.loaded;
  expect(titlesOf(shown)).toEqual(['Buy rope']);
  const { loaded } = await goOn().current();
  await loaded;
  await expect.poll(() => titlesOf(shown)).toEqual(['Buy rope', 'Pack tent']);
});

test('before the account manager has loaded, a store is shown only if it is known to be the user’s', async () => {
  const browser = browserWith(rememberedAs(ada));
  await madeBy(browser.stores, { ...bob, id: ada.id }, 'Buy rope');
  const { shown, first } = await startedPage(browser);
  expect(first.opened).toBeNull();
  expect(shown.session.get()).toEqual({ kind: 'starting' });
  expect(titlesOf(shown)).toEqual([]);
});

test('before the account manager has loaded, a store that a sign-out was leaving is not shown', async () => {
  const browser = browserWith(rememberedAs(ada));
  await madeBy(browser.stores, ada, 'Buy rope');
  const store = await openIn(browser.stores, ada.id);
  await store.write((tx) => tx.putMeta('left', 'account', { unsent: 'keep' }));
  await store.close();
  const { shown, first } = await startedPage(browser);
  expect(first.opened).toBeNull();
  expect(titlesOf(shown)).toEqual([]);
});

test('[AUTH-05] a page whose code loads late follows a sign-in that another tab made in the meantime', async () => {
  const browser = browserWith(nobodyRemembered);
  const { shown, goOn } = await startedPage(browser);
  const other = await browser.start();
  await other.signIn(asTyped(ada));
  goOn();
  await expect
    .poll(() => shown.session.get())
    .toMatchObject({ kind: 'user', user: { id: ada.id } });
});

test.each([
  ['keeps', false],
  ['erases', true],
])(
  '[AUTH-05] a page whose code loads late follows a sign-out that %s the local data',
  async (_, shouldDiscard) => {
    const browser = browserWith(rememberedAs(ada));
    await madeBy(browser.stores, ada, 'Buy rope');
    const { shown, goOn } = await startedPage(browser);
    const other = await browser.start();
    await other.signOut(shouldDiscard);
    goOn();
    await expect.poll(() => shown.session.get()).toEqual({ kind: 'guest' });
    expect(titlesOf(shown)).toEqual([]);
  },
);
