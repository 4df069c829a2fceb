import { expect, test } from 'vitest';
import { listDeleted } from './trash.ts';
import { deviceWith } from '../testing/device-with.ts';
import { listed } from '../testing/deleted.ts';
import { inStep } from '../testing/in-step.ts';
import { localItem, uuidOf } from '../testing/rows.ts';
import { heldRow, serverRow } from '../testing/server-row.ts';
import { TestWorld } from '../testing/test-world.ts';

const dayMs = 86_400_000;

/** So many days before the tests' now, and a millisecond less or more. */
function daysAgo(days: number, ms = 0): string {
  return new Date(Date.UTC(2026, 0, 5, 8) - days * dayMs - ms).toISOString();
}

test('[TRASH-01] the trash is listed and kept for 30 days, and then forgotten', async () => {
  const { one } = await inStep();
  await one.store.write(async (tx) => {
    const trash = [
      [1, daysAgo(30)],
      [2, daysAgo(30, 1)],
    ] as const;
    for (const [number, deletedAt] of trash) {
      const item = serverRow(number, { title: `deleted ${number}` });
      await tx.putMeta('trash', item.uuid, { item, requestId: `request-${number}`, deletedAt });
    }
  });
  expect(await listed(one)).toEqual([['deleted 1', 0]]);
  await one.engine.run('timer');
  const kept = await one.read((tx) => tx.metaOf('trash'));
  expect(kept.map(({ id }) => id)).toEqual([uuidOf(1)]);
});

test('what no server has leaves the device when it was deleted more than 30 days ago', async () => {
  const { one } = await inStep();
  const deleted = { _deleted: true } as const;
  await one.store.write((tx) =>
    tx.putItems([
      localItem(1, { updated_at: daysAgo(30), ...deleted }),
      localItem(2, { updated_at: daysAgo(30, 1), ...deleted }),
    ]),
  );
  await one.engine.run('sync_now');
  expect((await one.read((tx) => tx.allItems())).map(({ uuid }) => uuid)).toEqual([uuidOf(1)]);
});

test('only what the person may restore is listed, with the time that the server confirmed', async () => {
  const deleted = { _deleted: true, deletedBy: 'request-1' } as const;
  const theirs = { ...deleted, deletedBy: 'request-2', permission: 'contribute' } as const;
  const one = await deviceWith([heldRow(serverRow(1), deleted), heldRow(serverRow(2), theirs)]);
  const mark = { requestId: 'request-1', deletedAt: daysAgo(3) };
  await one.store.write((tx) => tx.putMeta('deleting', uuidOf(1), mark));
  const list = await listDeleted(one.device);
  expect(list).toMatchObject({ ok: true, value: [{ uuid: uuidOf(1), deletedAt: daysAgo(3) }] });
  expect(list.ok && list.value).toHaveLength(1);
});

test('[I16] a clock that is wrong by years hides nothing of the trash', async () => {
  const { world, one } = await inStep();
  world.time.skewMs = 4000 * dayMs;
  await one.store.write(async (tx) => {
    await tx.putMeta('clock', 'server', { offsetMs: -4000 * dayMs });
    await tx.putItems([localItem(1, { title: 'Map', updated_at: daysAgo(1), _deleted: true })]);
  });
  expect(await listed(one)).toEqual([['Map', 0]]);
});

test('[I16] a clock that is wrong by years lets nothing leave the trash early', async () => {
  const world = new TestWorld();
  world.time.skewMs = 4000 * dayMs;
  const one = world.newDevice();
  await one.engine.run('start');
  const item = serverRow(1);
  await one.store.write(async (tx) => {
    await tx.putMeta('trash', item.uuid, { item, requestId: 'request-1', deletedAt: daysAgo(1) });
    await tx.putItems([localItem(2, { updated_at: daysAgo(1), _deleted: true })]);
  });
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.metaOf('trash'))).toMatchObject([{ id: item.uuid }]);
  expect((await one.read((tx) => tx.allItems())).map(({ uuid }) => uuid)).toEqual([uuidOf(2)]);
});
