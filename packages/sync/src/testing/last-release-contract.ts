import type { Tables } from '@foray/authority/testing';
import type { QueuedRequest } from '../store/queued-request.ts';
import type { StoreName } from '../store/readable-row.ts';
import { allStores, type DamagedRow } from './damaged-rows.ts';
import type { DamagedStore } from './damaged-rows-contract.ts';
import lastRelease from './last-release.json' with { type: 'json' };
import { uuidOf } from './rows.ts';
import { StoreDevice, TestWorld } from './test-world.ts';

/** The data that the last release stored for a user, and the server's data then. */
interface Left {
  readonly nowMs: number;
  readonly server: Pick<Tables, 'items' | 'access' | 'heads'>;
  readonly stores: Readonly<Record<StoreName, readonly DamagedRow[]>>;
}

const left = lastRelease as unknown as Left;

/** The title of an item, and the text of a person who changed it, by the number in its uuid. */
const mine: readonly (readonly [number, string])[] = [
  [1, 'mine 1'],
  [5, 'mine 5'],
  [11, 'sent 11'],
  [13, 'mine 13'],
];

/**
 * A database as the last release left it: a queue with every kind of command, blocked requests, one that was
 * sent and never answered, conflicts of every kind, rows that wait for a decision, deleted items and rows
 * that cannot be read. Opened by this release, everything is sent.
 */
export function lastReleaseContract(makeStore: () => Promise<DamagedStore>): void {
  test('[I1] [I7] [I13] [DATA-14] everything that the last release left in a database is read', async () => {
    const made = await makeStore();
    for (const name of allStores) {
      for (const row of left.stores[name]) {
        // The row as stored in IndexedDB, where a missing parent is 0.
        const atTop = name === 'items' && row['parent_id'] === null ? { parent_id: 0 } : {};
        await made.putRaw(name, { ...row, ...atTop });
      }
    }
    await made.putRaw('items', { id: 77, uuid: uuidOf(70), title: 4 });
    await made.putRaw('syncQueue', { id: 'broken', seq: 20, state: 9 });
    const world = await worldAsLeft();
    const one = new StoreDevice(world, 9, await made.reopen());
    const read: unknown[] = [];
    one.transport.sendOne = async (request?: QueuedRequest) => {
      read.push(request?.data);
      return { kind: 'answer', status: 204, body: null, serverNow: null, position: null };
    };

    expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
    const conflicts = await one.engine.conflicts();
    const kinds = conflicts.map(({ uuid, kind, removal }) => `${uuid} ${kind} ${removal ?? ''}`);
    expect(kinds.toSorted()).toEqual([
      `${uuidOf(1)} update `,
      `${uuidOf(2)} delete `,
      `${uuidOf(3)} removed deleted`,
      `${uuidOf(4)} removed hidden`,
    ]);
    for (const { uuid, canKeepBoth } of conflicts) {
      const resolved = await one.engine.resolve(uuid, canKeepBoth ? 'both' : 'local');
      expect(resolved.ok).toBe(true);
    }
    await one.restore(uuidOf(9));
    for (let n = 0; n < 3; n += 1) {
      expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    }

    const living = new Map(world.server.living().map((item) => [item.uuid, item]));
    const byTitle = (title: string) => [...living.values()].find((item) => item.title === title);
    for (const [number, title] of mine) expect(living.get(uuidOf(number))).toMatchObject({ title });
    expect(living.get(uuidOf(5))).toMatchObject({ description: 'text', due_date: '2026-02-03' });
    expect(living.get(uuidOf(6))).toMatchObject({ status: 'completed' });
    expect(living.get(uuidOf(7))).toMatchObject({ assigned_to: 1001 });
    expect(living.get(uuidOf(8))).toMatchObject({ parent_uuid: uuidOf(20) });
    expect(living.get(uuidOf(13))).toMatchObject({ description: 'theirs 13' });
    for (const gone of [2, 12, 21, 22]) expect(living.has(uuidOf(gone))).toBe(false);
    for (const back of [9, 10]) expect(living.has(uuidOf(back))).toBe(true);
    expect(byTitle('made')).toMatchObject({ parent_uuid: uuidOf(20) });
    expect(byTitle('made below')).toMatchObject({ parent_uuid: byTitle('made')?.uuid });
    expect(byTitle('refused')).toBeDefined();
    expect(byTitle('below refused')).toMatchObject({ parent_uuid: byTitle('refused')?.uuid });
    // Items that others deleted are restored; a user's own text of a hidden item becomes a new item.
    for (const words of ['mine 3', 'mine 4']) expect(byTitle(words)).toBeDefined();
    expect(read).toEqual([{ up_to: 3 }]);

    const shown = await one.shown();
    const titles = (items: readonly { readonly uuid: string; readonly title: string }[]) =>
      items.map(({ uuid, title }) => `${uuid} ${title}`).toSorted();
    const hidden = left.server.access.filter(({ reason }) => reason === 'hidden');
    const isHidden = (id: number) => hidden.some(({ item_id }) => item_id === id);
    const seen = [...living.values()].filter(({ id }) => !isHidden(id));
    expect(titles(shown)).toEqual(titles(seen));
    expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 0, conflicts: 0 });
    const unreadable = await one.store.unreadable(allStores);
    expect(unreadable).toMatchObject({ value: [{ key: '77' }, { key: 'broken' }] });
  });
}

/** The server at the moment when the last release left the database. */
async function worldAsLeft(): Promise<TestWorld> {
  const world = new TestWorld();
  await world.time.pass(left.nowMs - world.time.nowMs());
  const { store } = world.server;
  // Migrations give earlier rows the fields that they have by default.
  const items = left.server.items.map((item) => ({ ...item, labels: [] }));
  store.begin({ ...store.tables(), ...left.server, items });
  return world;
}
