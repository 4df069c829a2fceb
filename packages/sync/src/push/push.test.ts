import { wireError } from '@foray/contract';
import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { poison, refusal } from '../testing/poison.ts';
import { uuidOf } from '../testing/rows.ts';

test('[OFF-02] [SYNC-06] [I2] [I4] offline changes reach the server once, parents first', async () => {
  const { world, one } = await inStep();
  one.connectivity.set(false);
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.edit(todo.uuid, { title: 'todo 2' });
  const gone = await make(one, 'gone');
  await one.delete(gone.uuid);
  expect(await one.engine.run('action')).toEqual({ kind: 'skipped', why: 'offline' });
  expect(one.engine.state().phase).toBe('offline');
  one.connectivity.set(true);
  await endsInStep(world, one, 'online');
  expect(world.server.living().map(({ title }) => title)).toEqual(['task', 'todo 2']);
  const sent = one.transport.batches.flatMap(({ requests }) => requests);
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['POST', '/api/items'],
    ['POST', '/api/items'],
  ]);
});

test('[OFF-02] create, change and delete apply at once as pending, offline and without a response', async () => {
  const { one } = await inStep();
  const [edited, gone] = [await make(one, 'edited'), await make(one, 'gone')];
  await one.engine.run('action');
  for (const isLost of [false, true]) {
    one.connectivity.set(isLost);
    one.transport.fault = () => (isLost ? 'request_lost' : 'none');
    const made = await make(one, 'made');
    await one.edit(edited.uuid, { title: `lost ${isLost}` });
    if (!isLost) await one.delete(gone.uuid);
    await one.engine.run('online');
    one.connectivity.set(true);
    const pending = { _syncStatus: 'pending' };
    expect(await one.row(made.uuid)).toMatchObject({ ...pending, title: 'made' });
    expect(await one.row(edited.uuid)).toMatchObject({ ...pending, title: `lost ${isLost}` });
    expect(await one.row(gone.uuid)).toMatchObject({ ...pending, _deleted: true });
  }
});

test('[OFF-03] a create that fails online keeps the pending copy, which the server’s item replaces later', async () => {
  const { world, one } = await inStep();
  const other = await make(one, 'other');
  await one.engine.run('action');
  const task = await make(one, 'task');
  await one.edit(other.uuid, { title: 'other 2' });
  const poisoned = poison(one, [task.uuid], refusal(500));
  await one.engine.run('action');
  expect(await one.row(task.uuid)).toMatchObject({ id: task.id, _syncStatus: 'pending' });
  poisoned.end();
  await one.engine.run('sync_now');
  expect(await one.row(task.uuid)).toMatchObject({
    id: world.server.items.get(task.uuid)?.id,
    _syncStatus: 'synced',
  });
  await expectInStep(world, one);
});

test('[SYNC-06] a change and a delete are sent with the URL and the data as stored', async () => {
  const { world, one } = await inStep();
  const edited = await make(one, 'edited');
  const gone = await make(one, 'gone');
  const below = await make(one, 'below', gone.uuid);
  await one.engine.run('action');
  one.transport.batches.length = 0;
  await one.edit(edited.uuid, { title: 'edited 2', description: 'about' });
  await one.delete(gone.uuid, [below.uuid]);
  const stored = (await one.queue()).map(({ method, url, data }) => ({ method, url, data }));
  await one.engine.run('action');
  const sent = one.transport.batches.flatMap(({ requests }) => requests);
  expect(sent.map(({ method, url, data }) => ({ method, url, data }))).toEqual(stored);
  expect(stored).toEqual([
    {
      method: 'PATCH',
      url: `/api/items/${edited.uuid}`,
      data: { title: 'edited 2', description: 'about' },
    },
    { method: 'DELETE', url: `/api/items/${gone.uuid}`, data: { children: [below.uuid] } },
  ]);
  expect(world.server.living()).toMatchObject([{ title: 'edited 2', description: 'about' }]);
});

test("[OFF-03] [DATA-03] a local id is replaced by the server's, also in the children", async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  expect(task.id).toBeGreaterThan(1e12);
  expect(todo.id).toBeGreaterThan(task.id);
  await one.engine.run('action');
  const row = await one.row(task.uuid);
  expect(row.id).toBe(world.server.items.get(task.uuid)?.id);
  expect((await one.row(todo.uuid)).parent_id).toBe(row.id);
  expect(await one.read((tx) => tx.itemById(task.id))).toBeUndefined();
  const rekeyed = one.published.flatMap((change) => change.rekeyed);
  expect(rekeyed).toContainEqual({ uuid: task.uuid, oldId: task.id, id: row.id });
});

test('[OFF-04] [I11] an item is pending if and only if a request about it is queued', async () => {
  const { one } = await inStep();
  const task = await make(one, 'task');
  expect(task._syncStatus).toBe('pending');
  await one.engine.run('action');
  expect((await one.row(task.uuid))._syncStatus).toBe('synced');
  await one.edit(task.uuid, { title: 'again' });
  expect((await one.row(task.uuid))._syncStatus).toBe('pending');
  expect(one.engine.state()).toMatchObject({ pending: 0 });
  await one.engine.refresh();
  expect(one.engine.state()).toMatchObject({ pending: 1, blocked: 0 });
  await one.engine.run('action');
  expect((await one.row(task.uuid))._syncStatus).toBe('synced');
});

test('[OFF-05] [I8] a delete is local at first, and the item is removed when the server has confirmed', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  await one.engine.run('action');
  await one.delete(task.uuid);
  expect(await one.row(task.uuid)).toMatchObject({ _deleted: true, _syncStatus: 'pending' });
  await one.engine.run('action');
  expect(await one.read((tx) => tx.itemByUuid(task.uuid))).toBeUndefined();
  expect(world.server.living()).toEqual([]);
  await one.restore(task.uuid);
  await endsInStep(world, one, 'action');
  expect(world.server.living().length).toBe(1);
});

test('[I7] items that the server kept of a family deleted here are shown again', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  const todo = await make(one, 'todo', task.uuid);
  await one.engine.run('action');
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = ({ requests }, context) =>
    send({ requests: requests.map(({ data: _, ...entry }) => entry) }, context);
  await one.runsAfter(one.delete(task.uuid, [todo.uuid]), 'action');
  expect((await one.shown()).map(({ title }) => title)).toEqual(['todo']);
  await expectInStep(world, one);
});

test('[I3] a request whose response was lost is resent before anything is pulled', async () => {
  const { world, one } = await inStep();
  const task = await make(one, 'task');
  await one.edit(task.uuid, { title: 'task 2' });
  let isLost = false;
  one.transport.fault = (call) => {
    if (call !== 'batch' || isLost) return 'none';
    isLost = true;
    return 'answer_lost';
  };
  expect(await one.engine.run('action')).toMatchObject({ problem: { code: 'no_answer' } });
  expect(one.engine.state().phase).toBe('idle');
  expect((await one.queue())[0]).toMatchObject({ sent: true });
  await one.edit(task.uuid, { title: 'task 3' });
  expect((await one.queue()).length).toBe(2);
  one.transport.calls.length = 0;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(one.transport.calls[0]).toBe('batch');
  await expectInStep(world, one);
  expect(world.server.items.get(task.uuid)).toMatchObject({ title: 'task 3', version: 2 });
  expect(world.server.applied).toHaveLength(2);
});

test('[I3] a pulled row of an item with an in-flight request waits for the response', async () => {
  const { world, one } = await inStep();
  const two = world.newTab(one);
  one.locks.isOpen = true;
  const uuid = uuidOf(1);
  await one.runsAfter(world.server.seed({ uuid, type: 'todo', title: 'start' }), 'timer');
  await one.edit(uuid, { title: 'mine' });
  // The other tab has sent it, the server has processed it, and the response is still in transit when this
  // tab, which resent before that, reads the item with the change in it.
  const fetchItems = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, ...rest) => {
    if (type === 'todo') {
      one.transport.fetchItems = fetchItems;
      const send = two.transport.sendBatch.bind(two.transport);
      two.transport.sendBatch = async (...batch) => {
        await one.edit(uuid, { title: 'mine too' });
        await world.time.pass(5000);
        return send(...batch);
      };
      two.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
      await two.engine.run('timer');
      expect(world.server.items.get(uuid)?.title).toBe('mine');
    }
    return fetchItems(type, ...rest);
  };
  await one.runs('timer', 'sync_now');
  await expectInStep(world, one);
  expect(world.server.items.get(uuid)).toMatchObject({ title: 'mine too', version: 3 });
});

test('[SYNC-08] if resending gets no response nothing else is sent, but changes are fetched', async () => {
  const { one } = await inStep();
  await make(one, 'task');
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('action');
  one.transport.calls.length = 0;
  await one.engine.run('sync_now');
  expect(one.transport.calls).toEqual(['batch', 'items', 'items', 'items', 'changes']);
});

test('[I3] two tabs that sync at once apply everything once', async () => {
  const { world, one } = await inStep();
  const two = world.newTab(one);
  one.locks.isOpen = true;
  const tasks = [];
  for (let n = 0; n < 5; n += 1) tasks.push(await make(one, `task ${n}`));
  for (const task of tasks) await make(two, 'below', task.uuid);
  await Promise.all([one.engine.run('action'), two.engine.run('action')]);
  await one.engine.run('timer');
  await expectInStep(world, one, two);
  expect(world.server.applied).toHaveLength(10);
});

test('a cycle without changes costs one round trip per stream and under 1 KB of bodies', async () => {
  const { one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'known' });
  one.transport.calls.length = 0;
  one.transport.answerBytes = 0;
  await one.engine.run('timer');
  expect(one.transport.calls.toSorted()).toEqual(['changes', 'items', 'items', 'items']);
  expect(one.transport.answerBytes).toBeLessThan(1024);
});

test('a batch that is too large is halved, and a single request that is too large is blocked', async () => {
  const { world, one } = await inStep();
  const big = await make(one, 'big');
  await make(one, 'small');
  await make(one, 'small too');
  const send = one.transport.sendBatch.bind(one.transport);
  one.transport.sendBatch = async (batch, context) => {
    const isBig = batch.requests.some(({ data }) => JSON.stringify(data).includes('"big"'));
    if (isBig) {
      const unsent = { serverNow: null, position: null, knownHead: null, retryAfterMs: null };
      return { kind: 'refusal', status: 413, error: wireError('too_large'), ...unsent };
    }
    return send(batch, context);
  };
  await one.engine.run('action');
  expect(world.server.living().map(({ title }) => title)).toEqual(['small', 'small too']);
  expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 1 });
  expect((await one.row(big.uuid))._syncStatus).toBe('pending');
});
