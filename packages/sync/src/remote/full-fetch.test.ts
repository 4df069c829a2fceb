import { storedName } from '../store/stored-names.ts';
import { inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import { writeOn } from '../testing/write-on.ts';
import { beginFullFetch, endPartial, maySend } from './full-fetch.ts';

test('[I7] a buffered change is dropped when everything is fetched again', async () => {
  const uuid = uuidOf(1);
  const { world, one } = await inStep({ uuid, type: 'todo', title: 'x' });
  await one.edit(uuid, { title: 'mine' });
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  // The change waits, since the request in flight may have come before it.
  await one.runsAfter(world.server.change(uuid, { title: 'theirs' }), 'sync_now');
  expect(await one.read((tx) => tx.meta(storedName.buffered, uuid))).toMatchObject({ kind: 'row' });
  // The removal was deleted too, so that the server refuses the cursor and never mentions the item.
  await one.runsAfter(world.server.forget(uuid), 'sync_now');
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid, kind: 'removed', removal: 'deleted', base: { title: 'x' } },
  ]);
});

test('everything is fetched from the start, and streams that were complete still count as complete', async () => {
  const one = new TestWorld().newDevice();
  const whole = { cursor: 7, fullSince: null, isComplete: true };
  await one.store.write((tx) => tx.putMeta('cursor', 'task', whole));
  await writeOn(one, (unit) => beginFullFetch(unit, 'self_check'));
  const cursors = await one.read((tx) => tx.metaOf('cursor'));
  expect(new Map(cursors.map(({ id, value }) => [id, value]))).toEqual(
    new Map([
      ['campaign', { cursor: 0, fullSince: 0, isComplete: false }],
      ['task', { cursor: 0, fullSince: 0, isComplete: true }],
      ['todo', { cursor: 0, fullSince: 0, isComplete: false }],
      ['changes', { cursor: 0, fullSince: 0, isComplete: false }],
    ]),
  );
});

test('nothing is sent in a new history before each type is fetched, including one whose cursor cannot be read', async () => {
  const one = new TestWorld().newDevice();
  const partial = { epoch: 'e1', knownHead: 0, isPartial: true } as const;
  const whole = { cursor: 7, fullSince: null, isComplete: true };
  await one.store.write(async (tx) => {
    await tx.putMeta('epoch', 'server', partial);
    for (const type of ['campaign', 'task']) await tx.putMeta('cursor', type, whole);
  });
  const endAndRead = async () => {
    await writeOn(one, endPartial);
    return one.read((tx) => tx.meta('epoch', 'server'));
  };
  expect(maySend(await endAndRead())).toBe(false);
  await one.store.write((tx) => tx.putMeta('cursor', 'todo', { ...whole, fullSince: 0 }));
  expect(maySend(await endAndRead())).toBe(false);
  await one.store.write((tx) => tx.putMeta('cursor', 'todo', whole));
  const epoch = await endAndRead();
  expect(maySend(epoch)).toBe(true);
  expect(epoch).toEqual({ epoch: 'e1', knownHead: 0 });
});

test('the end of a full fetch names no history before a response has done so', async () => {
  const one = new TestWorld().newDevice();
  await writeOn(one, endPartial);
  expect(await one.read((tx) => tx.metaOf('epoch'))).toEqual([]);
});
