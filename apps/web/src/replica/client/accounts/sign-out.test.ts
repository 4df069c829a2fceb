import { transitionOf, createItem, StoredAccountMemory, type StoreFailure } from '@foray/sync';
import { MemoryStores, rememberedAs } from '@foray/sync/testing';
import {
  ada,
  asTyped,
  bob,
  browserWith,
  faultyStores,
  gatedStores,
  madeBy,
  noticesOf,
  titlesIn,
} from '../../testing/browser.ts';
import { answer } from '../../testing/test-sessions.ts';

const asAda = rememberedAs(ada);
const full: StoreFailure = { code: 'quota', detail: 'the test says so' };

test('[AUTH-03] a session check whose response arrives during a log-out does not sign in again', async () => {
  let notify = (_: unknown): void => undefined;
  const reply = new Promise<unknown>((resolve) => {
    notify = resolve;
  });
  const { ports, mirror, sessions, start } = browserWith(asAda);
  Object.assign(ports.transport, { me: () => reply });
  const save = mirror.save.bind(mirror);
  mirror.save = (next, isCopy) => {
    save(next, isCopy);
    // Its data is gone; the guest's store is opened only then.
    if (next.signedOutId !== null && next.leaving.length === 0) notify(answer({ user: ada }));
  };
  const page = await start();
  await page.signOut(false);
  await expect.poll(() => sessions.requests).toEqual(['logout as Ada']);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  await expect
    .poll(() => mirror.value?.remembered)
    .toMatchObject({ user: null, signedOutId: null });
});

test('[I1] changes after a new sign-in are not erased by a log-out that could not be finished', async () => {
  const kept = new MemoryStores();
  let isFull = false;
  const stores = faultyStores(kept, () => (isFull ? full : null));
  const { start } = browserWith(asAda, { openStores: () => stores });
  const page = await start();
  isFull = true;
  await page.signOut(true);
  await page.current();
  await page.signIn(asTyped(ada));
  const { device } = await page.current();
  isFull = false;
  expect(await createItem(device, { type: 'todo', title: 'later' })).toMatchObject({ ok: true });
  await start();
  expect(titlesIn(kept, ada.id)).toEqual(['later']);
});

test('a log-out that a full disk could not store still happens on the page, and is reported', async () => {
  let isFull = false;
  const stores = faultyStores(new MemoryStores(), () => (isFull ? full : null));
  const { start } = browserWith(asAda, { openStores: () => stores });
  const page = await start();
  const notices = noticesOf(page);
  isFull = true;
  await page.signOut(false);
  expect(page.session.get()).toEqual({ kind: 'guest' });
  expect(notices).toEqual(['accountLeft', 'signOutUnsaved']);
});

test('[AUTH-08] [I1] a log-out requested while the page switches to another account leaves that account unchanged', async () => {
  const kept = new MemoryStores();
  const { gate, stores } = gatedStores(kept, bob.id);
  let notify = (): void => undefined;
  const { start, mirror } = browserWith(asAda, {
    openStores: () => stores,
    onAccountChangedElsewhere: (listener) => void (notify = listener),
  });
  await madeBy(kept, bob, 'Bob’s');
  const page = await start();
  const otherTab = new StoredAccountMemory(kept, mirror);
  await otherTab.change(transitionOf({ kind: 'signedIn', user: bob }));
  // The page is switching to Bob's account, and shows Ada's until then.
  gate.isShut = true;
  notify();
  await expect.poll(() => gate.waiting.length).toBe(1);
  expect(page.session.get()).toMatchObject({ user: { id: ada.id } });
  const left = page.signOut(true);
  gate.open();
  await left;
  await page.current();
  expect(titlesIn(kept, bob.id)).toEqual(['Bob’s']);
  expect((await otherTab.load()).user).toEqual(bob);
  expect(page.session.get()).toMatchObject({ user: { id: bob.id } });
});

test('[AUTH-08] a log-out in one tab does not log out a user whom another tab has signed in meanwhile', async () => {
  const { start, stores, mirror } = browserWith(asAda);
  const page = await start();
  const otherTab = new StoredAccountMemory(stores, mirror);
  await otherTab.change(transitionOf({ kind: 'signedIn', user: bob }));
  await page.signOut(false);
  await page.current();
  expect((await otherTab.load()).user).toEqual(bob);
  expect(page.session.get()).toMatchObject({ user: { id: bob.id } });
});
