import { occurrenceOf, plainOf } from '@foray/domain';
import type { DeltaItem } from '@foray/contract';
import { startMigratedServer, type MigratedServer } from '@foray/server/testing';
import { localItemOf, streams } from '@foray/sync';
import { MemoryStore } from '@foray/sync/testing';
import { HttpDevice } from './server/http-device.ts';

/*
 * Devices that were up to date before rights were evaluated from the root down (decision 0065), and that sync
 * after the migration.
 */

let server: MigratedServer;
beforeAll(async () => {
  server = await startMigratedServer();
});
afterAll(() => server?.stop());

const at = '2026-01-01T00:00:00.000Z';

/** The items that a user had pulled from the release of that time. */
function pulledBy(userId: number): readonly DeltaItem[] {
  const { before, uuidOf } = server;
  const rows = new Map(before.rows.map((row) => [row.id, row]));
  return before.access.flatMap(({ user_id, item_id, permission, removed, seq }) => {
    const row = rows.get(item_id);
    if (user_id !== userId || removed || row === undefined) return [];
    const { isDeleted: _, isErased: __, root_id: ___, ...place } = row;
    const parent_uuid = row.parent_id === null ? null : uuidOf(row.parent_id);
    const times = { created_at: at, updated_at: at };
    const texts = { ...plainOf({ title: `Item ${item_id}` }), status: 'pending' } as const;
    const counts = { children_count: 0, completed_count: 0 };
    const base = { version: 1, rev: seq, permission, completed_at: null, labels: [] };
    const first = occurrenceOf({});
    return [
      {
        ...place,
        ...texts,
        ...times,
        ...counts,
        ...base,
        ...first,
        uuid: uuidOf(item_id),
        parent_uuid,
      },
    ];
  });
}

async function storeOf(userId: number): Promise<MemoryStore> {
  const { access } = server.before;
  const seqs = access.filter(({ user_id }) => user_id === userId).map(({ seq }) => seq);
  const cursor = Math.max(...seqs);
  const store = new MemoryStore();
  await store.write(async (tx) => {
    await tx.putItems(pulledBy(userId).map(localItemOf));
    await tx.putMeta('epoch', 'server', { epoch: server.epoch });
    for (const stream of streams) {
      await tx.putMeta('cursor', stream, { cursor, fullSince: null, isComplete: true });
    }
  });
  return store;
}

test('[SHARE-22] [I6] [I7] items visible under the former rules, but not under the current ones, leave the device', async () => {
  const { owners, rows } = server.before;
  const [ann, bob] = owners.map(({ id }) => id);
  const lostBy = new Map<number, ReadonlySet<string>>();
  for (const { id, phone } of owners) {
    if (phone === null) continue;
    const who = { phone, name: `Person ${id}` };
    const device = await HttpDevice.signIn(server.url, who, { store: await storeOf(id) });
    expect(device.user.id).toBe(id);
    const fresh = await HttpDevice.signIn(server.url, who);
    expect([...(await device.shown())]).toEqual([...(await fresh.shown())]);
    expect(device.isAtRest).toBe(true);
    // They came by the old cursor: nothing was fetched from the start, and no comparison found a difference.
    expect(device.engine.log().filter(({ event }) => event === 'full_fetch')).toEqual([]);
    const shown = await device.shown();
    const gone = pulledBy(id).filter(({ uuid }) => !shown.has(uuid));
    lostBy.set(id, new Set(gone.map(({ uuid }) => uuid)));
  }
  // The former gap: Bob's own task in Ann's campaign, which nobody has assigned to him, shows him the
  // campaign.
  const isAnns = (id: number | null): boolean =>
    rows.some(
      (row) => row.id === id && row.user_id === ann && row.assigned_to !== bob && !row.isDeleted,
    );
  const tasks = rows.filter(
    (row) => row.type === 'task' && row.user_id === bob && !row.isDeleted && isAnns(row.parent_id),
  );
  expect(tasks.length).toBeGreaterThan(0);
  for (const { id, parent_id } of tasks) {
    for (const gone of [id, parent_id ?? 0])
      expect(lostBy.get(bob ?? 0)).toContain(server.uuidOf(gone));
  }
});
