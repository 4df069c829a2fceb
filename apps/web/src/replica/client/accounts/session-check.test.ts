import { rememberedAs } from '@foray/sync/testing';
import { isBlocked, nobodyRemembered } from '@foray/sync';
import {
  ada,
  asTyped,
  browserWith,
  madeBy,
  noticesOf,
  titlesIn,
  titlesOn,
} from '../../testing/browser.ts';
import { accountActions } from '../server/own-account.ts';

const asAda = rememberedAs(ada);
const minuteMs = 60_000;

test("[AUTH-01] a browser in which nobody has signed in starts as a guest's and makes no call to the server", async () => {
  const { start, sessions, time } = browserWith(nobodyRemembered);
  const page = await start();
  const { loaded } = await page.current();
  await loaded;
  await time.pass(minuteMs);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(sessions.requests).toEqual([]);
});

test('[AUTH-01] a start checks the session: a positive response or none keeps the user, and a 401 signs them out', async () => {
  const { start, startAgain, sessions, connectivity, time } = browserWith(asAda);
  connectivity.set(false);
  const answered = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  expect(answered.session.get()).toMatchObject({ user: { id: ada.id } });

  sessions.faults.me = 'lost';
  const unanswered = await startAgain();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada', 'me as Ada']);
  await time.pass(minuteMs);
  expect(unanswered.session.get()).toMatchObject({ user: { id: ada.id } });

  delete sessions.faults.me;
  sessions.cookie = null;
  const refused = await startAgain();
  await expect.poll(() => refused.session.get()).toEqual({ kind: 'guest' });
});

test("[AUTH-02] a sign-in authenticates the user, and the guest's items are queued for the server", async () => {
  const { start, stores } = browserWith(nobodyRemembered);
  await madeBy(stores, null, 'Buy boots', 'Call home');
  const page = await start();
  expect(await page.signIn(asTyped(ada))).toMatchObject({ ok: true, value: { id: ada.id } });
  expect(page.session.get()).toMatchObject({ kind: 'user', user: { id: ada.id } });
  const { device, loaded } = await page.current();
  await loaded;
  expect(titlesOn(page).toSorted()).toEqual(['Buy boots', 'Call home']);
  expect(titlesIn(stores, 0)).toEqual([]);
  const queue = await device.store.read((tx) => tx.queue());
  const sent = queue.ok ? queue.value : [];
  expect(sent).toMatchObject([{ isImport: true }, { isImport: true }]);
  expect(sent.some(({ state }) => isBlocked(state))).toBe(false);
});

test('[AUTH-03] a log-out calls the server and takes effect without its response, also after a reload', async () => {
  const { start, startAgain, sessions, connectivity } = browserWith(asAda);
  connectivity.set(false);
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  sessions.faults.logout = 'unreachable';
  await page.signOut(false);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(sessions.cookie).toEqual(ada);
  delete sessions.faults.logout;
  const next = await startAgain();
  expect(next.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(() => sessions.cookie).toBeNull();
  expect(sessions.requests).toEqual(['me as Ada', 'logout as Ada']);
});

test('[AUTH-03] a log-out of a guest makes no call', async () => {
  const { start, sessions, time } = browserWith(nobodyRemembered);
  const page = await start();
  await page.signOut(false);
  await time.pass(minuteMs);
  expect(sessions.requests).toEqual([]);
});

test('[AUTH-04] a 401 response to a call signs the user out, and is passed on', async () => {
  const { start, sessions, stores, ports, connectivity } = browserWith(asAda);
  connectivity.set(false);
  await madeBy(stores, ada, 'Ada’s');
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  const notices = noticesOf(page);
  sessions.cookie = null;
  const { signal } = new AbortController();
  const renamed = await accountActions(page, ports.callServer).rename('Countess', signal);
  expect(renamed).toEqual({ ok: false, error: { code: 'unauthenticated' } });
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(notices).toContain('signedOut');
  expect(titlesOn(page)).toEqual([]);
  expect(titlesIn(stores, ada.id)).toEqual(['Ada’s']);
});

test('[AUTH-04] a 401 response to a sync cycle signs the user out', async () => {
  const { start, sessions, connectivity } = browserWith(asAda);
  connectivity.set(false);
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  // The session check is not part of it.
  sessions.faults.me = 'unreachable';
  sessions.cookie = null;
  connectivity.set(true);
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
});
