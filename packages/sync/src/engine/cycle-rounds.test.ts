import { expect, test } from 'vitest';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { poison, refusal } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';
import type { CallName } from '../testing/test-transport.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';

/** A device that holds so many tasks as the server has them, and has made no calls yet. */
async function holding(tasks: number): Promise<{ world: TestWorld; one: TestDevice }> {
  const { world, one } = await inStep();
  for (let n = 1; n <= tasks; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'task', title: `task ${n}` });
  }
  await one.engine.run('timer');
  one.transport.calls.length = 0;
  return { world, one };
}

const countOf = ({ transport }: TestDevice, name: CallName): number =>
  transport.calls.filter((call) => call === name).length;

/** Does something once, when the first batch has been taken and its answer is on the way. */
function duringBatch({ transport }: TestDevice, work: () => Promise<unknown>): void {
  transport.beforeAnswer = async (call) => {
    if (call !== 'batch') return;
    transport.beforeAnswer = () => undefined;
    await work();
  };
}

test('a cycle has four rounds at most, and leaves the rest to the next one', async () => {
  const { world, one } = await holding(8);
  const { transport } = one;
  const fetchItems = transport.fetchItems.bind(transport);
  let deleted = 0;
  // A delete is to be fetched again once it is confirmed, and each time the person deletes another item.
  transport.fetchItems = async (type, ...rest) => {
    if (type === 'task' && deleted < 8) await one.delete(uuidOf((deleted += 1)));
    return fetchItems(type, ...rest);
  };
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(countOf(one, 'batch')).toBe(4);
  expect(deleted).toBe(4);
  transport.fetchItems = fetchItems;
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(world.server.living()).toHaveLength(4);
  await expectInStep(world, one);
});

test('[SYNC-07] a request that fails alone counts once in a cycle, whatever the number of its rounds', async () => {
  const { one } = await holding(2);
  await one.edit(uuidOf(1), { title: 'bad' });
  await one.delete(uuidOf(2));
  poison(one, [uuidOf(1)], refusal(500));
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  // The delete was fetched in a second round.
  expect(countOf(one, 'items')).toBe(4);
  expect(await one.queue()).toMatchObject([{ retries: 1, delivery: { alone: 1 } }]);
});

test('a cycle whose sending has failed fetches nothing more', async () => {
  const { one } = await holding(1);
  await one.delete(uuidOf(1));
  duringBatch(one, () => make(one, 'later'));
  let batches = 0;
  one.transport.fault = (call) =>
    call === 'batch' && (batches += 1) > 1 ? 'request_lost' : 'none';
  expect(await one.engine.run('timer')).toMatchObject({ kind: 'failed', hasPulled: true });
  expect(batches).toBe(2);
  expect(countOf(one, 'items')).toBe(3);
});

test('what is shown ahead of the server of an item that is not here makes nothing be fetched again', async () => {
  const { one } = await holding(0);
  await make(one, 'mine');
  const mark = { requestId: 'gone', deletedAt: '2026-01-01T00:00:00.000Z' };
  duringBatch(one, () => one.store.write((tx) => tx.putMeta('deleting', uuidOf(9), mark)));
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(countOf(one, 'items')).toBe(3);
});

test('[CONF-04] a new conflict is set aside although an earlier one stands aside already', async () => {
  const { world, one } = await holding(2);
  for (const uuid of [uuidOf(1), uuidOf(2)]) {
    await one.edit(uuid, { title: 'mine' });
    await world.changes(uuid, { title: 'theirs' });
    await one.engine.run('timer');
  }
  const conflicts = await one.engine.conflicts();
  expect(conflicts.map(({ isAside }) => isAside)).toEqual([true, true]);
});

test('what the last complete cycle put at the top level stays named while a conflict is looked at', async () => {
  const { world, one } = await holding(1);
  const { item: task } = await one.create({ type: 'task', title: 'task' });
  const todo = await make(one, 'todo', task.uuid);
  const [create] = await one.queue();
  await one.store.write((tx) => tx.deleteRequest(create?.id ?? ''));
  await one.engine.run('action');
  expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
  await one.edit(uuidOf(1), { title: 'mine' });
  await world.changes(uuidOf(1), { title: 'theirs' });
  one.isResolving = true;
  expect(await one.engine.run('timer')).toEqual({ kind: 'conflicts', count: 1 });
  expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
});
