import {
  claimStore,
  createItem,
  nobodyRemembered,
  StoredAccountMemory,
  withUser,
} from '@foray/sync';
import type { Device, LocalStore, RememberedAccount } from '@foray/sync';
import { CountingIds, MemoryStores, queuedRequest } from '@foray/sync/testing';
import { expect, test } from 'vitest';
import { bringFormer, openOwnStore } from './own-store.ts';
import { findWaiting } from './waiting-accounts.ts';

const at = '2026-01-05T00:00:00.000Z';
const ada = { id: 1005, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
/** The next person who registered after a backup was restored, under Ada's former id. */
const bob = { ...ada, name: 'Bob', phone: '+15550002' };
/** Ada, who has signed in again by phone. */
const adaAgain = { ...ada, id: 7_000_000_000 };

function browser() {
  const stores = new MemoryStores();
  let mirrored: { remembered: RememberedAccount; isCopy: boolean } | null = null;
  const mirror = {
    load: () => mirrored,
    save: (remembered: RememberedAccount, isCopy: boolean) =>
      void (mirrored = { remembered, isCopy }),
  };
  const memory = new StoredAccountMemory(stores, mirror);
  const ports = { stores, memory, clock: { nowMs: () => Date.parse(at) }, ids: new CountingIds() };
  const deviceOf = (user: typeof ada, store: LocalStore): Device => ({
    account: { kind: 'user', user },
    store,
    clock: ports.clock,
    ids: ports.ids,
    changes: { publish: () => undefined },
  });
  const open = async (user: typeof ada) => {
    await memory.change((now) => withUser(now, user));
    const opened = await openOwnStore(ports, user);
    if (!opened.ok) throw new Error(opened.error.detail);
    return deviceOf(user, opened.value);
  };
  const waiting = async () => findWaiting(stores, [...stores.tables.keys()], await memory.load());
  const bring = (device: Device) => bringFormer(ports, [...stores.tables.keys()], device);
  return { stores, memory, ports, open, waiting, bring };
}

async function titlesIn({ store }: Device): Promise<string[]> {
  const items = await store.read((tx) => tx.allItems());
  return items.ok ? items.value.map(({ title }) => title) : [];
}

test('[RESTORE-06] whoever gets another person’s id sees and sends nothing of theirs, and it is named as theirs', async () => {
  const { open, waiting, bring } = browser();
  const device = await open(ada);
  await createItem(device, { type: 'todo', title: 'Secret' });
  const bobs = await open(bob);
  expect(await titlesIn(bobs)).toEqual([]);
  expect(await bobs.store.read((tx) => tx.queue())).toEqual({ ok: true, value: [] });
  expect(await waiting()).toEqual([{ userId: expect.any(Number), phone: ada.phone, changes: 1 }]);
  expect(await bring(bobs)).toBe(0);
  await createItem(bobs, { type: 'todo', title: 'Bob’s' });

  // She signs in by phone, and gets another id.
  const adas = await open(adaAgain);
  expect(await bring(adas)).toBe(1);
  expect(await titlesIn(adas)).toEqual(['Secret']);
  expect(await titlesIn(await open(bob))).toEqual(['Bob’s']);
});

test('[RESTORE-06] what a person left under an id that the server does not know any more comes along once', async () => {
  const { open, bring, memory, waiting } = browser();
  await createItem(await open(ada), { type: 'todo', title: 'Boots' });
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(1);
  expect(await bring(device)).toBe(0);
  expect(await titlesIn(device)).toEqual(['Boots']);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
  expect(await waiting()).toEqual([]);
  expect((await memory.load()).user).toEqual(adaAgain);
});

test('[RESTORE-06] nothing comes of another person, nor of a sign-out that was to erase', async () => {
  const { open, bring, memory } = browser();
  const bobs = { ...bob, id: 1006 };
  await createItem(await open(bobs), { type: 'todo', title: 'Bob’s' });
  const left = await open(ada);
  await createItem(left, { type: 'todo', title: 'To be erased' });
  await left.store.write((tx) => tx.putMeta('left', 'account', { unsent: 'discard' }));
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(0);
  expect(await titlesIn(device)).toEqual([]);
  expect((await memory.load()).known.map(({ userId }) => userId)).toContain(bobs.id);
});

test('[RESTORE-06] what cannot be set aside whole is opened for nobody else', async () => {
  const { open, ports, stores } = browser();
  const device = await open(ada);
  await device.store.write((tx) => tx.putRequest(queuedRequest(1, 7)));
  expect(await openOwnStore(ports, bob)).toMatchObject({ ok: false });
  expect(stores.tables.get(ada.id)?.requests.size).toBe(1);
  expect(await titlesIn(await open(ada))).toEqual([]);
});

test('[RESTORE-06] a person whom the version before remembers is known by their number', async () => {
  const { stores, ports, open, bring } = browser();
  const opened = await stores.open(ada.id);
  if (!opened.ok) throw new Error(opened.error.code);
  await opened.value.write((tx) => tx.putUser(ada));
  const before = { ...ports, account: { kind: 'user', user: ada }, store: opened.value } as const;
  await createItem(
    { ...before, changes: { publish: () => undefined } },
    { type: 'todo', title: 'Old' },
  );
  const device = await open(adaAgain);
  expect(await bring(device)).toBe(1);
  expect(await titlesIn(device)).toEqual(['Old']);
  expect(nobodyRemembered.known).toEqual([]);
  expect(await claimStore(device.store, bob)).toMatchObject({ value: ada.phone });
});
