import { rememberedAs } from '@foray/sync/testing';
import { err } from '@foray/domain';

import type { AccountManager } from './account-manager.ts';
import { accountActions } from '../server/own-account.ts';
import type { CallServer } from '../state/client-ports.ts';
import {
  ada,
  asTyped,
  browserWith,
  madeBy,
  noticesOf,
  openIn,
  titlesIn,
  titlesOn,
} from '../../testing/browser.ts';

const asAda = rememberedAs(ada);
const minuteMs = 60_000;

/** A browser of Ada's, offline for its sync, with an item that no server has. */
async function adasBrowser() {
  const browser = browserWith(asAda);
  browser.connectivity.set(false);
  await madeBy(browser.stores, ada, 'Ada’s');
  const remove = (page: AccountManager, signal = new AbortController().signal) =>
    accountActions(page, browser.ports.callServer).deleteAccount(signal);
  const left = () => titlesIn(browser.stores, ada.id);
  /** Empties the queue, as if the server had everything. */
  async function allSent(): Promise<void> {
    const store = await openIn(browser.stores, ada.id);
    await store.write(async (tx) => {
      for (const { id } of await tx.queue()) await tx.deleteRequest(id);
    });
    await store.close();
  }
  return { ...browser, remove, left, allSent };
}

test('[AUTH-07] [I1] if the deletion never reached the server, a session that ends otherwise erases nothing unsent', async () => {
  const { start, sessions, remove, left, connectivity, stores } = await adasBrowser();
  const page = await start();
  const notices = noticesOf(page);
  sessions.faults.deleteAccount = 'unreachable';
  expect(await remove(page)).toMatchObject({ ok: false });
  // Logged out everywhere by another device, long before this one is online again.
  sessions.cookie = null;
  connectivity.set(true);
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
  expect(titlesOn(page)).toEqual([]);
  expect(notices.filter((kind) => kind !== 'accountLeft')).toEqual(['accountGone']);
  const waiting = { userId: ada.id, phone: ada.phone, changes: 1, isDeletionRequested: true };
  await expect.poll(() => page.pendingAccounts.get()).toEqual([{ ...waiting, former: null }]);

  expect(await page.signIn(asTyped(ada))).toMatchObject({ ok: true });
  await (
    await page.current()
  ).loaded;
  expect(titlesOn(page)).toEqual(['Ada’s']);
  expect(titlesIn(stores, ada.id)).toEqual(['Ada’s']);
});

test('[AUTH-07] the kept data of an account is erased once its number belongs to another account', async () => {
  const { start, sessions, stores, remove, left, remembers, connectivity } = await adasBrowser();
  const page = await start();
  sessions.faults.deleteAccount = 'lost';
  await remove(page);
  connectivity.set(true);
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
  const adaAgain = { ...ada, id: 7_000_000_000 };
  sessions.people = [adaAgain];
  await page.signIn(asTyped(ada));
  await (
    await page.current()
  ).loaded;
  await expect.poll(left).toEqual([]);
  expect(titlesOn(page)).toEqual([]);
  expect(titlesIn(stores, adaAgain.id)).toEqual([]);
  await expect
    .poll(remembers)
    .toMatchObject({ deletions: [], known: [{ userId: adaAgain.id }], leaving: [] });
  await expect.poll(() => page.pendingAccounts.get()).toEqual([]);
});

test('[AUTH-07] an account without unsent changes is erased by the next 401', async () => {
  const { start, sessions, remove, left, connectivity, remembers, allSent } = await adasBrowser();
  await allSent();
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

test('[AUTH-07] if the browser is killed while the server deletes the account, the next start erases the data', async () => {
  const { start, startAgain, sessions, remove, left, remembers, allSent } = await adasBrowser();
  await allSent();
  const killed = await start();
  sessions.faults.deleteAccount = 'hangs';
  void remove(killed);
  await expect.poll(() => sessions.requests).toContain('deleteAccount as Ada');
  const next = await startAgain();
  await expect.poll(() => next.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual([]);
  await expect.poll(remembers).toMatchObject({ deletions: [], known: [] });
});

test('[AUTH-07] a deletion that the server confirms also erases unsent changes at once', async () => {
  const { start, remove, left, remembers } = await adasBrowser();
  const page = await start();
  expect(left()).toEqual(['Ada’s']);
  expect(await remove(page)).toMatchObject({ ok: true });
  expect(left()).toEqual([]);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(remembers).toMatchObject({ user: null, known: [], deletions: [], leaving: [] });
  expect(page.pendingAccounts.get()).toEqual([]);
});

test('[AUTH-07] a deletion that the server confirms erases everything, even if a 401 came before its response', async () => {
  const { start, sessions, remove, left, ports, remembers } = await adasBrowser();
  const page = await start();
  const { callServer } = ports;
  const callThenEnd: CallServer = async (id, input) => {
    const reply = await callServer(id, input);
    await page.endSession('ended');
    return reply;
  };
  Object.assign(ports, { callServer: callThenEnd });
  expect(await remove(page)).toMatchObject({ ok: true });
  expect(sessions.people).toHaveLength(1);
  expect(left()).toEqual([]);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(remembers).toMatchObject({ user: null, known: [], deletions: [], leaving: [] });
  await expect.poll(() => page.pendingAccounts.get()).toEqual([]);
});

test('[SIGN-14] a deletion that still needs a code does not count, and erases nothing later', async () => {
  const { start, remove, left, ports, remembers, sessions, connectivity } = await adasBrowser();
  const page = await start();
  const error = { code: 'invalid_code', message: '' } as const;
  const refusal = { kind: 'refusal', status: 422, error, serverNow: null, position: null } as const;
  Object.assign(ports, {
    callServer: async () => ({ ...refusal, knownHead: null, retryAfterMs: null }),
  });
  expect(await remove(page)).toEqual(err({ code: 'invalid_code' }));
  expect(remembers()).toMatchObject({ user: ada, deletions: [] });
  sessions.cookie = null;
  connectivity.set(true);
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
});

test('[AUTH-07] a sign-in with the number of a deleted account finds an empty account', async () => {
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

test('[AUTH-07] if the server still knows the account, the request ends once the server cannot be working on it any more', async () => {
  const { start, startAgain, sessions, remove, left, time, remembers } = await adasBrowser();
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  sessions.faults.deleteAccount = 'unreachable';
  await remove(page);
  // A session check in the same minute may have overtaken it.
  await startAgain();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada', 'me as Ada']);
  await time.pass(minuteMs - 1);
  expect(remembers()?.deletions).toMatchObject([{ userId: ada.id }]);
  await time.pass(1);
  const next = await startAgain();
  await expect.poll(() => remembers()?.deletions).toEqual([]);
  // The session ends for another reason: unsent changes stay.
  sessions.cookie = null;
  await next.endSession('ended');
  expect(next.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
});

test('[AUTH-07] a log-out that keeps unsent changes cancels the request', async () => {
  const { start, sessions, remove, left, remembers } = await adasBrowser();
  const page = await start();
  sessions.faults.deleteAccount = 'unreachable';
  await remove(page);
  await page.signOut(false);
  expect(remembers()?.deletions).toEqual([]);
  expect(left()).toEqual(['Ada’s']);
});

test('[AUTH-07] a session replaced by another user’s proves nothing about the account', async () => {
  const { start, sessions, remove, left, remembers } = await adasBrowser();
  const page = await start();
  sessions.faults.deleteAccount = 'unreachable';
  await remove(page);
  await page.endSession('replaced');
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(left()).toEqual(['Ada’s']);
  expect(remembers()?.deletions).toHaveLength(1);
  // A sign-in as the same person means that they keep the account.
  await page.signIn(asTyped(ada));
  expect(remembers()?.deletions).toEqual([]);
});

test('[AUTH-07] an account that several responses report as gone at once is erased and reported once', async () => {
  const { start, sessions, remove, left, allSent } = await adasBrowser();
  await allSent();
  const page = await start();
  const notices = noticesOf(page);
  sessions.faults.deleteAccount = 'lost';
  await remove(page);
  await Promise.all([page.endSession('ended'), page.endSession('ended')]);
  expect(left()).toEqual([]);
  expect(notices).toEqual(['accountLeft', 'accountGone']);
});
