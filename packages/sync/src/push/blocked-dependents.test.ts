import { storedName } from '../store/stored-names.ts';
import { notRun } from '@foray/contract';
import { renewKey } from '../queue/block.ts';
import { inStep, make } from '../testing/in-step.ts';
import { blockFirst } from '../testing/block-first.ts';
import { uuidOf } from '../testing/rows.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { refuse } from '../testing/refuse.ts';

test('[I1] [I11] a request that took effect behind a blocked one leaves the queue', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'task' });
  await one.edit(uuidOf(1), { title: 'unlucky' });
  await one.delete(uuidOf(1));
  // The delete does not wait for the edit before it: this server accepts it.
  const relent = refuse(one, ({ method }) => method === 'PATCH', 422);
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = ({ requests }, context) => {
    const free = requests.map(({ after: _, ...entry }) => entry);
    return send({ requests: free }, context);
  };
  await one.engine.run('action');
  relent();
  expect((await one.queue()).map(({ method }) => method)).toEqual(['PATCH']);
  expect(world.server.living()).toEqual([]);
});

test('[I12] dependents of a blocked request are unblocked once it turns out to have taken effect', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'made');
  one.transport.once('beforeAnswer', 'batch', async () => {
    await one.edit(uuid, { title: 'changed' });
    // Another tab has received a third server error meanwhile.
    await blockFirst(one, { kind: 'server_errors', status: 500 });
  });
  await one.engine.run('action');
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ title: 'changed' }]);
});

test('[I12] [I20] dependents of a blocked request are unblocked once a resolved conflict drops it', async () => {
  const { world, one } = await inStep();
  const [parent, child] = [uuidOf(1), uuidOf(2)];
  await world.server.seed({ uuid: parent, type: 'task', title: 'task' });
  const place = { parent_uuid: parent };
  await world.server.seed({ uuid: child, type: 'todo', title: 'todo', ...place });
  await one.engine.run('timer');
  await one.edit(child, { title: 'refused' });
  await one.delete(parent, [child]);
  await blockFirst(one, { kind: 'verdict', code: 'limit', status: 422 });
  expect((await one.queue()).map(({ state }) => state.kind)).toEqual([
    storedName.blocked,
    storedName.blocked,
  ]);
  await one.runsAfter(world.server.change(child, { title: 'theirs' }), 'timer');
  await one.runsAfter(one.engine.resolve(child, 'server'), 'timer');
  expect(await one.queue()).toEqual([]);
  expect(world.server.living()).toMatchObject([{ title: 'theirs' }]);
});

test('[I20] dependents of a blocked request wait for it under its new key', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'refused');
  await make(one, 'below', uuid);
  await blockFirst(one, { kind: 'verdict', code: 'limit', status: 422 });
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const [first] = await tx.queue();
    if (first !== undefined) await renewKey(unit, first);
    await unit.finish();
  });
  const [first, below] = await one.queue();
  expect(below?.state).toMatchObject({ why: { kind: 'dependency', on: first?.id } });
});

test('[I20] a request that depended on a blocked one only through a request that took effect is unblocked', async () => {
  const { world, one } = await inStep();
  const [parent, child] = [uuidOf(1), uuidOf(2)];
  await world.server.seed({ uuid: parent, type: 'task', title: 'task' });
  const place = { parent_uuid: parent, assigned_to: 2 };
  await world.server.seed({ uuid: child, type: 'todo', title: 'todo', ...place });
  await one.engine.run('timer');
  await one.edit(child, { title: 'refused' });
  await one.removePerson(parent, 2);
  await one.edit(parent, { title: 'goes on' });
  world.server.refuses = ({ data }) =>
    (data as { title?: string } | undefined)?.title === 'refused';
  const { sendBatch } = one.transport;
  one.transport.sendBatch = async ({ requests }, context) => {
    one.transport.sendBatch = sendBatch;
    // The server has no time for the last one.
    const reply = await one.transport.sendBatch({ requests: requests.slice(0, 2) }, context);
    if (reply.kind !== 'answer') return reply;
    const left = requests.slice(2).map(({ id }) => ({ id, status: 0, code: notRun }) as const);
    return { ...reply, body: { ...reply.body, results: [...reply.body.results, ...left] } };
  };
  await one.engine.run('action');
  expect(await one.queue()).toMatchObject([
    { itemUuid: child, state: { kind: storedName.blocked } },
  ]);
  expect(world.server.items.get(parent)?.title).toBe('goes on');
});
