import { err, ok, type Result } from '@foray/domain';
import { MemoryStore } from '../memory/memory-store.ts';
import type { Conflict } from '../store/meta.ts';
import type { StoreFailure } from '../store/ports.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { living, newGuest, pause, textOf, valueOf } from '../testing/data-files.ts';
import { deviceWith } from '../testing/device-with.ts';
import { blockedFor, pending, queuedCreate } from '../testing/queued.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import { exportData } from './data-file-export.ts';

/** The file that a device writes, as any program can read it. */
async function fileFrom(device: SyncContext) {
  return JSON.parse(await textOf(device)) as Record<string, Record<string, unknown>[]>;
}

const conflict: Conflict = {
  uuid: uuidOf(1),
  kind: 'update',
  base: serverRow(1),
  server: serverRow(1, { title: 'theirs', version: 2, user_id: otherId }),
  removal: null,
  canKeepBoth: false,
  rev: 2,
  isAside: true,
  foundAt: '2026-01-01T00:00:00.000Z',
};

test('a conflict is written with the server’s side, or without it if the server has removed the item', async () => {
  const { store, device } = await deviceWith([pending(1, {}, { title: 'mine' }), pending(2)]);
  await store.write(async (tx) => {
    await tx.putMeta('conflict', uuidOf(1), conflict);
    const removed = { kind: 'removed', server: null, removal: 'deleted' } as const;
    await tx.putMeta('conflict', uuidOf(2), { ...conflict, uuid: uuidOf(2), ...removed });
  });
  const file = await fileFrom(device);
  expect(file['items']).toMatchObject([{ title: 'mine' }, { title: 'item 2' }]);
  expect(file['conflicts']).toEqual([
    { uuid: uuidOf(1), server: expect.objectContaining({ title: 'theirs', mine: false }) },
    { uuid: uuidOf(2), server: null },
  ]);
});

test('only a change that the server refused is written as refused, with the server’s code', async () => {
  const { device } = await deviceWith(
    [pending(1), pending(2), pending(3)],
    queuedCreate(1, 1, { state: blockedFor({ kind: 'verdict', code: 'limit', status: 422 }) }),
    queuedRequest(2, 2, { state: blockedFor({ kind: 'server_errors', status: 500 }) }),
    queuedRequest(3, 3, { state: blockedFor({ kind: 'dependency', on: 'request-2' }) }),
    queuedRequest(4, 3),
  );
  expect((await fileFrom(device))['unsent']).toMatchObject([
    { what: 'create', refused: 'limit' },
    { what: 'patch', refused: null },
    { what: 'patch', refused: null },
    { what: 'patch', refused: null },
  ]);
});

test('a change that concerns no item is written as of another kind', async () => {
  const read = queuedRequest(1, 1, {
    method: 'POST',
    url: '/api/notifications/read',
    itemUuid: null,
    touches: [],
    data: { up_to: 7 },
  });
  const { device } = await deviceWith([], read);
  expect((await fileFrom(device))['unsent']).toMatchObject([
    { what: 'other', uuid: null, data: { up_to: 7 } },
  ]);
});

test('a file names no people except its writer and the sample users', async () => {
  const shared = { user_id: otherId, permission: 'contribute' } as const;
  const { device } = await deviceWith([
    heldRow(serverRow(1, { assigned_to: userId })),
    heldRow(serverRow(2, { assigned_to: 3 })),
    heldRow(serverRow(3, { ...shared, assigned_to: otherId })),
    heldRow(serverRow(4, { assigned_to: null })),
  ]);
  expect((await fileFrom(device))['items']).toMatchObject([
    { mine: true, assigned_to: 'me' },
    { mine: true, assigned_to: 3 },
    { mine: false, assigned_to: null },
    { mine: true, assigned_to: null },
  ]);
});

test('many items are written in chunks that make one file, even if a chunk has only deleted ones', async () => {
  const isDeleted = (number: number) => number <= 250 || (number > 500 && number <= 750);
  const rows = Array.from({ length: 1000 }, (_, at) =>
    localItem(at + 1, { title: `n${at + 1}`, _deleted: isDeleted(at + 1) }),
  );
  const { device } = await deviceWith(rows);
  let pauses = 0;
  const exported = await valueOf(exportData(device, async () => void (pauses += 1)));
  const { items } = JSON.parse(exported.pieces.join('')) as { items: { title: string }[] };
  const titles = (await living(device)).map(({ title }) => title);
  expect(items.map(({ title }) => title)).toEqual(titles);
  expect([exported.items, titles.length, pauses]).toEqual([500, 500, 4]);
});

const failure: StoreFailure = { code: 'broken', detail: 'for once' };

test('changes that cannot be read fail the export', async () => {
  class StumblingStore extends MemoryStore {
    override async read<T>(): Promise<Result<T, StoreFailure>> {
      return err(failure);
    }

    override async eachItem(): Promise<Result<void, StoreFailure>> {
      return ok(undefined);
    }
  }
  const guest = { ...newGuest(new TestWorld()), store: new StumblingStore() };
  expect(await exportData(guest, pause)).toEqual(err(failure));
});

test('items that cannot be read fail the export', async () => {
  class StumblingStore extends MemoryStore {
    override async eachItem(): Promise<Result<void, StoreFailure>> {
      return err(failure);
    }
  }
  const guest = { ...newGuest(new TestWorld()), store: new StumblingStore() };
  expect(await exportData(guest, pause)).toEqual(err(failure));
});
