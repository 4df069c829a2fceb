import { type BatchEntry, type BatchRequest, errorStatus, wireError } from '@foray/contract';
import { maxBatchRequests } from '@foray/domain';
import { storedName } from '../store/stored-names.ts';
import { retryRequest } from '../actions/attention.ts';
import { fails } from '../testing/server-fails.ts';
import { inStep } from '../testing/in-step.ts';
import { losesAnswer } from '../testing/loses-answer.ts';
import { markSent } from '../testing/mark-sent.ts';
import { poison, refusal, unavailable, without } from '../testing/poison.ts';
import { edited, only, seeded } from '../testing/queued-edits.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

const isCreate = ({ method, url }: BatchEntry): boolean =>
  method === 'POST' && url === '/api/items';

test('[I1] [I8] a delete is not lost if the server fails at the create before it', async () => {
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

test('[I1] a delete waits for its create whatever the response is', async () => {
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

test('[I1] an edit is sent with its create when the create is retried after a refusal', async () => {
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
  // The create took effect, so its row is fetched while the device does not know that.
  fails(world, 'internal', isCreate, 1);
  await one.engine.run('sync_now');
  expect(await one.read((tx) => tx.meta(storedName.buffered, item.uuid))).toBeDefined();
  await one.runsAfter(world.server.remove(item.uuid), 'sync_now');
  expect(await one.queue()).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

/** Notifications are read on the device. */
async function reads(one: TestDevice): Promise<void> {
  const about = { itemUuid: null, touches: [], id: one.device.ids.uuid(), data: { up_to: 3 } };
  const request = { ...about, method: 'POST', url: '/api/notifications/read' } as const;
  await one.store.write((tx) => tx.putRequest(queuedRequest(900, 1, request)));
}

test('[SYNC-07] a 500 for marking notifications as read ends no cycle, and blocks the request at the third time', async () => {
  const { world, one } = await seeded(1);
  await reads(one);
  let tries = 0;
  one.transport.sendOne = async () => {
    tries += 1;
    return refusal(500);
  };
  for (let n = 1; n <= 3; n += 1) {
    await one.edit(uuidOf(1), { title: `edited ${n}` });
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(one.engine.state()).toMatchObject({ lastError: null });
    expect(tries).toBe(n);
  }
  expect(world.server.items.get(uuidOf(1))?.title).toBe('edited 3');
  const why = { kind: 'server_errors', status: 500 };
  expect(await only(one)).toMatchObject({ state: { kind: storedName.blocked, why } });
});

test('[SYNC-08] an unavailable request does not prevent notifications from being marked as read', async () => {
  const { one } = await edited(1, 0);
  poison(one, [uuidOf(1)], unavailable());
  await reads(one);
  for (let run = 0; run < 4; run += 1) await one.engine.run('sync_now');
  expect((await one.queue()).map(({ itemUuid }) => itemUuid)).toEqual([uuidOf(1)]);
});

test.each(['internal', 'unavailable', 'rate_limited'] as const)(
  '[SYNC-08] a batch in which every entry is answered %s does not hold up requests behind it',
  async (code) => {
    const { world, one } = await inStep();
    const uuids = Array.from({ length: maxBatchRequests + 1 }, (_, at) => uuidOf(at + 1));
    for (const uuid of uuids) await world.server.seed({ uuid, type: 'task', title: 'before' });
    await one.engine.run('timer');
    for (const uuid of uuids) await one.edit(uuid, { title: 'edited' });
    const bad = uuids.slice(0, maxBatchRequests);
    const send = one.transport.sendBatch.bind(one.transport);
    let batches = 0;
    one.transport.sendBatch = async (batch, context) => {
      batches += 1;
      const rest = without(batch, bad);
      const reply = await send(rest, context);
      if (reply.kind !== 'answer') return reply;
      const failed = batch.requests.filter((entry) => !rest.requests.includes(entry));
      const results = [...reply.body.results, ...failed.map(answered)];
      return { ...reply, body: { ...reply.body, results } };
    };
    const answered = ({ id }: BatchRequest['requests'][number]) =>
      ({ id, status: errorStatus[code], body: { error: wireError(code) } }) as const;
    await one.engine.run('action');
    expect(world.server.items.get(uuids.at(-1) ?? '')?.title).toBe('edited');
    expect((await one.queue()).length).toBe(maxBatchRequests);
    expect(batches).toBe(2);
  },
);
