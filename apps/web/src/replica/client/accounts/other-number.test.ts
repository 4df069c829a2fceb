import { rememberedAs } from '@foray/sync/testing';
import { nobodyRemembered, ownerOf, transitionOf } from '@foray/sync';
import type { Person } from '@foray/domain';
import {
  ada,
  asTyped,
  bob,
  browserWith,
  madeBy,
  noticesOf,
  openIn,
  titlesIn,
  titlesOn,
} from '../../testing/browser.ts';

const asAda = rememberedAs(ada);
const renumbered: Person = {
  ...ada,
  phone: '+15559999',
  updated_at: '2026-02-01T00:00:00.000Z',
  former_phones: [ada.phone],
};
/** Somebody new, with the number that Ada had. */
const heir: Person = { ...bob, phone: ada.phone, taken_over: true };

test('[NUMBER-06] a device that was offline during the change of number keeps its user and its unsent changes', async () => {
  const { start, startAgain, sessions, stores, remembers } = browserWith(asAda);
  await madeBy(stores, ada, 'Buy boots');
  sessions.cookie = renumbered;
  const page = await start();
  const notices = noticesOf(page);
  await expect.poll(() => page.session.get()).toMatchObject({ user: { phone: '+15559999' } });
  const { loaded, device } = await page.current();
  await loaded;
  expect(titlesOn(page)).toEqual(['Buy boots']);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
  expect(remembers()?.user).toMatchObject({ id: ada.id, phone: '+15559999' });

  const again = await startAgain();
  await (
    await again.current()
  ).loaded;
  expect(titlesOn(again)).toEqual(['Buy boots']);
  const store = await openIn(stores, ada.id);
  expect(await ownerOf(store, ada.id)).toEqual({ ok: true, value: '+15559999' });
  expect([...stores.tables.keys()].toSorted((a, b) => a - b)).toEqual([0, ada.id]);
  expect(notices).not.toContain('signedOut');
});

test('[NUMBER-06] a device that is online during the change of number learns the new number from the feed', async () => {
  const { start, sessions, remembers, connectivity } = browserWith(asAda);
  connectivity.set(false);
  const page = await start();
  await expect.poll(() => sessions.requests).toEqual(['me as Ada']);
  sessions.cookie = renumbered;
  const { former_phones: _, ...inFeed } = renumbered;
  await page.ownName.update([inFeed]);
  expect(page.session.get()).toEqual({ kind: 'user', user: renumbered });
  expect(remembers()?.user).toMatchObject({ id: ada.id, phone: '+15559999' });
});

test('[NUMBER-06] an offline start after the new number is known opens the same data', async () => {
  const { start, sessions, stores } = browserWith(
    transitionOf({ kind: 'signedIn', user: renumbered })(asAda),
  );
  await madeBy(stores, ada, 'Buy boots');
  sessions.cookie = renumbered;
  sessions.faults.me = 'unreachable';
  const page = await start();
  await (
    await page.current()
  ).loaded;
  expect(titlesOn(page)).toEqual(['Buy boots']);
});

test('[NUMBER-06] a sign-in with the new number finds the changes that waited under the old number', async () => {
  const known = { ...nobodyRemembered, known: [{ userId: ada.id, phone: ada.phone }] };
  const { start, sessions, stores } = browserWith(known);
  await madeBy(stores, ada, 'Buy boots');
  sessions.people = [renumbered, heir];
  const page = await start();
  expect(await page.signIn(asTyped(renumbered))).toMatchObject({ ok: true });
  await (
    await page.current()
  ).loaded;
  expect(titlesOn(page)).toEqual(['Buy boots']);
  expect(titlesIn(stores, ada.id)).toEqual(['Buy boots']);
});

test('[NUMBER-06] another person under the same id counts as another person, whatever numbers they had', async () => {
  const { start, sessions } = browserWith(asAda);
  sessions.cookie = { ...ada, phone: '+15558888', former_phones: ['+15557777'] };
  const page = await start();
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
});

test('[NUMBER-07] the new owner of a number gets none of its former owner’s data on a device', async () => {
  const known = { ...nobodyRemembered, known: [{ userId: ada.id, phone: ada.phone }] };
  const { start, sessions, stores } = browserWith(known);
  await madeBy(stores, ada, 'Secret');
  sessions.people = [renumbered, heir];
  const page = await start();
  expect(await page.signIn(asTyped(heir))).toMatchObject({ ok: true, value: { id: heir.id } });
  const { loaded, device } = await page.current();
  await loaded;
  await expect
    .poll(() => page.pendingAccounts.get())
    .toMatchObject([{ userId: ada.id, former: null }]);
  expect(titlesOn(page)).toEqual([]);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 0 });
  expect(titlesIn(stores, ada.id)).toEqual(['Secret']);
});

test('[NUMBER-07] the former owner of a number gets none of its current owner’s data', async () => {
  const known = { ...nobodyRemembered, known: [{ userId: heir.id, phone: heir.phone }] };
  const { start, sessions, stores } = browserWith(known);
  await madeBy(stores, heir, 'Not hers');
  sessions.people = [renumbered, heir];
  const page = await start();
  await page.signIn(asTyped(renumbered));
  await (
    await page.current()
  ).loaded;
  await expect
    .poll(() => page.pendingAccounts.get())
    .toMatchObject([{ userId: heir.id, former: null }]);
  expect(titlesOn(page)).toEqual([]);
  expect(titlesIn(stores, heir.id)).toEqual(['Not hers']);
});
