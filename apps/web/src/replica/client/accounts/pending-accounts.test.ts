import { err, ok } from '@foray/domain';
import { createItem, nobodyRemembered, transitionOf, type LocalStores } from '@foray/sync';
import { CountingIds, MemoryStores, rememberedAs } from '@foray/sync/testing';
import { findPending } from './pending-accounts.ts';

const at = '2026-01-05T00:00:00.000Z';
const ada = { id: 1005, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
const bob = { ...ada, id: 1006, name: 'Bob', phone: '+15550002' };
const asAda = rememberedAs(ada);
const signedOut = { ...asAda, user: null };

/** Databases in which somebody has made two items that no server has. */
async function withUnsentOf(user: typeof ada): Promise<MemoryStores> {
  const stores = new MemoryStores();
  const opened = await stores.open(user.id);
  if (!opened.ok) throw new Error(opened.error.code);
  const device = {
    account: { kind: 'user', user },
    store: opened.value,
    clock: { nowMs: () => Date.parse(at) },
    ids: new CountingIds(),
    changes: { publish: () => undefined },
  } as const;
  await createItem(device, { type: 'todo', title: 'secret' });
  await createItem(device, { type: 'todo', title: 'secret too' });
  return stores;
}

const waiting = {
  userId: ada.id,
  phone: ada.phone,
  changes: 2,
  isDeletionRequested: false,
  former: null,
} as const;

test('[AUTH-06] waiting accounts are listed by phone number and count, and show nothing else', async () => {
  const stores = await withUnsentOf(ada);
  expect(await findPending(stores, [0, ada.id], signedOut)).toEqual([waiting]);
  // Signed in as somebody else.
  expect(
    await findPending(stores, [0, ada.id], transitionOf({ kind: 'signedIn', user: bob })(asAda)),
  ).toEqual([waiting]);
});

test('[AUTH-06] in a browser that cannot list databases the remembered ones are found', async () => {
  expect(await findPending(await withUnsentOf(ada), [], signedOut)).toEqual([waiting]);
});

test('[AUTH-06] without a remembered number the account’s own number is shown, if there is one', async () => {
  const stores = await withUnsentOf(ada);
  const unknown = { ...waiting, phone: null };
  expect(await findPending(stores, [ada.id], nobodyRemembered)).toEqual([unknown]);
  const opened = await stores.open(ada.id);
  if (opened.ok) await opened.value.write((tx) => tx.put('users', ada));
  expect(await findPending(stores, [ada.id], nobodyRemembered)).toEqual([waiting]);
});

test('[AUTH-06] the signed-in account, a sign-out in progress and a completely sent account are not listed as waiting', async () => {
  const stores = await withUnsentOf(ada);
  expect(await findPending(stores, [ada.id], asAda)).toEqual([]);
  const leaving = [{ userId: ada.id, unsent: 'discard' as const, decidedBefore: 0 }];
  expect(await findPending(stores, [ada.id], { ...signedOut, leaving })).toEqual([]);
  const opened = await stores.open(ada.id);
  if (!opened.ok) throw new Error(opened.error.code);
  const { value: store } = opened;
  await store.write((tx) => tx.putMeta('left', 'account', { unsent: 'discard' }));
  expect(await findPending(stores, [ada.id], signedOut)).toEqual([]);
  await store.write(async (tx) => {
    await tx.deleteMeta('left', 'account');
    for (const { id } of await tx.queue()) await tx.deleteRequest(id);
  });
  expect(await findPending(stores, [ada.id], signedOut)).toEqual([]);
});

test('[AUTH-06] a database that cannot be opened is listed and hides no others, and no database is created', async () => {
  const kept = await withUnsentOf(ada);
  const failing = [bob.id, 1008];
  const stores: LocalStores = {
    open: (key) => kept.open(key),
    openExisting: async (key) =>
      failing.includes(key)
        ? { ok: false, error: { code: 'newer', detail: 'the test says so' } }
        : kept.openExisting(key),
  };
  const remembered = { ...transitionOf({ kind: 'signedIn', user: bob })(asAda), user: null };
  const unknown = { ...waiting, userId: bob.id, phone: bob.phone, changes: null };
  expect(await findPending(stores, [bob.id, 1008, 1007, ada.id], remembered)).toEqual([
    unknown,
    { ...unknown, userId: 1008, phone: null },
    waiting,
  ]);
  expect([...kept.tables.keys()]).toEqual([ada.id]);
});

test('[AUTH-06] a database that cannot be read is listed too', async () => {
  const kept = await withUnsentOf(ada);
  const broken = async () => err({ code: 'broken', detail: 'the test says so' } as const);
  const stores: LocalStores = {
    open: (key) => kept.open(key),
    async openExisting(key) {
      const opened = await kept.openExisting(key);
      return opened.ok ? ok(Object.assign(opened.value, { read: broken })) : opened;
    },
  };
  expect(await findPending(stores, [ada.id], signedOut)).toEqual([{ ...waiting, changes: null }]);
});
