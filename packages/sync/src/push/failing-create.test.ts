import { storedName } from '../store/stored-names.ts';
import { wireError, type BatchEntry } from '@foray/contract';
import { expect, test } from 'vitest';
import { retryRequest } from '../actions/attention.ts';
import { fails } from '../testing/server-fails.ts';
import { inStep } from '../testing/in-step.ts';
import { losesAnswer } from '../testing/loses-answer.ts';
import { markSent } from '../testing/mark-sent.ts';

const isCreate = ({ method, url }: BatchEntry): boolean =>
  method === 'POST' && url === '/api/items';

test('[I1] [I8] a delete is not lost when the server fails at the create before it', async () => {
  const { world, one } = await inStep();
  const task = await one.create({ type: 'task', title: 'task' });
  const { uuid } = task.item;
  const todo = await one.create({ type: 'todo', title: 'todo', parent_uuid: uuid });
  await one.delete(uuid, [todo.item.uuid]);
  const isMeant = ({ data }: BatchEntry): boolean =>
    (data as { uuid?: string } | undefined)?.uuid === uuid;
  fails(world, 'internal', isMeant, 1);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toEqual([]);
  expect(world.server.items.get(uuid)?.deleted).toBe(true);
  expect(await one.shown()).toEqual([]);
});

test('[I1] a delete waits for its create after any answer', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'todo' });
  await markSent(one);
  await one.delete(item.uuid);
  await markSent(one);
  fails(world, 'internal', isCreate, 1);
  const run = world.server.run.bind(world.server);
  world.server.run = async (entry, caller) => {
    if (isCreate(entry)) return run(entry, caller);
    world.server.run = run;
    return { id: entry.id, status: 404, body: { error: wireError('not_found') } };
  };
  for (let round = 0; round < 3; round += 1) await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(item.uuid)?.deleted).toBe(true);
});

test('[I1] an edit stays queued with its create after a server error', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'todo' });
  fails(world, 'internal', isCreate, 1);
  await markSent(one);
  await one.edit(item.uuid, { title: 'better' });
  await markSent(one);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ title: 'better' }]);
});

test('[I1] an edit is sent with its create when that is retried after a refusal', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'todo' });
  await markSent(one);
  await one.edit(item.uuid, { title: 'better' });
  await markSent(one);
  world.server.refuses = isCreate;
  await one.engine.run('sync_now');
  expect((await one.queue()).map(({ state }) => state.kind)).toEqual([
    storedName.blocked,
    storedName.blocked,
  ]);
  world.server.refuses = () => false;
  const [head] = await one.queue();
  expect(await retryRequest(one.device, head?.id ?? '')).toMatchObject({ ok: true });
  await one.engine.run('timer');
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ title: 'better' }]);
});

test('[I7] buffered changes of an item with an in-flight create are dropped with the item', async () => {
  const { world, one } = await inStep();
  const { item } = await one.create({ type: 'todo', title: 'todo' });
  await losesAnswer(one);
  // It took effect, so its row is fetched while nobody knows that.
  fails(world, 'internal', isCreate, 1);
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.meta(storedName.buffered, item.uuid))).toBeDefined();
  await world.server.remove(item.uuid);
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(await one.shown()).toEqual([]);
});
