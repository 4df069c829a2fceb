import { err } from '@foray/domain';
import { type AccountKey, transitionOf, createItem, type LocalStores } from '@foray/sync';
import { MemoryStores, rememberedAs } from '@foray/sync/testing';
import { ada, bob, browserWith, madeBy, noticesOf } from '../../testing/browser.ts';

const asAda = rememberedAs(ada);

/** The data that Bob, and a guest after him, left on this device; no server has any of it. */
async function leftIn(stores: MemoryStores): Promise<void> {
  await madeBy(stores, bob, 'a', 'b');
  await madeBy(stores, null, 'c');
}

/** All data in the stores. */
function keptIn(stores: MemoryStores): readonly unknown[] {
  return [...stores.tables.values()].flatMap(({ items, requests }) => [
    ...items.values(),
    ...requests.values(),
  ]);
}

test('[PREF-05] clearing also erases other people’s data, after showing how much of it exists nowhere else', async () => {
  const { start, stores, reloads, remembers } = browserWith(asAda);
  const page = await start();
  expect(await page.unsentOfOthers()).toBe(0);
  await leftIn(stores);
  expect(await page.unsentOfOthers()).toBe(3);
  expect(await page.unsentCount()).toBe(0);
  expect(await page.clearLocalData()).toBe(true);
  expect(keptIn(stores)).toEqual([]);
  expect(reloads).toEqual(['reload']);
  expect(remembers()).toEqual(asAda);
});

test('[PREF-05] clearing erases other people’s data in a browser that lists no databases', async () => {
  const remembered = transitionOf({ kind: 'signedIn', user: ada })(rememberedAs(bob));
  const { start, stores, remembers } = browserWith(remembered, {
    listAccountDatabases: async () => [0],
  });
  await leftIn(stores);
  const page = await start();
  await page.current();
  expect(await page.unsentOfOthers()).toBe(2);
  expect(await page.clearLocalData()).toBe(true);
  expect(stores.tables.get(bob.id)?.items.size).toBe(0);
  expect(remembers()).toEqual(asAda);
});

test("[PREF-05] clearing removes all names and numbers of other people from the browser's memory of accounts", async () => {
  // The last version had Bob signed in, and wrote that to localStorage.
  const { start, stores, mirror } = browserWith(rememberedAs(bob));
  const first = await start();
  await first.signOut(true);
  expect(await first.clearLocalData()).toBe(true);
  const row = stores.tables.get(0)?.meta('account').get('browser')?.value;
  const kept = JSON.stringify([row, mirror.value]);
  expect(kept).not.toContain(bob.name);
  expect(kept).not.toContain(bob.phone);
});

test('[PREF-05] if the browser is killed after another account was erased, the next start forgets its number', async () => {
  const { start, remembers } = browserWith(
    transitionOf({ kind: 'signedIn', user: ada })(rememberedAs(bob)),
  );
  const page = await start();
  await expect.poll(() => remembers()?.known).toEqual(asAda.known);
  expect(page.session.get()).toMatchObject({ user: { id: ada.id } });
});

test('[PREF-05] an account cleared by another tab is reopened once, however often the clearing is reported', async () => {
  let notify = (): void => undefined;
  const { start, startAgain } = browserWith(asAda, {
    onAccountChangedElsewhere: (listener) => void (notify = listener),
  });
  const page = await start();
  const notifyOne = notify;
  const other = await startAgain();
  const notices = noticesOf(page);
  expect(await other.clearLocalData()).toBe(true);
  // A storage event reports the clearing, and another the account that stays.
  notifyOne();
  notifyOne();
  await expect.poll(() => notices).toEqual(['accountLeft']);
  await page.signOut(false);
  expect(notices).toEqual(['accountLeft', 'accountLeft']);
});

test.each(['another’s', 'one’s own'])(
  '[PREF-05] if data could not be erased (%s), this is reported, and the page continues with the rest',
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
    const { start, reloads } = browserWith(asAda, {
      openStores: () => stores,
      listAccountDatabases: async () => [...kept.tables.keys()],
    });
    const page = await start();
    await leftIn(kept);
    expect(await page.clearLocalData()).toBe(false);
    expect(reloads).toEqual([]);
    const { device } = await page.current();
    expect(await createItem(device, { type: 'todo', title: 'on' })).toMatchObject({ ok: true });
    isBroken = false;
    expect(await page.clearLocalData()).toBe(true);
    expect(reloads).toEqual(['reload']);
    expect([...kept.tables.values()].flatMap(({ items }) => [...items.values()])).toEqual([]);
  },
);
