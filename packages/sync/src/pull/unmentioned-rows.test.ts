import type { DeltaItem } from '@foray/contract';
import type { LocalItem } from '../store/local-item.ts';
import type { RemoteChange, Conflict } from '../store/meta.ts';
import { storedName } from '../store/stored-names.ts';
import { answered, cycleOf, itemsPage } from '../testing/cycle-of.ts';
import { localItem, queuedRequest, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { newWorld } from '../testing/test-world.ts';
import { pullStreams } from './pull-streams.ts';

/** The beginning of the full fetch; rows that have arrived since have a later stamp. */
const fullSince = 5;
const [before, since] = [{ _localVersion: 4 }, { _localVersion: 6 }];
const pending = { _syncStatus: 'pending' } as const;

const todo = (number: number, fields: Partial<DeltaItem> = {}) =>
  serverRow(number, { type: 'todo', ...fields });

interface Here {
  readonly rows: readonly LocalItem[];
  readonly conflicts?: readonly Conflict[];
  readonly buffered?: readonly RemoteChange[];
}

/** Ends a full fetch of todos with this page. Returns the rows left here, and the missing ones. */
async function afterFetch({ rows, conflicts = [], buffered = [] }: Here, data: DeltaItem[] = []) {
  const { world, one } = newWorld();
  await one.store.write(async (tx) => {
    await tx.putMeta('counters', 'device', { localSeq: 9, queueSeq: 9, lastLocalId: 0 });
    await tx.putMeta('cursor', 'todo', { cursor: 0, fullSince, isComplete: true });
    await tx.putMeta('epoch', 'server', { epoch: 'e1', knownHead: 0 });
    await tx.putItems(rows);
    for (const { id, _syncStatus } of rows) {
      if (_syncStatus === 'pending') await tx.putRequest(queuedRequest(id, id));
    }
    for (const conflict of conflicts) await tx.putMeta('conflict', conflict.uuid, conflict);
    for (const entry of buffered) {
      if (entry.kind === 'row') await tx.putMeta(storedName.buffered, entry.row.uuid, entry);
    }
  });
  one.transport.fetchItems = async () => answered(itemsPage({ data, cursor: 50 }));
  await pullStreams(await cycleOf(world, one), new Set(['todo']));
  const waiting = await one.read((tx) => tx.metaOf(storedName.buffered));
  const absent = waiting.filter(({ value }) => value.kind === 'removal' && value.isAbsent);
  return { uuids: (await one.shown()).map(({ uuid }) => uuid), absent: absent.map(({ id }) => id) };
}

const conflict = (number: number, server: DeltaItem | null): Conflict => ({
  uuid: uuidOf(number),
  kind: server === null ? 'removed' : 'update',
  base: null,
  server,
  removal: server === null ? 'deleted' : null,
  canKeepBoth: false,
  rev: 40,
  isAside: true,
  foundAt: '2026-01-01T00:00:00.000Z',
});

test('[I7] rows that no page mentioned are removed, and rows with queued requests are compared', async () => {
  const rows = [
    heldRow(todo(1), before),
    heldRow(todo(2), since),
    heldRow(todo(3), { ...before, ...pending }),
    heldRow(todo(4), { ...before, ...pending }),
    heldRow(todo(5), before),
  ];
  const buffered = [{ kind: 'row', row: todo(4, { rev: 45 }) } as const];
  const { uuids, absent } = await afterFetch({ rows, buffered }, [todo(5, { rev: 50 })]);
  expect(uuids).toEqual([2, 3, 4, 5].map((number) => uuidOf(number)));
  expect(absent).toEqual([uuidOf(3)]);
});

test('[I7] a full fetch of one type removes no item of another type, even if its page names it', async () => {
  const parent = heldRow(serverRow(1, { type: 'task' }), before);
  const other = heldRow(serverRow(2, { type: 'task' }), before);
  const child = todo(3, { parent_id: 1, parent_uuid: uuidOf(1) });
  const { uuids } = await afterFetch({ rows: [parent, other] }, [child]);
  expect(uuids).toEqual([1, 2, 3].map((number) => uuidOf(number)));
});

test('[I1] items created here that never came from the server do not count as missing', async () => {
  const made = localItem(1, { ...before, ...pending, type: 'todo' });
  const sent = localItem(2, { ...before, type: 'todo' });
  const { uuids, absent } = await afterFetch({ rows: [made, sent] });
  expect(uuids).toEqual([uuidOf(1), uuidOf(2)]);
  expect(absent).toEqual([]);
});

test('[I1] a row without a base counts as received if its conflict has the row of the server', async () => {
  const former = { base: todo(1), isLost: false };
  const row = (number: number) =>
    localItem(number, {
      ...since,
      ...pending,
      type: 'todo',
      former: { ...former, base: todo(number) },
    });
  const rows = [row(1), row(2), row(3)];
  const conflicts = [conflict(1, todo(1, { rev: 40 })), conflict(2, null)];
  const { uuids, absent } = await afterFetch({ rows, conflicts });
  expect(uuids).toEqual([1, 2, 3].map((number) => uuidOf(number)));
  expect(absent).toEqual([uuidOf(2), uuidOf(3)]);
});
