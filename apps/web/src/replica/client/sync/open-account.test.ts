import { err } from '@foray/domain';
import { createItem, deleteItem, type LocalChange, type LocalStore } from '@foray/sync';
import { MemoryStore, MemoryTables, TestConnectivity, TestLocks } from '@foray/sync/testing';
import type { ClientPorts } from '../state/client-ports.ts';
import { openAccount } from './open-account.ts';

/** A guest's tab on data that it shares with others; a deaf tab receives none of their changes. */
function tabOn(
  tables: MemoryTables,
  others: Set<(change: LocalChange) => void>,
  isDeaf: boolean,
  store: LocalStore = new MemoryStore(tables),
) {
  let uuids = 0;
  const ports = {
    clock: { nowMs: () => Date.UTC(2026, 0, 5) },
    ids: {
      uuid: () => `00000000-0000-4000-8000-${String((uuids += 1)).padStart(12, '0')}`,
      random: () => 0.5,
    },
    locks: new TestLocks(),
    connectivity: new TestConnectivity(),
    nextTask: async () => undefined,
    scheduler: { after: () => () => undefined, every: () => () => undefined },
    openChannel: (_: string, onChange: (change: LocalChange) => void) => {
      if (!isDeaf) others.add(onChange);
      return {
        send: (change: LocalChange) => {
          for (const other of others) if (other !== onChange) other(change);
        },
        close: () => undefined,
      };
    },
  };
  return openAccount({ kind: 'guest' }, store, ports as unknown as ClientPorts, {
    onChange: () => undefined,
    onStoreGone: () => undefined,
  });
}

test('[I9] a tab that could not listen removes items erased in the meantime, and adds new ones', async () => {
  const tables = new MemoryTables();
  const listeners = new Set<(change: LocalChange) => void>();
  const awake = tabOn(tables, listeners, false);
  const { device } = awake;
  const [gone, deleted, stays] = await Promise.all(
    ['gone', 'deleted', 'stays'].map((title) => createItem(device, { type: 'todo', title })),
  );
  if (!gone?.ok || !deleted?.ok || !stays?.ok) throw new Error('not made');
  const asleep = tabOn(tables, listeners, true);
  await asleep.loaded;
  expect([...asleep.replica.rows()]).toHaveLength(3);

  await device.store.write(async (tx) => {
    const counters = await tx.meta('counters', 'device');
    if (counters === undefined) throw new Error('something was written');
    await tx.deleteItem(gone.value.item.id);
    await tx.putMeta('counters', 'device', { ...counters, localSeq: counters.localSeq + 1 });
  });
  await deleteItem(device, deleted.value.item.uuid);
  await createItem(device, { type: 'todo', title: 'came' });
  await asleep.catchUp();
  const titles = [...asleep.replica.rows()].flatMap((row) => (row._deleted ? [] : [row.title]));
  expect(titles.toSorted()).toEqual(['came', 'stays']);
  expect(asleep.replica.item(stays.value.item.uuid)?.title).toBe('stays');
});

test('[I9] a gap in another tab’s messages that could not be read is read at the next message', async () => {
  const tables = new MemoryTables();
  const listeners = new Set<(change: LocalChange) => void>();
  const { device } = tabOn(tables, listeners, false);
  const make = (title: string) => createItem(device, { type: 'todo', title });
  await make('before');

  const store = new MemoryStore(tables);
  const reader = tabOn(tables, listeners, false, store);
  await reader.loaded;
  const [receive] = [...listeners].slice(-1);
  if (receive === undefined) throw new Error('nobody listens');
  listeners.delete(receive);
  await make('missed');
  listeners.add(receive);
  const read = store.read.bind(store);
  let failures = 0;
  store.read = async () => {
    failures += 1;
    return err({ code: 'broken', detail: 'the test says so' });
  };
  await make('heard');
  await expect.poll(() => failures).toBe(1);
  store.read = read;
  const titles = () => [...reader.replica.rows()].map(({ title }) => title).toSorted();
  expect(titles()).toEqual(['before', 'heard']);
  await make('next');
  await expect.poll(titles).toEqual(['before', 'heard', 'missed', 'next']);
});

test('[I9] a tab that receives only the first part of a large change reads the rest at the next message', async () => {
  const tables = new MemoryTables();
  const listeners = new Set<(change: LocalChange) => void>();
  const { device } = tabOn(tables, listeners, false);
  const make = (title: string) => createItem(device, { type: 'todo', title });
  const made = await make('first');
  if (!made.ok) throw new Error('not made');
  const reader = tabOn(tables, listeners, false);
  await reader.loaded;
  const [receive] = [...listeners].slice(-1);
  if (receive === undefined) throw new Error('nobody listens');
  const received: LocalChange[] = [];
  const receiveFirst = (part: LocalChange): void => {
    if (received.push(part) === 1) receive(part);
  };
  listeners.delete(receive);
  listeners.add(receiveFirst);

  const rows = Array.from({ length: 1500 }, (_, at) => {
    const uuid = `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`;
    return { ...made.value.item, id: 100 + at, uuid, _localVersion: 2 };
  });
  await device.store.write(async (tx) => {
    await tx.putItems(rows);
    await tx.putMeta('counters', 'device', { localSeq: 2, queueSeq: 0, lastLocalId: 1600 });
  });
  const rest = { goneUuids: [], rekeyed: [], users: [], hasQueueChanged: false };
  device.changes.publish({ localSeq: 2, rows, ...rest });
  await expect.poll(() => received.length).toBe(2);
  const count = () => [...reader.replica.rows()].length;
  expect(count()).toBe(1001);

  listeners.delete(receiveFirst);
  listeners.add(receive);
  await make('next');
  await expect.poll(count).toBe(1502);
});
