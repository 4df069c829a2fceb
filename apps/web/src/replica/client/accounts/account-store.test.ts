import {
  transitionOf,
  claimStore,
  createItem,
  StoredAccountMemory,
  type SyncContext,
} from '@foray/sync';
import { CountingIds, MemoryStores, queuedRequest, TestMirror } from '@foray/sync/testing';
import { moveFormerItems, openAccountStore } from './account-store.ts';
import { ada, bob as otherBob, deviceWith, openIn, titlesIn } from '../../testing/browser.ts';
import { findPending } from './pending-accounts.ts';

/** The next person who registered after a backup was restored, under Ada's former id. */
const bob = { ...otherBob, id: ada.id };
/** Ada, who has signed in again by phone. */
const adaAgain = { ...ada, id: 7_000_000_000 };

function browser() {
  const stores = new MemoryStores();
  const memory = new StoredAccountMemory(stores, new TestMirror());
  const ports = { stores, memory, clock: { nowMs: () => 0 }, ids: new CountingIds() };
  const open = async (user: typeof ada) => {
    await memory.change(transitionOf({ kind: 'signedIn', user }));
    const opened = await openAccountStore(ports, user);
    if (!opened.ok) throw new Error(opened.error.detail);
    return deviceWith(opened.value, user);
  };
  const waiting = async () => findPending(stores, [...stores.tables.keys()], await memory.load());
  const bring = (device: SyncContext) => moveFormerItems(ports, [...stores.tables.keys()], device);
  return { stores, memory, ports, open, waiting, bring };
}

test('[RESTORE-06] a person who gets another person’s id neither sees nor sends that person’s data, which is listed as theirs', async () => {
  const { stores, open, waiting, bring } = browser();
  const device = await open(ada);
  await createItem(device, { type: 'todo', title: 'Secret' });
  const bobs = await open(bob);
  expect(titlesIn(stores, bob.id)).toEqual([]);
  expect(await bobs.store.read((tx) => tx.queue())).toEqual({ ok: true, value: [] });
  expect(await waiting()).toMatchObject([
    { userId: expect.any(Number), phone: ada.phone, changes: 1 },
  ]);
  expect(await bring(bobs)).toBe(0);
  await createItem(bobs, { type: 'todo', title: 'Bob’s' });

  // She signs in by phone, and gets another id.
  const adas = await open(adaAgain);
  expect(await bring(adas)).toBe(1);
  expect(titlesIn(stores, adaAgain.id)).toEqual(['Secret']);
  await open(bob);
  expect(titlesIn(stores, bob.id)).toEqual(['Bob’s']);
});

test('[RESTORE-06] items that a person left under an id unknown to the server are moved once', async () => {
  const { stores, open, bring, memory, waiting } = browser();
  await createItem(await open(ada), { type: 'todo', title: 'Boots' });
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(1);
  expect(await bring(device)).toBe(0);
  expect(titlesIn(stores, adaAgain.id)).toEqual(['Boots']);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
  expect(await waiting()).toEqual([]);
  expect((await memory.load()).user).toEqual(adaAgain);
});

test('[RESTORE-06] nothing is moved from another person, nor after a sign-out that should have erased the data', async () => {
  const { stores, open, bring, memory } = browser();
  const bobs = { ...bob, id: 1006 };
  await createItem(await open(bobs), { type: 'todo', title: 'Bob’s' });
  const left = await open(ada);
  await createItem(left, { type: 'todo', title: 'To be erased' });
  await left.store.write((tx) => tx.putMeta('left', 'account', { unsent: 'discard' }));
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(0);
  expect(titlesIn(stores, adaAgain.id)).toEqual([]);
  expect((await memory.load()).known.map(({ userId }) => userId)).toContain(bobs.id);
});

test('[RESTORE-06] if a database cannot be set aside completely, no other user opens it', async () => {
  const { open, ports, stores } = browser();
  const device = await open(ada);
  await device.store.write((tx) => tx.putRequest(queuedRequest(1, 7)));
  expect(await openAccountStore(ports, bob)).toMatchObject({ ok: false });
  expect(stores.tables.get(ada.id)?.requests.size).toBe(1);
  await open(ada);
  expect(titlesIn(stores, ada.id)).toEqual([]);
});

test('[RESTORE-06] a user remembered by the last version is identified by their phone number', async () => {
  const { stores, open, bring } = browser();
  const store = await openIn(stores, ada.id);
  await store.write((tx) => tx.put('users', ada));
  await createItem(deviceWith(store, ada), { type: 'todo', title: 'Old' });
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(1);
  expect(titlesIn(stores, adaAgain.id)).toEqual(['Old']);
  expect(await claimStore(device.store, bob)).toMatchObject({ value: ada.phone });
});

test('[AUTH-06] [RESTORE-06] a former account whose items could not be moved is listed as waiting', async () => {
  const { stores, open, bring, waiting } = browser();
  await createItem(await open(ada), { type: 'todo', title: 'Boots' });
  const device = await open(adaAgain);
  const target = await openIn(stores, adaAgain.id);
  target.faults.beforeCommit = () => ({ code: 'quota', detail: 'the test says so' });
  expect(await bring({ ...device, store: target })).toBe(0);
  const notices = { userId: ada.id, phone: ada.phone, changes: 1, isDeletionRequested: false };
  const named = [{ ...notices, former: 'toBring' }];
  expect(await waiting()).toEqual(named);
  // A tab that was killed in between has left its mark.
  const former = await openIn(stores, ada.id);
  await former.write((tx) => tx.putMeta('left', 'account', { unsent: 'keep', isFormer: true }));
  expect(await waiting()).toEqual(named);
  expect(await bring(device)).toBe(1);
  expect(await waiting()).toEqual([]);
});

test('[AUTH-07] nothing is moved from an account whose deletion was requested and that the server no longer knows', async () => {
  const { stores, open, bring, memory } = browser();
  await createItem(await open(ada), { type: 'todo', title: 'Gone' });
  await memory.change(
    transitionOf({ kind: 'deletionRequested', deletion: { userId: ada.id, askedAtMs: 0 } }),
  );
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(0);
  expect(titlesIn(stores, adaAgain.id)).toEqual([]);
  expect(titlesIn(stores, ada.id)).toEqual([]);
  expect(await memory.load()).toMatchObject({ user: adaAgain, deletions: [], leaving: [] });
});

test('[RESTORE-06] nothing is moved to a person who is remembered without a phone number', async () => {
  const { stores, open, bring } = browser();
  const opened = await openIn(stores, 4711);
  await createItem(deviceWith(opened, { ...bob, id: 4711 }), { type: 'todo', title: 'Bob’s' });
  // The value of a damaged row, or of a very old one.
  const { phone: _, ...nameless } = adaAgain;
  expect(await bring(await open(nameless as typeof ada))).toBe(0);
  expect(titlesIn(stores, 4711)).toEqual(['Bob’s']);
});
