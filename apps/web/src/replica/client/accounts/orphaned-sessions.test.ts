import { rememberedAs } from '@foray/sync/testing';
import { nobodyRemembered } from '@foray/sync';
import { accountActions } from '../server/own-account.ts';
import {
  ada,
  asTyped,
  bob,
  browserWith,
  madeBy,
  noticesOf,
  titlesOn,
} from '../../testing/browser.ts';

const asAda = rememberedAs(ada);
const noAnswer = { ok: false, error: { kind: 'noAnswer' } };
/** Whether no session is left to be ended on the server. */
const settled = { signIns: [], signedOutId: null };

test('[LOGIN-09] a sign-in without a response leaves no session: it is ended now or at the next start', async () => {
  const { start, startAgain, sessions, remembers } = browserWith(nobodyRemembered);
  sessions.faults.login = 'lost';
  const page = await start();
  expect(await page.signIn(asTyped(bob))).toMatchObject(noAnswer);
  await expect.poll(() => sessions.requests).toEqual(['login', 'logout as Bob']);
  await expect.poll(remembers).toMatchObject(settled);

  sessions.faults.logout = 'unreachable';
  await page.signIn(asTyped(bob));
  await expect.poll(() => remembers()?.signedOutId).toBe(0);
  expect(sessions.cookie).toEqual(bob);
  delete sessions.faults.logout;
  const next = await startAgain();
  expect(next.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(() => sessions.cookie).toBeNull();
  await expect.poll(remembers).toMatchObject(settled);
});

test.each(['guest', 'Ada'])(
  "[AUTH-08] after the browser was killed while the server accepted a sign-in of Bob, it starts as %s and ends Bob's session",
  async (who) => {
    const { start, startAgain, sessions, remembers } = browserWith(
      who === 'Ada' ? asAda : nobodyRemembered,
    );
    sessions.faults.login = 'hangs';
    const killed = await start();
    void killed.signIn(asTyped(bob));
    await expect.poll(() => sessions.cookie).toEqual(bob);

    const next = await startAgain();
    if (who === 'Ada') expect(next.session.get()).toMatchObject({ user: { id: ada.id } });
    await expect.poll(() => sessions.cookie).toBeNull();
    await expect.poll(remembers).toMatchObject({ ...settled, user: null });
    expect(next.session.get()).toEqual({ kind: 'guest' });
  },
);

test('[AUTH-08] a start without a response keeps the signed-in user, and the next contact ends the unclaimed session', async () => {
  const { start, startAgain, sessions, remembers, stores, connectivity } = browserWith(asAda);
  await madeBy(stores, ada, 'Ada’s');
  await madeBy(stores, bob, 'Bob’s');
  sessions.faults.me = 'unreachable';
  sessions.faults.login = 'lost';
  connectivity.set(false);
  const page = await start();
  expect(await page.signIn(asTyped(bob))).toMatchObject(noAnswer);

  const next = await startAgain();
  const notices = noticesOf(next);
  expect(next.session.get()).toMatchObject({ user: { id: ada.id } });
  expect(titlesOn(next)).toEqual(['Ada’s']);
  expect(sessions.cookie).toEqual(bob);
  // A cycle is answered 409 wrong_actor.
  connectivity.set(true);
  await expect.poll(() => sessions.cookie).toBeNull();
  await expect.poll(remembers).toMatchObject({ ...settled, user: null });
  expect(next.session.get()).toEqual({ kind: 'guest' });
  expect(titlesOn(next)).toEqual([]);
  expect(notices).toContain('signedOut');
});

test('[LOGIN-09] a guest’s app that could not end a session ends it when the network is back', async () => {
  const { start, sessions, remembers, connectivity } = browserWith(nobodyRemembered);
  sessions.faults.login = 'lost';
  sessions.faults.logout = 'unreachable';
  const page = await start();
  connectivity.set(false);
  await page.signIn(asTyped(bob));
  await expect.poll(() => remembers()?.signedOutId).toBe(0);
  delete sessions.faults.logout;
  connectivity.set(true);
  await expect.poll(() => sessions.cookie).toBeNull();
  await expect.poll(remembers).toMatchObject(settled);
});

test('[AUTH-08] a session of a user other than the remembered one is not adopted, wherever it came from', async () => {
  const { start, sessions, stores } = browserWith(asAda);
  await madeBy(stores, bob, 'Bob’s');
  sessions.cookie = bob;
  const page = await start();
  const shown: unknown[] = [];
  page.session.subscribe(() => void shown.push(page.session.get()));
  await expect.poll(() => sessions.cookie).toBeNull();
  expect(shown).toEqual([{ kind: 'guest' }]);
  expect(titlesOn(page)).toEqual([]);
});

test('[LOGIN-09] a sign-in without a response that replaced the current session ends both', async () => {
  const { start, sessions } = browserWith(asAda);
  sessions.faults.login = 'unreachable';
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  const notices = noticesOf(page);
  await page.signIn(asTyped(bob));
  await expect.poll(() => sessions.requests).toEqual(['me as Ada', 'me as Ada']);
  expect(page.session.get()).toMatchObject({ kind: 'user', user: { id: ada.id } });
  sessions.faults.login = 'lost';
  await page.signIn(asTyped(bob));
  await expect.poll(() => sessions.cookie).toBeNull();
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(notices).toContain('signedOut');
});

test('ending an earlier session is cancelled when a user signs in', async () => {
  const { start, sessions, remembers } = browserWith(nobodyRemembered);
  sessions.faults.login = 'lost';
  const page = await start();
  sessions.faults.logout = 'hangs';
  await page.signIn(asTyped(ada));
  await expect.poll(() => sessions.requests).toEqual(['login', 'logout as Ada']);
  delete sessions.faults.login;
  expect(await page.signIn(asTyped(ada))).toMatchObject({ ok: true });
  expect(page.session.get()).toMatchObject({ kind: 'user' });
  await expect.poll(remembers).toMatchObject({ ...settled, user: { id: ada.id } });
  expect(sessions.cookie).toEqual(ada);
});

test('[AUTH-08] a planned log-out does not end the session of a user who signs in at any later moment', async () => {
  for (let turns = 0; turns < 80; turns += 1) {
    const { start, sessions, remembers } = browserWith(nobodyRemembered);
    sessions.faults.login = 'lost';
    const page = await start();
    await page.signIn(asTyped(ada));
    delete sessions.faults.login;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    expect(await page.signIn(asTyped(bob))).toMatchObject({ ok: true });
    await expect.poll(remembers).toMatchObject({ ...settled, user: { id: bob.id } });
    expect(sessions.cookie, `${turns} turns`).toEqual(bob);
  }
});

test('[AUTH-08] a sign-in in progress in another tab is not ended by this one', async () => {
  const { start, sessions, remembers } = browserWith(asAda);
  sessions.faults.login = 'hangs';
  const page = await start();
  void page.signIn(asTyped(bob));
  await expect.poll(() => sessions.cookie).toEqual(bob);
  const otherTab = await start();
  // Its sync is refused, since the session now belongs to Bob.
  await otherTab.endSession('replaced');
  expect(sessions.cookie).toEqual(bob);
  expect(remembers()).toMatchObject({ user: { id: ada.id } });
});

test('a sign-in that the server refused leaves nothing to clean up', async () => {
  const { start, sessions, remembers } = browserWith(nobodyRemembered);
  const page = await start();
  const unknown = { phone: '+15550009', name: 'X' };
  expect(await page.signIn(unknown)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  await expect.poll(remembers).toMatchObject(settled);
  expect(sessions.requests).toEqual(['login']);
});

test('[AUTH-08] a tab that starts while another tab signs in ends no session, and a tab that was calling the server stops', async () => {
  let notify = (): void => undefined;
  const { start, sessions, time } = browserWith(nobodyRemembered, {
    onAccountChangedElsewhere: (listener) => void (notify = listener),
  });
  sessions.faults.login = 'lost';
  const ending = await start();
  const notifyOne = notify;
  sessions.faults.logout = 'hangs';
  await ending.signIn(asTyped(ada));
  await expect.poll(() => sessions.requests).toEqual(['login', 'logout as Ada']);
  delete sessions.faults.logout;

  const signingIn = await start();
  await time.pass(0);
  sessions.faults.login = 'hangs';
  void signingIn.signIn(asTyped(bob));
  await expect.poll(() => sessions.cookie).toEqual(bob);
  notifyOne();
  await expect.poll(() => sessions.givenUp).toEqual(['logout']);
  await start();
  await time.pass(0);
  expect(sessions.cookie).toEqual(bob);
});

test('[AUTH-08] a session check that is answered for another user’s session ends that session', async () => {
  const { start, sessions, ports, connectivity } = browserWith(asAda);
  connectivity.set(false);
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  sessions.cookie = bob;
  const { signal } = new AbortController();
  const refused = await accountActions(page, ports.callServer).deleteAccount(signal);
  expect(refused).toMatchObject({ ok: false, error: { code: 'wrong_actor' } });
  await expect.poll(() => sessions.cookie).toBeNull();
  expect(sessions.people).toContain(bob);
  expect(page.session.get()).toEqual({ kind: 'guest' });
});

test('[AUTH-04] the end of a session that is reported several times at once is shown once', async () => {
  const { start, connectivity } = browserWith(asAda);
  connectivity.set(false);
  const page = await start();
  const notices = noticesOf(page);
  const hows = ['ended', 'replaced', 'ended'] as const;
  await Promise.all(hows.map((how) => page.endSession(how)));
  expect(notices).toEqual(['accountLeft', 'signedOut']);
});
