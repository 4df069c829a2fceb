import { err } from '@foray/domain';
import type { AccountKey, LocalStores, RememberedAccount } from '@foray/sync';
import { createItem } from '@foray/sync';
import {
  CountingIds,
  MemoryStores,
  TestConnectivity,
  TestLocks,
  TestWorld,
} from '@foray/sync/testing';
import { expect, test } from 'vitest';
import { AccountSwitch } from './account-switch.ts';
import type { ClientPorts } from './client-ports.ts';

const at = '2026-01-05T00:00:00.000Z';
const ada = { id: 5, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };
const bob = { ...ada, id: 6, name: 'Bob', phone: '+15550002' };
const signedOut: RememberedAccount = { user: null, signedOutId: null, leaving: [] };

/** A page that starts with what the browser remembers; `over` takes the place of a port. */
function pageWith(remembered: RememberedAccount, over: Partial<ClientPorts> = {}) {
  const world = new TestWorld();
  const calls: string[] = [];
  const answer = async (user: typeof ada) => ({ kind: 'answer', body: { user } }) as const;
  const memory = { value: remembered };
  const stores = new MemoryStores();
  const ports = {
    clock: { nowMs: () => world.time.nowMs() },
    ids: new CountingIds(),
    scheduler: { after: () => () => undefined, every: () => () => undefined },
    locks: new TestLocks(),
    connectivity: new TestConnectivity(),
    visibility: { isVisible: () => true, subscribe: () => () => undefined },
    transport: {
      ...Object.fromEntries(
        ['fetchItems', 'fetchChanges', 'sendBatch', 'selfCheck', 'sendOne'].map((name) => [
          name,
          async () => ({ kind: 'noAnswer', why: 'network' }),
        ]),
      ),
      me: () => answer(ada),
      login: () => answer(ada),
      logout: async () => {
        calls.push('logout');
        return { kind: 'answer', body: null };
      },
    },
    accountMemory: {
      load: () => memory.value,
      save: (next: RememberedAccount) => {
        memory.value = next;
      },
    },
    queueCounts: { load: () => ({ pending: 0, parked: 0 }), save: () => undefined },
    openStores: () => stores,
    accountsHere: async () => [...stores.tables.keys()],
    clearSettings: () => undefined,
    reloadPage: () => void calls.push('reload'),
    openMemoryStores: async () => new MemoryStores(),
    openChannel: () => ({ send: () => undefined, close: () => undefined }),
    openEvents: () => () => undefined,
    onAccountChangedElsewhere: () => undefined,
    nextTurn: async () => undefined,
    askToPersist: async () => undefined,
    ...over,
  };
  return { ports: ports as unknown as ClientPorts, memory, calls, stores };
}

test('[AUTH-03] a session check that is answered while one logs out does not sign in again', async () => {
  let answer = (_: unknown): void => undefined;
  const answered = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  const { ports, memory, calls } = pageWith({ ...signedOut, user: ada });
  Object.assign(ports.transport, { me: () => answered });
  const { save } = ports.accountMemory;
  ports.accountMemory.save = (next) => {
    save(next);
    // Its data is gone; the guest's store is opened only then.
    const isErased = next.signedOutId !== null && next.leaving.length === 0;
    if (isErased) answer({ kind: 'answer', body: { user: ada } });
  };
  const page = new AccountSwitch(ports);
  await page.current();
  await page.signOut(false);
  await expect.poll(() => calls).toEqual(['logout']);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(() => memory.value).toMatchObject({ user: null, signedOutId: null });
});

test('[I1] a guest’s items stay where they are kept for good while the account has memory only', async () => {
  const kept = new MemoryStores();
  const onlyGuests: LocalStores = {
    open: async (account: AccountKey) =>
      account === 0 ? kept.open(0) : err({ code: 'unavailable', detail: 'the test says so' }),
    openExisting: (account) => kept.openExisting(account),
  };
  const { ports } = pageWith(signedOut, { openStores: () => onlyGuests });
  const page = new AccountSwitch(ports);
  const { device } = await page.current();
  await createItem(device, { type: 'todo', title: 'Buy boots' });
  expect(await page.signIn({ phone: ada.phone, name: ada.name })).toMatchObject({ ok: true });
  await page.current();
  expect([...(kept.tables.get(0)?.items.values() ?? [])]).toMatchObject([{ title: 'Buy boots' }]);
});

test('[I1] what somebody does after signing in again is not erased by a log-out that could not be finished', async () => {
  const kept = new MemoryStores();
  let isFull = false;
  const failure = { code: 'quota', detail: 'the test says so' } as const;
  const faulty = async (opening: ReturnType<MemoryStores['open']>) => {
    const opened = await opening;
    if (opened.ok) opened.value.faults.beforeCommit = () => (isFull ? failure : null);
    return opened;
  };
  const stores: LocalStores = {
    open: async (account) => faulty(kept.open(account)),
    openExisting: async (account) => faulty(kept.openExisting(account)),
  };
  const { ports } = pageWith({ ...signedOut, user: ada }, { openStores: () => stores });
  const page = new AccountSwitch(ports);
  await page.current();
  isFull = true;
  await page.signOut(true);
  await page.current();
  await page.signIn({ phone: ada.phone, name: ada.name });
  const { device } = await page.current();
  isFull = false;
  expect(await createItem(device, { type: 'todo', title: 'later' })).toMatchObject({ ok: true });

  const reloaded = new AccountSwitch(ports);
  await reloaded.current();
  expect([...(kept.tables.get(ada.id)?.items.values() ?? [])]).toMatchObject([{ title: 'later' }]);
});

/** What Bob, and a guest after him, left on this device, with nothing of it on a server. */
async function leftHere(stores: MemoryStores, world: TestWorld): Promise<void> {
  const clock = { nowMs: () => world.time.nowMs() };
  const changes = { publish: () => undefined };
  const bobs = await stores.open(bob.id);
  const guests = await stores.open(0);
  if (!bobs.ok || !guests.ok) throw new Error('not opened');
  const ids = new CountingIds(7);
  const left = { store: bobs.value, clock, ids, changes };
  await createItem({ ...left, account: { kind: 'user', user: bob } }, { type: 'todo', title: 'a' });
  await createItem({ ...left, account: { kind: 'user', user: bob } }, { type: 'todo', title: 'b' });
  const guest = { ...left, store: guests.value, account: { kind: 'guest' } as const };
  await createItem(guest, { type: 'todo', title: 'c' });
}

test('[PREF-05] clearing erases what others have left here too, after telling how much of it is nowhere else', async () => {
  const { ports, stores, calls, memory } = pageWith({ ...signedOut, user: ada });
  const page = new AccountSwitch(ports);
  await page.current();
  expect(await page.unsentOfOthers()).toBe(0);
  await leftHere(stores, new TestWorld());
  expect(await page.unsentOfOthers()).toBe(3);
  expect(await page.unsentCount()).toBe(0);
  expect(await page.clearLocalData()).toBe(true);
  const left = [...stores.tables.values()].flatMap(({ items, requests }) => [
    ...items.values(),
    ...requests.values(),
  ]);
  expect(left).toEqual([]);
  expect(calls).toEqual(['reload']);
  expect(memory.value.user).toEqual(ada);
});

test.each(['another’s', 'one’s own'])(
  '[PREF-05] what could not be erased, %s, is told, and the page goes on with what is left',
  async (whose) => {
    const kept = new MemoryStores();
    const failure = { code: 'broken', detail: 'the test says so' } as const;
    let isBroken = true;
    const breaking = async (key: AccountKey, opening: ReturnType<MemoryStores['open']>) => {
      const opened = await opening;
      const isIt = key === (whose === 'one’s own' ? ada.id : bob.id);
      if (!opened.ok || !isIt) return opened;
      const destroy = opened.value.destroy.bind(opened.value);
      opened.value.destroy = async () => {
        if (!isBroken) return destroy();
        await opened.value.close();
        return err(failure);
      };
      return opened;
    };
    const stores: LocalStores = {
      open: (key) => breaking(key, kept.open(key)),
      openExisting: (key) => breaking(key, kept.openExisting(key)),
    };
    const { ports, calls } = pageWith(
      { ...signedOut, user: ada },
      { openStores: () => stores, accountsHere: async () => [...kept.tables.keys()] },
    );
    const page = new AccountSwitch(ports);
    await page.current();
    await leftHere(kept, new TestWorld());
    expect(await page.clearLocalData()).toBe(false);
    expect(calls).toEqual([]);
    const { device } = await page.current();
    expect(await createItem(device, { type: 'todo', title: 'on' })).toMatchObject({ ok: true });
    isBroken = false;
    expect(await page.clearLocalData()).toBe(true);
    expect(calls).toEqual(['reload']);
    expect([...kept.tables.values()].flatMap(({ items }) => [...items.values()])).toEqual([]);
  },
);
