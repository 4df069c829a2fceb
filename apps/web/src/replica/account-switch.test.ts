import { err } from '@foray/domain';
import type {
  AccountKey,
  AccountMirror,
  CancelSignal,
  LocalStores,
  RememberedAccount,
} from '@foray/sync';
import {
  claimStore,
  createItem,
  nobodyRemembered,
  StoredAccountMemory,
  withUser,
} from '@foray/sync';
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

/** A call without an answer. */
const unanswered = async () => ({ kind: 'noAnswer', why: 'network' }) as const;

/** What the last version of the app left in localStorage; `value` is what is there now. */
function mirrorOf(remembered: RememberedAccount) {
  const mirror: AccountMirror & { value: ReturnType<AccountMirror['load']> } = {
    value: { remembered, isCopy: false },
    load: () => mirror.value,
    save: (next, isCopy) => void (mirror.value = { remembered: next, isCopy }),
  };
  return mirror;
}

/** A page that starts with what the browser remembers; `over` takes the place of a port. */
function pageWith(remembered: RememberedAccount, over: Partial<ClientPorts> = {}) {
  const world = new TestWorld();
  const calls: string[] = [];
  const answer = async (user: typeof ada) => ({ kind: 'answer', body: { user } }) as const;
  const stores = new MemoryStores();
  const mirror = mirrorOf(remembered);
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
    accountMirror: mirror,
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
  return { ports: ports as unknown as ClientPorts, mirror, calls, stores };
}

test('[AUTH-03] a session check that is answered while one logs out does not sign in again', async () => {
  let answer = (_: unknown): void => undefined;
  const answered = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  const { ports, mirror, calls } = pageWith(withUser(nobodyRemembered, ada));
  Object.assign(ports.transport, { me: () => answered });
  const { save } = ports.accountMirror;
  ports.accountMirror.save = (next, isCopy) => {
    save(next, isCopy);
    // Its data is gone; the guest's store is opened only then.
    const isErased = next.signedOutId !== null && next.leaving.length === 0;
    if (isErased) answer({ kind: 'answer', body: { user: ada } });
  };
  const page = new AccountSwitch(ports);
  await page.current();
  await page.signOut(false);
  await expect.poll(() => calls).toEqual(['logout']);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  await expect
    .poll(() => mirror.value?.remembered)
    .toMatchObject({ user: null, signedOutId: null });
});

test('[LOGIN-09] a sign-in without an answer leaves no session: the server is told, at the next start if not now', async () => {
  const { ports, calls, mirror } = pageWith(nobodyRemembered);
  Object.assign(ports.transport, { login: unanswered });
  const page = new AccountSwitch(ports);
  await page.current();
  const failed = { ok: false, error: { kind: 'noAnswer' } };
  expect(await page.signIn({ phone: ada.phone, name: ada.name })).toMatchObject(failed);
  await expect.poll(() => calls).toEqual(['logout']);
  await expect.poll(() => mirror.value?.remembered.signedOutId).toBeNull();

  const { logout } = ports.transport;
  Object.assign(ports.transport, { logout: unanswered });
  await page.signIn({ phone: ada.phone, name: ada.name });
  await expect.poll(() => mirror.value?.remembered.signedOutId).toBe(0);
  Object.assign(ports.transport, { logout });
  const next = new AccountSwitch(ports);
  await next.current();
  expect(next.session.get()).toEqual({ kind: 'guest' });
  await expect.poll(() => calls).toEqual(['logout', 'logout']);
  await expect.poll(() => mirror.value?.remembered.signedOutId).toBeNull();
});

test('what is still to be told of an earlier session is given up when somebody signs in', async () => {
  const { ports, mirror } = pageWith(nobodyRemembered);
  const { login } = ports.transport;
  let told: CancelSignal | undefined;
  const logout = (signal?: CancelSignal) => {
    told = signal;
    return new Promise(() => undefined);
  };
  Object.assign(ports.transport, { login: unanswered, logout });
  const page = new AccountSwitch(ports);
  await page.current();
  await page.signIn({ phone: ada.phone, name: ada.name });
  await expect.poll(() => told?.aborted).toBe(false);
  Object.assign(ports.transport, { login });
  expect(await page.signIn({ phone: ada.phone, name: ada.name })).toMatchObject({ ok: true });
  expect(told?.aborted).toBe(true);
  expect(page.session.get()).toMatchObject({ kind: 'user' });
  expect(mirror.value?.remembered).toMatchObject({ user: { id: ada.id }, signedOutId: null });
});

test('[LOGIN-09] a sign-in without an answer that replaced the session in use ends both', async () => {
  const { ports, calls } = pageWith(withUser(nobodyRemembered, ada));
  let cookie = ada;
  let asked = 0;
  const me = async () => {
    asked += 1;
    return { kind: 'answer', body: { user: cookie } };
  };
  Object.assign(ports.transport, { login: unanswered, me });
  const page = new AccountSwitch(ports);
  await page.current();
  const notices: string[] = [];
  page.onNotice(({ kind }) => notices.push(kind));
  await page.signIn({ phone: bob.phone, name: bob.name });
  await expect.poll(() => asked).toBe(2);
  expect(page.session.get()).toMatchObject({ kind: 'user', user: { id: ada.id } });
  cookie = bob;
  await page.signIn({ phone: bob.phone, name: bob.name });
  await expect.poll(() => calls).toEqual(['logout']);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(notices).toContain('signedOut');
});

test('[I1] a guest’s items stay where they are kept for good while the account has memory only', async () => {
  const kept = new MemoryStores();
  const onlyGuests: LocalStores = {
    open: async (account: AccountKey) =>
      account === 0 ? kept.open(0) : err({ code: 'unavailable', detail: 'the test says so' }),
    openExisting: (account) => kept.openExisting(account),
  };
  const { ports } = pageWith(nobodyRemembered, { openStores: () => onlyGuests });
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
  const { ports } = pageWith(withUser(nobodyRemembered, ada), { openStores: () => stores });
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
  const { ports, stores, calls, mirror } = pageWith(withUser(nobodyRemembered, ada));
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
  expect(mirror.value?.remembered).toEqual(withUser(nobodyRemembered, ada));
});

test('[PREF-05] clearing erases what others have left where the browser lists no databases', async () => {
  const remembered = withUser(withUser(nobodyRemembered, bob), ada);
  const { ports, stores, mirror } = pageWith(remembered, { accountsHere: async () => [0] });
  await leftHere(stores, new TestWorld());
  const page = new AccountSwitch(ports);
  await page.current();
  expect(await page.unsentOfOthers()).toBe(2);
  expect(await page.clearLocalData()).toBe(true);
  expect(stores.tables.get(bob.id)?.items.size).toBe(0);
  expect(mirror.value?.remembered).toEqual(withUser(nobodyRemembered, ada));
});

test('[AUTH-05] what waited for whoever signs in is not said to wait once they are in', async () => {
  const { ports, stores } = pageWith(nobodyRemembered, {
    accountsHere: async () => [ada.id],
  });
  const opened = await stores.open(ada.id);
  if (!opened.ok) throw new Error('not opened');
  const clock = { nowMs: () => 0 };
  const changes = { publish: () => undefined };
  const account = { kind: 'user', user: ada } as const;
  const device = { account, store: opened.value, clock, ids: new CountingIds(7), changes };
  await createItem(device, { type: 'todo', title: 'a' });
  const page = new AccountSwitch(ports);
  await page.current();
  await expect.poll(() => page.waiting.get()).toHaveLength(1);
  const beside: number[] = [];
  page.session.subscribe(() => void beside.push(page.waiting.get().length));
  await page.signIn({ phone: ada.phone, name: ada.name });
  expect(beside).toEqual([0]);
});

test('[PREF-05] what another tab has cleared is left and opened again once, however often that is told', async () => {
  let hear = (): void => undefined;
  const { ports } = pageWith(withUser(nobodyRemembered, ada), {
    onAccountChangedElsewhere: (listener) => void (hear = listener),
  });
  const page = new AccountSwitch(ports);
  const other = new AccountSwitch({ ...ports, onAccountChangedElsewhere: () => undefined });
  await Promise.all([page.current(), other.current()]);
  const notices: string[] = [];
  page.onNotice(({ kind }) => notices.push(kind));
  expect(await other.clearLocalData()).toBe(true);
  // localStorage tells of the clearing, and then of the account that stays.
  hear();
  hear();
  await expect.poll(() => notices).toEqual(['accountLeft']);
  await page.signOut(false);
  expect(notices).toEqual(['accountLeft', 'accountLeft']);
});

/** An item that somebody made here in the database of an id. */
async function madeUnder(stores: MemoryStores, id: number, person: typeof ada, title: string) {
  const opened = await stores.open(id);
  if (!opened.ok) throw new Error('not opened');
  await claimStore(opened.value, { ...person, id });
  const account = { kind: 'user', user: { ...person, id } } as const;
  const rest = { clock: { nowMs: () => 0 }, changes: { publish: () => undefined } };
  const device = { account, store: opened.value, ids: new CountingIds(id), ...rest };
  await createItem(device, { type: 'todo', title });
}

const titlesOn = (page: AccountSwitch): string[] =>
  [...page.watch.replica.get().rows()].map(({ title }) => title);

test('[RESTORE-06] a start shows nothing of whoever had the id before, names them, and brings one’s own', async () => {
  const { ports, stores } = pageWith(withUser(nobodyRemembered, ada));
  await madeUnder(stores, ada.id, bob, 'Bob’s');
  await madeUnder(stores, 4711, ada, 'Ada’s');
  const page = new AccountSwitch(ports);
  const { device, loaded } = await page.current();
  await loaded;
  expect(titlesOn(page)).not.toContain('Bob’s');
  await expect.poll(() => titlesOn(page)).toEqual(['Ada’s']);
  await expect
    .poll(() => page.waiting.get())
    .toEqual([{ userId: expect.any(Number), phone: bob.phone, changes: 1 }]);
  expect(await device.store.read((tx) => tx.queueSize())).toEqual({ ok: true, value: 1 });
});

test('[RESTORE-06] a tab goes along when another signs somebody else in under the same id', async () => {
  let hear = (): void => undefined;
  const { ports, stores, mirror } = pageWith(withUser(nobodyRemembered, ada), {
    onAccountChangedElsewhere: (listener) => void (hear = listener),
  });
  const page = new AccountSwitch(ports);
  const { device } = await page.current();
  await createItem(device, { type: 'todo', title: 'Ada’s' });
  const namesake = { ...bob, id: ada.id };
  await new StoredAccountMemory(stores, mirror).change((now) => withUser(now, namesake));
  hear();
  await expect.poll(() => page.session.get()).toEqual({ kind: 'user', user: namesake });
  expect(titlesOn(page)).toEqual([]);
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
    const { ports, calls } = pageWith(withUser(nobodyRemembered, ada), {
      openStores: () => stores,
      accountsHere: async () => [...kept.tables.keys()],
    });
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

test('[AUTH-05] no item and no name is shown before the database has said who is signed in', async () => {
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
  await leftHere(kept, new TestWorld());
  const accountsHere = async () => [...kept.tables.keys()];
  const { ports, mirror } = pageWith(nobodyRemembered, { openStores: () => stores, accountsHere });
  // localStorage of an earlier moment says that Bob is signed in; the database, that nobody is.
  mirror.value = { remembered: withUser(nobodyRemembered, bob), isCopy: true };
  const page = new AccountSwitch(ports);
  await expect.poll(() => opened).toEqual([0]);
  expect(page.session.get()).toEqual({ kind: 'starting' });
  expect([...page.watch.replica.get().rows()]).toEqual([]);
  answer();
  const { loaded } = await page.current();
  await loaded;
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect([...page.watch.replica.get().rows()].map(({ title }) => title)).toEqual(['c']);
  await expect
    .poll(() => page.waiting.get())
    .toEqual([{ userId: bob.id, phone: null, changes: 2 }]);
});

test('a log-out that a full disk could not keep is carried out on the page, and said', async () => {
  const kept = new MemoryStores();
  let isFull = false;
  const opening = async (account: AccountKey) => {
    const opened = await kept.open(account);
    const full = { code: 'quota', detail: 'the test says so' } as const;
    if (opened.ok) opened.value.faults.beforeCommit = () => (isFull ? full : null);
    return opened;
  };
  const stores: LocalStores = { open: opening, openExisting: opening };
  const remembered = withUser(nobodyRemembered, ada);
  const { ports } = pageWith(remembered, { openStores: () => stores });
  const page = new AccountSwitch(ports);
  await page.current();
  const notices: string[] = [];
  page.onNotice(({ kind }) => notices.push(kind));
  isFull = true;
  await page.signOut(false);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(notices).toEqual(['accountLeft', 'signOutUnsaved']);
});

test('[AUTH-04] a session that ended while another tab signed somebody else in makes no guest of them', async () => {
  const { ports, stores, mirror } = pageWith(withUser(nobodyRemembered, ada));
  const page = new AccountSwitch(ports);
  await page.current();
  const otherTab = new StoredAccountMemory(stores, mirror);
  await otherTab.change((now) => withUser(now, bob));
  await page.endSession();
  expect(page.session.get()).toEqual({ kind: 'user', user: bob });
  expect((await otherTab.load()).user).toEqual(bob);
});
