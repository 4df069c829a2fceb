import { err } from '@foray/domain';
import { claimStore, nobodyRemembered, StoredAccountMemory } from '@foray/sync';
import { MemoryStores, rememberedAs } from '@foray/sync/testing';
import {
  ada,
  asTyped,
  bob,
  browserWith,
  gatedStores,
  madeBy,
  openIn,
  titlesIn,
  openPage,
} from '../../testing/browser.ts';

const asAda = rememberedAs(ada);

/** A browser of Ada's, in which she has made no item yet. */
function adasBrowser() {
  const kept = new MemoryStores();
  const { gate, stores } = gatedStores(kept, ada.id);
  const notify: (() => void)[] = [];
  const first = { fails: false };
  const unavailable = err({ code: 'unavailable', detail: 'busy' } as const);
  const browser = browserWith(asAda, {
    openStores: () => ({
      ...stores,
      openExisting: async (key) => (first.fails ? unavailable : stores.openExisting(key)),
    }),
    listAccountDatabases: async () => [...kept.tables.keys()],
    onAccountChangedElsewhere: (listener) => void notify.push(listener),
  });
  /** Whether the browser remembers that an account of hers was here. */
  const isNamed = () => (kept.tables.get(ada.id)?.meta('owner').size ?? 0) > 0;
  return { ...browser, kept, gate, first, notify, isNamed };
}

test('[I15] a tab that opens an account while another erases it leaves no database behind', async () => {
  const { kept, gate, first, notify, ports, start, mirror, isNamed } = adasBrowser();
  const other = await start();
  expect(isNamed()).toBe(true);
  // Only the account manager opens it: the first screen finds nothing to show.
  first.fails = true;
  gate.isShut = true;
  const opening = openPage(ports);
  await expect.poll(() => gate.waiting.length).toBe(1);
  first.fails = false;
  gate.isShut = false;
  await other.signOut(true);
  await other.current();
  expect(isNamed()).toBe(false);
  gate.open();
  const page = await opening;
  expect(isNamed()).toBe(true);
  notify.at(-1)?.();
  await expect.poll(() => page.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(isNamed).toBe(false);
  expect(await new StoredAccountMemory(kept, mirror).load()).toMatchObject({
    user: null,
    known: [],
    leaving: [],
  });
});

test('[I15] the next start erases a database that a killed tab has recreated', async () => {
  const { kept, start, mirror, isNamed } = adasBrowser();
  await new StoredAccountMemory(kept, mirror).change(() => nobodyRemembered);
  const store = await openIn(kept, ada.id);
  await claimStore(store, ada);
  await store.close();
  expect(isNamed()).toBe(true);
  await start();
  await expect.poll(isNamed).toBe(false);
});

test('[I1] an account with any data stays, and so does an account that a user signs in to in the meantime', async () => {
  const { kept, gate, start, mirror } = adasBrowser();
  await madeBy(kept, bob, 'Bob’s');
  const sent = await openIn(kept, bob.id);
  await sent.write(async (tx) => {
    for (const { id } of await tx.queue()) await tx.deleteRequest(id);
  });
  await sent.close();
  await new StoredAccountMemory(kept, mirror).change(() => nobodyRemembered);
  const adas = await openIn(kept, ada.id);
  await claimStore(adas, ada);
  // The start looks at Ada's empty database; she signs in before it can erase that.
  gate.isShut = true;
  const page = await start();
  await expect.poll(() => gate.waiting.length).toBe(1);
  const signedIn = page.signIn(asTyped(ada));
  await expect.poll(() => gate.waiting.length).toBe(2);
  gate.open();
  await signedIn;
  const { device } = await page.current();
  expect(await device.store.read((tx) => tx.itemIds())).toEqual({ ok: true, value: [] });
  await expect.poll(() => page.session.get()).toMatchObject({ user: ada });
  expect(titlesIn(kept, bob.id)).toEqual(['Bob’s']);
  expect((await new StoredAccountMemory(kept, mirror).load()).leaving).toEqual([]);
});
