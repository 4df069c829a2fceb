import { createItem, editItem } from '@foray/sync';
import { MemoryStore, MemoryTables } from '@foray/sync/testing';
import type { OpenAccount } from '../sync/open-account.ts';
import { eraseRow, SharedTabs } from '../../testing/shared-tabs.ts';

/** The writing tab, the showing tab, and the latter's store. */
async function writerAndReader() {
  const tables = new MemoryTables();
  const shared = new SharedTabs(tables);
  const writer = shared.open();
  await writer.loaded;
  await make(writer, 'before');
  const store = new MemoryStore(tables);
  const reader = shared.open(store);
  await reader.loaded;
  shared.messages.length = 0;
  return { shared, writer, reader, store };
}

test('[I9] an item received before a gap and erased within it disappears once the gap is read', async () => {
  const { shared, writer, reader, store } = await writerAndReader();
  await make(writer, 'missed');
  shared.lose(0, 1);
  const uuid = await make(writer, 'erased');
  const held = holdNextRead(store);
  shared.deliver(0, 1);
  expect(titles(reader)).toEqual(['before', 'erased']);
  await eraseRow(writer, uuid);
  shared.lose(0, 1);
  held.goOn();
  await expect.poll(() => titles(reader)).toEqual(['before', 'missed']);
});

test('[I9] a late message about an erased item does not make it appear again', async () => {
  const { shared, writer, reader } = await writerAndReader();
  const uuid = await make(writer, 'erased');
  await eraseRow(writer, uuid);
  await make(writer, 'after');
  shared.messages.splice(1, 1);
  await reader.catchUp();
  expect(titles(reader)).toEqual(['after', 'before']);
  shared.deliverAll();
  await make(writer, 'last');
  shared.deliverAll();
  expect(titles(reader)).toEqual(['after', 'before', 'last']);
});

test('[I9] an item erased in a gap is not shown, even if another item has got its number since', async () => {
  const { shared, writer, reader } = await writerAndReader();
  const uuid = await make(writer, 'erased');
  shared.deliver(0, 1);
  const other = await make(writer, 'other');
  await giveNumber(writer, uuid, other);
  shared.messages.length = 0;
  await reader.catchUp();
  expect(titles(reader)).toEqual(['before', 'other']);
});

test('[I9] a large change whose first part arrives late shows no erased item either', async () => {
  const { shared, writer, reader } = await writerAndReader();
  const uuid = await make(writer, 'erased');
  const [created] = shared.messages.splice(0, 1);
  if (created === undefined) throw new Error('nothing was sent');
  await eraseRow(writer, uuid);
  shared.lose(0, 1);
  await reader.catchUp();
  shared.messages.push({ ...created, change: { ...created.change, localSeq: 0 } });
  shared.deliverAll();
  expect(titles(reader)).toEqual(['before']);
});

const lists = 100;
/** The longest time of a read, in turns. */
const turnsMost = 8;

test(`[I9] tabs show the stored state, whatever messages are lost, late or out of order, in ${lists} random lists`, async () => {
  for (let seed = 1; seed <= lists; seed += 1) {
    const random = randomOf(seed);
    const tables = new MemoryTables();
    const shared = new SharedTabs(tables);
    const tabs = Array.from({ length: 2 + random(2) }, () => shared.open(slow(tables, random)));
    await Promise.all(tabs.map(({ loaded }) => loaded));
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    const works: Promise<unknown>[] = [];
    for (let step = 0; step < 30; step += 1) {
      const [from, to] = [random(tabs.length), random(tabs.length)];
      const tab = tabs[from] as OpenAccount;
      const uuid = pick([...tables.items.values()])?.uuid;
      const kind = random(12);
      if (kind < 2 || uuid === undefined) works.push(make(tab, `made ${step}`));
      else if (kind < 4) works.push(editItem(tab.device, uuid, { title: `text ${step}` }));
      else if (kind < 6) works.push(eraseRow(tab, uuid));
      else if (kind < 8) shared.lose(from, to);
      else shared.deliver(from, to);
      if (random(3) > 0) await turn();
    }
    await Promise.all(works);
    shared.deliverAll();
    // The next change reveals a loss of the last message.
    for (const tab of tabs) await make(tab, 'last');
    shared.deliverAll();
    for (let turns = 0; turns < 2 * turnsMost; turns += 1) await turn();
    const stored = [...tables.items.values()].map(({ title }) => title).toSorted();
    for (const tab of tabs) expect({ seed, shown: titles(tab) }).toEqual({ seed, shown: stored });
  }
});

async function make({ device }: OpenAccount, title: string): Promise<string> {
  const made = await createItem(device, { type: 'todo', title });
  if (!made.ok) throw new Error('not made');
  return made.value.item.uuid;
}

/** Erases an item and gives its number to another, as the server does after a restored backup. */
async function giveNumber({ device }: OpenAccount, goneUuid: string, uuid: string): Promise<void> {
  await device.store.write(async (tx) => {
    const gone = await tx.itemByUuid(goneUuid);
    const row = await tx.itemByUuid(uuid);
    const counters = await tx.meta('counters', 'device');
    if (gone === undefined || row === undefined || counters === undefined) return;
    const localSeq = counters.localSeq + 1;
    await tx.deleteItem(gone.id);
    await tx.deleteItem(row.id);
    await tx.putItems([{ ...row, id: gone.id, _localVersion: localSeq }]);
    await tx.putMeta('counters', 'device', { ...counters, localSeq });
  });
}

function titles({ replica }: OpenAccount): readonly string[] {
  return [...replica.rows()].map(({ title }) => title).toSorted();
}

/** Delays the next reading transaction until the test lets it begin. */
function holdNextRead(store: MemoryStore): { readonly goOn: () => void } {
  const read = store.read.bind(store);
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  store.read = async (work) => {
    store.read = read;
    await gate;
    return read(work);
  };
  return { goOn: () => goOn() };
}

/** A store whose reads take time. */
function slow(tables: MemoryTables, random: (below: number) => number): MemoryStore {
  const store = new MemoryStore(tables);
  const read = store.read.bind(store);
  store.read = async (work) => {
    for (let turns = random(turnsMost); turns > 0; turns -= 1) await turn();
    return read(work);
  };
  return store;
}

/** Lets all work continue that only waits for promises. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Whole numbers below a limit, always the same for one seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
