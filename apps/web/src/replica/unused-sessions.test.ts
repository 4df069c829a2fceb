import { nobodyRemembered, withUser } from '@foray/sync';
import { expect, test } from 'vitest';
import { ada, asTyped, bob, browserWith, madeBy, noticesOf, titlesOn } from './testing/browser.ts';

const asAda = withUser(nobodyRemembered, ada);
const noAnswer = { ok: false, error: { kind: 'noAnswer' } };
/** Whether nothing is left to be told to the server. */
const settled = { signIns: [], signedOutId: null };

test('[LOGIN-09] a sign-in without an answer leaves no session: the server is told, at the next start if not now', async () => {
  const { start, startAgain, sessions, remembers } = browserWith(nobodyRemembered);
  sessions.faults.login = 'lost';
  const page = await start();
  expect(await page.signIn(asTyped(bob))).toMatchObject(noAnswer);
  await expect.poll(() => sessions.heard).toEqual(['login', 'logout as Bob']);
  await expect.poll(remembers).toMatchObject(settled);

  sessions.faults.logout = 'unheard';
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
  '[AUTH-08] a browser killed while the server accepts a sign-in of Bob starts as that of %s, and ends his session',
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

test('[AUTH-08] a start that gets no answer keeps who is signed in, and the next contact ends the session nobody claimed', async () => {
  const { start, startAgain, sessions, remembers, stores, connectivity } = browserWith(asAda);
  await madeBy(stores, ada, 'Ada’s');
  await madeBy(stores, bob, 'Bob’s');
  sessions.faults.me = 'unheard';
  sessions.faults.login = 'lost';
  connectivity.set(false);
  const page = await start();
  expect(await page.signIn(asTyped(bob))).toMatchObject(noAnswer);

  const next = await startAgain();
  const notices = noticesOf(next);
  expect(next.session.get()).toMatchObject({ user: { id: ada.id } });
  expect(titlesOn(next)).toEqual(['Ada’s']);
  expect(sessions.cookie).toEqual(bob);
  // A run of the sync is answered 409 wrong_actor.
  connectivity.set(true);
  await expect.poll(() => sessions.cookie).toBeNull();
  await expect.poll(remembers).toMatchObject({ ...settled, user: null });
  expect(next.session.get()).toEqual({ kind: 'guest' });
  expect(titlesOn(next)).toEqual([]);
  expect(notices).toContain('signedOut');
});

test('[LOGIN-09] a guest’s app that could not tell the server tells it when the network is back', async () => {
  const { start, sessions, remembers, connectivity } = browserWith(nobodyRemembered);
  sessions.faults.login = 'lost';
  sessions.faults.logout = 'unheard';
  const page = await start();
  connectivity.set(false);
  await page.signIn(asTyped(bob));
  await expect.poll(() => remembers()?.signedOutId).toBe(0);
  delete sessions.faults.logout;
  connectivity.set(true);
  await expect.poll(() => sessions.cookie).toBeNull();
  await expect.poll(remembers).toMatchObject(settled);
});

test('[AUTH-08] a session of somebody else than who is remembered is not adopted, whatever it came from', async () => {
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

test('[LOGIN-09] a sign-in without an answer that replaced the session in use ends both', async () => {
  const { start, sessions } = browserWith(asAda);
  sessions.faults.login = 'unheard';
  const page = await start();
  await expect.poll(() => sessions.heard).toEqual(['me as Ada']);
  const notices = noticesOf(page);
  await page.signIn(asTyped(bob));
  await expect.poll(() => sessions.heard).toEqual(['me as Ada', 'me as Ada']);
  expect(page.session.get()).toMatchObject({ kind: 'user', user: { id: ada.id } });
  sessions.faults.login = 'lost';
  await page.signIn(asTyped(bob));
  await expect.poll(() => sessions.cookie).toBeNull();
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(notices).toContain('signedOut');
});

test('what is still to be told of an earlier session is given up when somebody signs in', async () => {
  const { start, sessions, remembers } = browserWith(nobodyRemembered);
  sessions.faults.login = 'lost';
  const page = await start();
  sessions.faults.logout = 'hangs';
  await page.signIn(asTyped(ada));
  await expect.poll(() => sessions.heard).toEqual(['login', 'logout as Ada']);
  delete sessions.faults.login;
  expect(await page.signIn(asTyped(ada))).toMatchObject({ ok: true });
  expect(page.session.get()).toMatchObject({ kind: 'user' });
  await expect.poll(remembers).toMatchObject({ ...settled, user: { id: ada.id } });
  expect(sessions.cookie).toEqual(ada);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  '[AUTH-08] a log-out that was planned and not begun does not end the session of who signs in %i turns later',
  async (turns) => {
    const { start, sessions, remembers } = browserWith(nobodyRemembered);
    sessions.faults.login = 'lost';
    const page = await start();
    await page.signIn(asTyped(ada));
    delete sessions.faults.login;
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    expect(await page.signIn(asTyped(bob))).toMatchObject({ ok: true });
    await page.current();
    await expect.poll(remembers).toMatchObject({ ...settled, user: { id: bob.id } });
    expect(sessions.cookie).toEqual(bob);
    expect(sessions.heard.filter((call) => call.startsWith('logout as Bob'))).toEqual([]);
  },
);

test('[AUTH-08] a sign-in that another tab has under way is not ended by this one', async () => {
  const { start, sessions, remembers } = browserWith(asAda);
  sessions.faults.login = 'hangs';
  const page = await start();
  void page.signIn(asTyped(bob));
  await expect.poll(() => sessions.cookie).toEqual(bob);
  const otherTab = await start();
  // Its sync is refused, since the session is Bob's by now.
  await otherTab.endSession('replaced');
  expect(sessions.cookie).toEqual(bob);
  expect(remembers()).toMatchObject({ user: { id: ada.id } });
});

test('a sign-in that the server refused leaves nothing to be settled', async () => {
  const { start, sessions, remembers } = browserWith(nobodyRemembered);
  const page = await start();
  const unknown = { phone: '+15550009', name: 'X' };
  expect(await page.signIn(unknown)).toMatchObject({ ok: false, error: { kind: 'refused' } });
  await expect.poll(remembers).toMatchObject(settled);
  expect(sessions.heard).toEqual(['login']);
});
