import type { Item } from '@foray/domain';
import {
  createItem,
  upgradeGuest,
  type LocalChange,
  type LocalItem,
  type SyncContext,
} from '@foray/sync';
import { CountingIds, MemoryStore, MemoryTables } from '@foray/sync/testing';
import { openReplica, type OpenReplica } from './open-replica.ts';

const clock = { nowMs: () => Date.UTC(2026, 0, 5) };
const at = '2026-01-05T00:00:00.000Z';
const user = { id: 1000, name: 'Ada', phone: '+15550001', created_at: at, updated_at: at };

/** A tab that applies one row at once, with the messages that it sends and receives. */
function tabOn(tables: MemoryTables, store = new MemoryStore(tables)) {
  const sent: LocalChange[] = [];
  let receive: (change: LocalChange) => void = () => undefined;
  const shown = openReplica(
    store,
    'tabs',
    {
      clock,
      scheduler: { after: () => () => undefined, every: () => () => undefined },
      nextTask: async () => undefined,
      openChannel: (_name, onChange) => {
        receive = onChange;
        return { send: (change) => void sent.push(change), close: () => undefined };
      },
    },
    () => undefined,
    { loadedRows: 1, changedRows: 1 },
  );
  return { shown, sent, receive: (change: LocalChange) => receive(change) };
}

function titles({ replica }: OpenReplica): readonly string[] {
  return [...replica.rows()].map(({ title }) => title).toSorted();
}

/** Three items that a writer has copied from a guest; the reader has received none of them. */
async function threeInParts(type: 'task' | 'todo' = 'todo') {
  const guests = new MemoryTables();
  const ids = new CountingIds();
  const base = { clock, ids, changes: { publish: () => undefined } };
  const guest: SyncContext = {
    ...base,
    account: { kind: 'guest' },
    store: new MemoryStore(guests),
  };
  const items: Item[] = [];
  for (const title of ['a', 'b', 'c']) {
    const made = await createItem(guest, { type, title });
    if (made.ok) items.push(made.value.item);
  }
  const tables = new MemoryTables();
  const writer = tabOn(tables);
  const reader = tabOn(tables);
  await Promise.all([writer.shown.loaded, reader.shown.loaded]);
  const device: SyncContext = {
    ...base,
    account: { kind: 'user', user },
    store: new MemoryStore(tables),
    changes: { publish: writer.shown.publish },
  };
  const open = async () => ({ ok: true, value: device.store }) as const;
  await upgradeGuest(guest.store, device, { open, openExisting: open });
  await expect.poll(() => writer.sent.length).toBe(3);
  return { writer, reader, tables, items };
}

test('a change that arrives in parts is shown when all parts have arrived', async () => {
  const { writer, reader } = await threeInParts();
  for (const part of writer.sent) reader.receive(part);
  await expect.poll(() => titles(reader.shown)).toEqual(['a', 'b', 'c']);
});

test.each([0, 1, 2])(
  '[I9] part %i of a change is read from the store if its message is lost',
  async (lost) => {
    const { writer, reader } = await threeInParts();
    for (const part of writer.sent.toSpliced(lost, 1)) reader.receive(part);
    if (lost === 2) await reader.shown.catchUp();
    await expect.poll(() => titles(reader.shown)).toEqual(['a', 'b', 'c']);
  },
);

/** The changes that a tab published about an item that was created and then erased. */
async function madeAndErased() {
  const tables = new MemoryTables();
  const published: LocalChange[] = [];
  const device: SyncContext = {
    clock,
    ids: new CountingIds(),
    account: { kind: 'user', user },
    store: new MemoryStore(tables),
    changes: { publish: (change) => void published.push(change) },
  };
  const made = await createItem(device, { type: 'todo', title: 'a' });
  if (!made.ok) throw new Error(made.error.code);
  await device.store.write((tx) => tx.deleteItem(made.value.item.id));
  return { tables, published };
}

test('[I25] a late message about an item erased before the tab loaded is not shown', async () => {
  const { tables, published } = await madeAndErased();
  const { shown, receive } = tabOn(tables);
  await shown.loaded;
  for (const change of published) receive(change);
  expect(titles(shown)).toEqual([]);
});

test('[I25] a message received before the tab has read the store’s position is not shown', async () => {
  const { tables, published } = await madeAndErased();
  const { shown, receive } = tabOn(tables);
  for (const change of published) receive(change);
  await shown.loaded;
  expect(titles(shown)).toEqual([]);
});

test('[I25] the rest of a change is sent to no tab once its data is erased', async () => {
  const { tables, published } = await madeAndErased();
  const { shown, sent } = tabOn(tables);
  await shown.loaded;
  const [change] = published;
  if (change === undefined) throw new Error('nothing was published');
  shown.publish({ ...change, rows: [...change.rows, ...change.rows] });
  expect(sent.length).toBe(1);
  await new MemoryStore(tables).destroy();
  await shown.catchUp();
  expect(sent.length).toBe(1);
});

/** A tab that has loaded an empty store, and the messages of another tab about the items that it makes. */
async function besideAnother() {
  const tables = new MemoryTables();
  const store = new MemoryStore(tables);
  const published: LocalChange[] = [];
  const device: SyncContext = {
    clock,
    ids: new CountingIds(),
    account: { kind: 'user', user },
    store: new MemoryStore(tables),
    changes: { publish: (change) => void published.push(change) },
  };
  const { shown, receive } = tabOn(tables, store);
  await shown.loaded;
  const make = async (title: string): Promise<LocalChange> => {
    await createItem(device, { type: 'todo', title });
    const change = published.at(-1);
    if (change === undefined) throw new Error('nothing was published');
    return change;
  };
  return { store, shown, receive, make };
}

test('[I25] a gap that could not be read is noticed at the next change', async () => {
  const { store, shown, receive, make } = await besideAnother();
  const [, second, third] = [await make('a'), await make('b'), await make('c')];
  const read = store.read.bind(store);
  store.read = async () => ({ ok: false, error: { code: 'broken', detail: 'on purpose' } });
  receive(second);
  await shown.catchUp();
  store.read = read;
  receive(third);
  await expect.poll(() => titles(shown)).toEqual(['a', 'b', 'c']);
});

test('a gap is read once, however many changes follow it', async () => {
  const { store, shown, receive, make } = await besideAnother();
  const [, second, third] = [await make('a'), await make('b'), await make('c')];
  let reads = 0;
  const read = store.read.bind(store);
  store.read = (work) => {
    reads += 1;
    return read(work);
  };
  receive(second);
  receive(third);
  await expect.poll(() => titles(shown)).toEqual(['a', 'b', 'c']);
  expect(reads).toBe(1);
});

test('catching up after a gap also reads the people whom other tabs received in it', async () => {
  const { store, shown, receive, make } = await besideAnother();
  await make('a');
  await store.write((tx) => tx.put('users', user));
  receive(await make('b'));
  await expect.poll(() => titles(shown)).toEqual(['a', 'b']);
  expect(shown.replica.person(user.id)).toEqual(user);
});

test('[I25] a late message about an item created and erased in a gap is not shown', async () => {
  const { store, shown, receive, make } = await besideAnother();
  const first = await make('a');
  await store.write((tx) => tx.deleteItem(first.rows[0]?.id ?? 0));
  receive(await make('b'));
  // The gap has been read by then.
  await shown.catchUp();
  receive(first);
  expect(titles(shown)).toEqual(['b']);
});

test('[I25] an item erased in a gap disappears, even if another item has got its number since', async () => {
  const { store, shown, receive, make } = await besideAnother();
  const first = await make('a');
  receive(first);
  await expect.poll(() => titles(shown)).toEqual(['a']);
  const [row] = first.rows;
  if (row === undefined) throw new Error('nothing was made');
  await make('b');
  await store.write(async (tx) => {
    await tx.deleteItem(row.id);
    const heir = { ...row, uuid: crypto.randomUUID(), title: 'heir', _localVersion: 3 };
    await tx.putItems([heir]);
    await tx.putMeta('counters', 'device', { localSeq: 3, queueSeq: 3, lastLocalId: row.id });
  });
  await shown.catchUp();
  expect(titles(shown)).toEqual(['b', 'heir']);
});

test('[SYNC-16] a row that a tab of an earlier release received is shown with the fields of its server row', async () => {
  const { shown, receive, make } = await besideAnother();
  const change = await make('a');
  const [made] = change.rows;
  if (made === undefined) throw new Error('nothing was made');
  const due = { due_date: '2026-01-31', due_time: '17:00', repeat: 'FREQ=DAILY' } as const;
  const told = { ...made, ...due, labels: ['home'], occurrence: 3 };
  const { labels: _, occurrence: __, due_time: ___, repeat: ____, ...received } = told;
  const base = { ...told, version: 1, rev: 1 };
  const row = { ...received, base, _syncStatus: 'synced' } as unknown as LocalItem;
  receive({ ...change, rows: [row] });
  await expect.poll(() => shown.replica.item(made.uuid)).toMatchObject({ ...due, occurrence: 3 });
  expect(shown.replica.item(made.uuid)?.labels).toEqual(['home']);
});

test('[I26] a row of a later format that another tab sends is not shown, and the store is read instead', async () => {
  const { shown, receive, make } = await besideAnother();
  const change = await make('a');
  receive({ ...change, rows: change.rows.map((row) => ({ ...row, shape: 2, title: 'later' })) });
  expect(titles(shown)).toEqual([]);
  await expect.poll(() => titles(shown)).toEqual(['a']);
});

test('the end of a prediction comes after everything that was published before it', async () => {
  const { shown, make, receive } = await besideAnother();
  const made = await make('before');
  receive(made);
  await expect.poll(() => titles(shown)).toEqual(['before']);
  const [row] = made.rows;
  if (row === undefined) throw new Error('nothing was made');
  const after = { ...row, title: 'after', _localVersion: 2 };
  const end = shown.predict([after]);
  const others = [10, 11, 12].map((id) => ({ ...row, id, uuid: crypto.randomUUID() }));
  shown.publish({ ...made, localSeq: 2, rows: [...others, after] });
  end();
  expect(shown.replica.item(row.uuid)?.title).toBe('after');
  await expect.poll(() => shown.replica.isPredicted(row.uuid)).toBe(false);
  expect(shown.replica.item(row.uuid)?.title).toBe('after');
});

test('[UPG-04] a guest’s item number leads to the item in every tab, even after the server has assigned another and the page is reloaded', async () => {
  const { tables, writer, reader, items } = await threeInParts('task');
  const [first] = items;
  if (first === undefined) throw new Error('nothing was made');
  const titleOf = ({ replica }: OpenReplica) => replica.itemByNumber(first.id)?.title;
  expect(first.id).toBe(1);
  for (const part of writer.sent) reader.receive(part);
  await expect.poll(() => titleOf(reader.shown)).toBe('a');
  const store = new MemoryStore(tables);
  await store.write(async (tx) => {
    const row = await tx.itemById(first.id);
    if (row === undefined) throw new Error('not copied');
    await tx.deleteItem(first.id);
    await tx.putItems([{ ...row, id: 10_000_000, _localVersion: row._localVersion + 1 }]);
  });
  const { shown } = tabOn(tables);
  await shown.loaded;
  expect(titleOf(shown)).toBe('a');
  expect(shown.replica.itemByNumber(10_000_000)?.title).toBe('a');
});
