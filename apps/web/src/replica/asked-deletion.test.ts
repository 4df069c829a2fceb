import { nobodyRemembered, withUser } from '@foray/sync';
import { expect, test } from 'vitest';
import type { AccountSwitch } from './account-switch.ts';
import { accountActions } from './own-account.ts';
import {
  ada,
  asTyped,
  browserWith,
  madeBy,
  noticesOf,
  titlesIn,
  titlesOn,
} from './testing/browser.ts';

const asAda = withUser(nobodyRemembered, ada);
const minuteMs = 60_000;

/** A browser of Ada's, offline for its sync, with an item that no server has. */
async function adasBrowser() {
  const browser = browserWith(asAda);
  browser.connectivity.set(false);
  await madeBy(browser.stores, ada, 'Ada’s');
  const remove = (page: AccountSwitch, signal = new AbortController().signal) =>
    accountActions(page, browser.ports.accountCalls).deleteAccount(signal);
  const left = () => titlesIn(browser.stores, ada.id);
  return { ...browser, remove, left };
}

test('[AUTH-07] an account that was deleted by a call without an answer goes from here by the next 401', async () => {
  const { start, sessions, remove, left, connectivity, remembers } = await adasBrowser();
  const page = await start();
  const notices = noticesOf(page);
  sessions.faults.deleteAccount = 'lost';
  expect(await remove(page)).toMatchObject({ ok: false });
  expect(left()).toEqual(['Ada’s']);
  connectivity.set(true);
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual([]);
  await expect
    .poll(remembers)
    .toMatchObject({ user: null, leaving: [], deletions: [], known: [], signedOutId: null });
  expect(notices.filter((kind) => kind !== 'accountLeft')).toEqual(['accountGone']);
});

test('[AUTH-07] a browser killed while the server deletes the account erases it at the next start', async () => {
  const { start, startAgain, sessions, remove, left, remembers } = await adasBrowser();
  const killed = await start();
  sessions.faults.deleteAccount = 'hangs';
  void remove(killed);
  await expect.poll(() => sessions.heard).toContain('deleteAccount as Ada');
  const next = await startAgain();
  await expect.poll(() => next.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual([]);
  await expect.poll(remembers).toMatchObject({ deletions: [], known: [] });
});

test('[AUTH-07] who signs in with the same number after that finds an empty account', async () => {
  const { start, sessions, stores, remove } = await adasBrowser();
  const page = await start();
  sessions.faults.deleteAccount = 'lost';
  await remove(page);
  const adaAgain = { ...ada, id: 7_000_000_000 };
  sessions.people = [adaAgain];
  expect(await page.signIn(asTyped(ada))).toMatchObject({ ok: true });
  const { loaded } = await page.current();
  await loaded;
  await expect.poll(() => titlesIn(stores, ada.id)).toEqual([]);
  expect(titlesOn(page)).toEqual([]);
  expect(titlesIn(stores, adaAgain.id)).toEqual([]);
});

test('[AUTH-07] a server that still knows the account ends the wish, once it cannot be at work on it any more', async () => {
  const { start, sessions, remove, left, time, remembers } = await adasBrowser();
  const page = await start();
  await expect.poll(() => sessions.heard).toEqual(['me as Ada']);
  await time.pass(0);
  sessions.faults.deleteAccount = 'unheard';
  await remove(page);
  expect(remembers()?.deletions).toMatchObject([{ userId: ada.id }]);
  await time.pass(minuteMs);
  await expect.poll(() => remembers()?.deletions).toEqual([]);

  await remove(page);
  // A session check in the same minute may have overtaken it.
  await start();
  await time.pass(minuteMs / 2);
  expect(remembers()?.deletions).toHaveLength(1);
  await time.pass(minuteMs);
  await expect.poll(() => remembers()?.deletions).toEqual([]);
  // It ends by something else: what was never sent stays.
  sessions.cookie = null;
  await page.endSession('ended');
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
});

test('[AUTH-07] a log-out that keeps what was not sent takes the wish back', async () => {
  const { start, sessions, remove, left, remembers } = await adasBrowser();
  const page = await start();
  sessions.faults.deleteAccount = 'unheard';
  await remove(page);
  await page.signOut(false);
  expect(remembers()?.deletions).toEqual([]);
  expect(left()).toEqual(['Ada’s']);
});

test('[AUTH-07] a session that somebody else’s has replaced says nothing about the account', async () => {
  const { start, sessions, remove, left, remembers } = await adasBrowser();
  const page = await start();
  sessions.faults.deleteAccount = 'unheard';
  await remove(page);
  await page.endSession('replaced');
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
  expect(remembers()?.deletions).toHaveLength(1);
  // Who signs in as the same person means to have it.
  await page.signIn(asTyped(ada));
  expect(remembers()?.deletions).toEqual([]);
});

test('[AUTH-07] an account that is found gone by several answers at once is erased and told once', async () => {
  const { start, sessions, remove, left } = await adasBrowser();
  const page = await start();
  const notices = noticesOf(page);
  sessions.faults.deleteAccount = 'lost';
  await remove(page);
  await Promise.all([page.endSession('ended'), page.endSession('ended')]);
  expect(left()).toEqual([]);
  expect(notices).toEqual(['accountLeft', 'accountGone']);
});
