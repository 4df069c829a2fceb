import { err, type Person } from '@foray/domain';
import type { AccountKey, LocalStores } from '@foray/sync';
import {
  createItem,
  exportData,
  nobodyRemembered,
  StoredAccountMemory,
  transitionOf,
} from '@foray/sync';
import { localItem, MemoryStores, queuedRequest, uuidOf, rememberedAs } from '@foray/sync/testing';
import { AccountManager } from './account-manager.ts';
import { openFirst } from './first-opening.ts';
import { ShownAccount } from './shown-account.ts';
import {
  ada,
  asTyped,
  bob,
  browserWith,
  gatedStores,
  madeBy,
  openIn,
  titlesIn,
  titlesOn,
  ignoredEvents,
} from '../../testing/browser.ts';

const asAda = rememberedAs(ada);

test('[AUTH-05] no item and no name is shown before the signed-in user has been read from the database', async () => {
  const kept = new MemoryStores();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const opened: AccountKey[] = [];
  const stores: LocalStores = {
    open: async (account) => {
      opened.push(account);
      await answered;
      return kept.open(account);
    },
    openExisting: (account) => kept.openExisting(account),
  };
  await madeBy(kept, bob, 'a', 'b');
  await madeBy(kept, null, 'c');
  const { ports, mirror } = browserWith(nobodyRemembered, {
    openStores: () => stores,
    listAccountDatabases: async () => [...kept.tables.keys()],
  });
  // An old localStorage says that Bob is signed in; the database says that nobody is.
  mirror.saveAsCopy(rememberedAs(bob));
  const shown = new ShownAccount(ports, ignoredEvents);
  const opening = openFirst(ports, shown);
  await expect.poll(() => opened).toEqual([0]);
  expect(shown.session.get()).toEqual({ kind: 'starting' });
  expect([...shown.watch.replica.get().rows()]).toEqual([]);
  answer();
  const page = new AccountManager(ports, shown, await opening);
  const { loaded } = await page.current();
  await loaded;
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(titlesOn(page)).toEqual(['c']);
  await expect
    .poll(() => page.pendingAccounts.get())
    .toMatchObject([{ userId: bob.id, phone: bob.phone, changes: 2 }]);
});

test('[I1] items of a guest that are on the disk stay there while the account is in memory only', async () => {
  const kept = new MemoryStores();
  const onlyGuests: LocalStores = {
    open: async (account) =>
      account === 0 ? kept.open(0) : err({ code: 'unavailable', detail: 'the test says so' }),
    openExisting: (account) => kept.openExisting(account),
  };
  const { start } = browserWith(nobodyRemembered, { openStores: () => onlyGuests });
  const page = await start();
  const { device } = await page.current();
  await createItem(device, { type: 'todo', title: 'Buy boots' });
  expect(await page.signIn(asTyped(ada))).toMatchObject({ ok: true });
  expect(titlesIn(kept, 0)).toEqual(['Buy boots']);
});

test('[AUTH-05] an account is no longer listed as waiting once the user signs in to it', async () => {
  const { start, stores } = browserWith(nobodyRemembered);
  await madeBy(stores, ada, 'a');
  const page = await start();
  await expect.poll(() => page.pendingAccounts.get()).toHaveLength(1);
  const beside: number[] = [];
  page.session.subscribe(() => void beside.push(page.pendingAccounts.get().length));
  await page.signIn(asTyped(ada));
  expect(beside).toEqual([0]);
});

test('[AUTH-05] a search for waiting accounts does not list an account that a user signs in to in the meantime', async () => {
  const kept = new MemoryStores();
  await madeBy(kept, ada, 'a');
  const { gate, stores } = gatedStores(kept, ada.id);
  gate.isShut = true;
  const { start } = browserWith(nobodyRemembered, {
    openStores: () => stores,
    listAccountDatabases: async () => [...kept.tables.keys()],
  });
  const page = await start();
  await expect.poll(() => gate.waiting.length).toBe(1);
  gate.isShut = false;
  await page.signIn(asTyped(ada));
  const said: number[] = [];
  page.pendingAccounts.subscribe(() => void said.push(page.pendingAccounts.get().length));
  gate.open();
  await expect.poll(() => said.length).toBeGreaterThan(0);
  expect(said).not.toContain(1);
});

test('[RESTORE-06] a start shows no data of the user who had the id before, lists that user, and moves the user’s own items', async () => {
  const { start, stores } = browserWith(asAda);
  await madeBy(stores, { ...bob, id: ada.id }, 'Bob’s');
  await madeBy(stores, { ...ada, id: 4711 }, 'Ada’s');
  const page = await start();
  const { device, loaded } = await page.current();
  await loaded;
  expect(titlesOn(page)).not.toContain('Bob’s');
  await expect.poll(() => titlesOn(page)).toEqual(['Ada’s']);
  await expect
    .poll(() => page.pendingAccounts.get())
    .toMatchObject([{ userId: expect.any(Number), phone: bob.phone, changes: 1 }]);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
});

/** Ada's former account, deleted on the server, with an item of hers and a change to another user's. */
async function adaFormerly(stores: MemoryStores) {
  const former = { ...ada, id: 4711 };
  await madeBy(stores, former, 'Ada’s');
  const store = await openIn(stores, former.id);
  await store.write(async (tx) => {
    await tx.putItems([localItem(9, { title: 'Theirs', user_id: 7 })]);
    await tx.putRequest(queuedRequest(9, 9));
  });
  await store.close();
  return { userId: former.id, phone: ada.phone, changes: 1, isDeletionRequested: false };
}

/** The data file of a former account. */
async function read(page: AccountManager, userId: number) {
  const { device } = await page.current();
  return page.former.read(userId, device, (left) => exportData(left, async () => undefined));
}

test('[AUTH-06] [RESTORE-06] the rest of the user’s former account is listed as theirs, can be saved, and can be discarded', async () => {
  const { start, stores, remembers } = browserWith(asAda);
  const left = await adaFormerly(stores);
  const page = await start();
  const rest = { ...left, former: 'rest' } as const;
  await expect.poll(() => page.pendingAccounts.get()).toEqual([rest]);
  expect(titlesOn(page)).toEqual(['Ada’s']);

  const saved = await read(page, left.userId);
  const text = saved.ok ? saved.value.pieces.join('') : '';
  expect(JSON.parse(text)).toMatchObject({
    account: left.userId,
    items: [{ title: 'Theirs', mine: false }],
    unsent: [{ uuid: uuidOf(9) }],
  });
  expect(await page.former.discard({ ...rest, changes: 2 })).toBe(false);
  expect(titlesIn(stores, left.userId)).toEqual(['Theirs']);
  expect(await page.former.discard(rest)).toBe(true);
  expect(titlesIn(stores, left.userId)).toEqual([]);
  expect(page.pendingAccounts.get()).toEqual([]);
  expect(titlesOn(page)).toEqual(['Ada’s']);
  expect(remembers()).toMatchObject({ user: ada, leaving: [] });
});

test('[I15] no other user can read or discard the waiting changes of a former account', async () => {
  const { start, stores } = browserWith(asAda);
  const left = await adaFormerly(stores);
  const page = await start();
  await expect.poll(() => page.pendingAccounts.get()).toHaveLength(1);
  const shown: (string | null)[] = [];
  page.pendingAccounts.subscribe(() =>
    shown.push(...page.pendingAccounts.get().map(({ former }) => former)),
  );
  await page.signIn(asTyped(bob));
  await expect.poll(() => page.pendingAccounts.get()).toContainEqual({ ...left, former: null });
  expect(new Set(shown)).toEqual(new Set([null]));
  expect(await read(page, left.userId)).toMatchObject({ ok: false });
  expect(await page.former.discard({ ...left, former: 'rest' })).toBe(false);
  expect(titlesIn(stores, left.userId)).toEqual(['Theirs']);
});

test('[I15] a guest’s tab that hears of a sign-in and a sign-out at once shows none of the copied items', async () => {
  const listeners: (() => void)[] = [];
  const { start, stores } = browserWith(nobodyRemembered, {
    onAccountChangedElsewhere: (listener) => void listeners.push(listener),
  });
  await madeBy(stores, null, 'Buy boots');
  const page = await start();
  await (
    await page.current()
  ).loaded;
  expect(titlesOn(page)).toEqual(['Buy boots']);
  const other = await start();
  await other.signIn(asTyped(ada));
  await other.signOut(false);
  for (const notify of listeners) notify();
  await expect.poll(() => titlesOn(page)).toEqual([]);
  expect(page.session.get()).toEqual({ kind: 'guest' });
});

test('[RESTORE-06] a tab follows when another tab signs in a different user with the same id', async () => {
  let notify = (): void => undefined;
  const { start, stores, mirror } = browserWith(asAda, {
    onAccountChangedElsewhere: (listener) => void (notify = listener),
  });
  const page = await start();
  const { device } = await page.current();
  await createItem(device, { type: 'todo', title: 'Ada’s' });
  const namesake = { ...bob, id: ada.id };
  await new StoredAccountMemory(stores, mirror).change(
    transitionOf({ kind: 'signedIn', user: namesake }),
  );
  notify();
  await expect.poll(() => page.session.get()).toEqual({ kind: 'user', user: namesake });
  expect(titlesOn(page)).toEqual([]);
});

test('[AUTH-04] a session that ends after another tab signed in a different user does not sign that user out', async () => {
  const { start, stores, mirror } = browserWith(asAda);
  const page = await start();
  const otherTab = new StoredAccountMemory(stores, mirror);
  await otherTab.change(transitionOf({ kind: 'signedIn', user: bob }));
  await page.endSession('ended');
  expect(page.session.get()).toEqual({ kind: 'user', user: bob });
  expect((await otherTab.load()).user).toEqual(bob);
});

test('[I5] a name that arrives after another person has signed in under the same id is ignored', async () => {
  const { start, stores, mirror } = browserWith(asAda);
  const page = await start();
  const namesake = { ...bob, id: ada.id };
  await new StoredAccountMemory(stores, mirror).change(
    transitionOf({ kind: 'signedIn', user: namesake }),
  );
  await page.ownName.set({ ...ada, name: 'Ada Byron' });
  expect(mirror.value?.remembered.user).toEqual(namesake);
});

test('[AUTH-01] a session check adopts the user’s new name', async () => {
  const { start, sessions, remembers } = browserWith(asAda);
  sessions.cookie = { ...ada, name: 'Ada Byron' };
  const page = await start();
  await expect.poll(() => page.session.get()).toMatchObject({ user: { name: 'Ada Byron' } });
  expect(remembers()?.user?.name).toBe('Ada Byron');
});

test('[AUTH-01] a newer name of the user in the feed is shown and remembered, an older one is not', async () => {
  const { start, sessions, remembers } = browserWith(asAda);
  sessions.cookie = { ...ada, name: 'Ada B.' };
  const page = await start();
  await expect.poll(() => page.session.get()).toMatchObject({ user: { name: 'Ada B.' } });
  const { device } = await page.current();
  const notify = (users: readonly Person[]): void =>
    device.changes.publish({
      localSeq: 1,
      rows: [],
      goneUuids: [],
      rekeyed: [],
      users,
      hasQueueChanged: false,
    });
  const renamed = { ...ada, name: 'Ada Byron', updated_at: '2026-02-01T00:00:00.000Z' };
  notify([bob, renamed]);
  await expect.poll(() => page.session.get()).toEqual({ kind: 'user', user: renamed });
  expect(remembers()?.user).toEqual(renamed);
  const listeners: unknown[] = [];
  page.session.subscribe(() => void listeners.push(page.session.get()));
  const newest = { ...renamed, name: 'Ada Lovelace', updated_at: '2026-03-01T00:00:00.000Z' };
  // A page of changes from before the rename arrives late.
  notify([{ ...ada, name: 'Ada before' }]);
  notify([newest]);
  await expect.poll(() => listeners.length).toBeGreaterThan(0);
  expect(listeners).toEqual([{ kind: 'user', user: newest }]);
});
