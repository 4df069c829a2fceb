import { expect, test } from 'vitest';
import { createItem, editItem } from './actions.ts';
import type { Stream } from './meta.ts';
import { done } from './testing/done.ts';
import { expectInStep, inStep, make } from './testing/in-step.ts';
import { refusal } from './testing/poison.ts';
import type { Failure } from './testing/poison.ts';
import { uuidOf } from './testing/rows.ts';
import type { TestDevice } from './testing/test-device.ts';

const failures: readonly (readonly [string, Failure])[] = [
  ['500', refusal(500)],
  ['502', refusal(502)],
  ["a proxy's 404", refusal(404)],
  ['a page in place of its answer', { kind: 'garbled', status: 200 }],
];
const streams = ['task', 'changes'] as const;
const matrix = streams.flatMap((stream) =>
  failures.map(([what, failure]) => ({ stream, what, failure })),
);

test.each(matrix)(
  '[SYNC-03] [I23] while only $stream gets $what, the other types arrive and everything is sent',
  async ({ stream, failure }) => {
    const { world, one } = await inStep();
    const mine = await make(one, 'mine');
    await one.engine.run('action');
    const mended = missing(one, stream, failure);
    await done(editItem(one.device, mine.uuid, { title: 'edited' }));
    await done(createItem(one.device, { type: 'campaign', title: 'made' }));
    world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'campaign of others' });
    world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'task of others' });
    expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
    expect(one.engine.state()).toMatchObject({ pending: 0, parked: 0 });
    expect(one.engine.state().lastError).not.toBeNull();
    expect(world.server.living().map(({ title }) => title)).toContain('edited');
    expect(world.server.living().map(({ title }) => title)).toContain('made');
    const titles = (await one.shown()).map(({ title }) => title);
    expect(titles).toContain('campaign of others');
    expect(titles.includes('task of others')).toBe(stream !== 'task');
    mended();
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    await expectInStep(world, one);
  },
);

test('[SYNC-03] a failure that no call of the run contradicts ends it', async () => {
  const { one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = (call) => (call === 'batch' ? 'none' : { status: 500 });
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(one.transport.calls).not.toContain('batch');
});

test('[SYNC-03] nothing is sent after an answer that ends the run, whatever else is answered', async () => {
  const { one } = await inStep();
  await make(one, 'mine');
  one.transport.fault = (call) =>
    call === 'changes' ? { status: 429, code: 'rate_limited' } : 'none';
  one.transport.calls.length = 0;
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(one.transport.calls).not.toContain('batch');
});

test('[SYNC-03] [I7] another history is heard of although the other streams fail', async () => {
  const { world, one } = await inStep();
  await make(one, 'mine');
  await one.engine.run('action');
  world.server.epoch = 'another';
  const mended = ['campaign', 'task', 'todo'].map((type) =>
    missing(one, type as Stream, refusal(500)),
  );
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed' });
  expect(await one.read((tx) => tx.meta('epoch', 'server'))).toMatchObject({ epoch: 'another' });
  for (const mend of mended.toReversed()) mend();
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
});

/** Makes each fetch of a stream fail; the returned function mends it. */
function missing({ transport }: TestDevice, stream: Stream, failure: Failure): () => void {
  const fetchItems = transport.fetchItems.bind(transport);
  const fetchChanges = transport.fetchChanges.bind(transport);
  transport.fetchItems = async (type, ...rest) =>
    type === stream ? failure : fetchItems(type, ...rest);
  transport.fetchChanges = async (...call) =>
    stream === 'changes' ? failure : fetchChanges(...call);
  return () => Object.assign(transport, { fetchItems, fetchChanges });
}
