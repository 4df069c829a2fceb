import { maxPositions, type Position } from '@foray/contract';
import type { CallContext } from '../store/call.ts';
import { keepPosition } from './positions.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

const task = uuidOf(1);

async function newDevice(): Promise<{ world: TestWorld; one: TestDevice }> {
  const world = new TestWorld();
  await world.server.seed({ uuid: task, type: 'task', title: 'as it was' });
  return { world, one: world.newDevice() };
}

/** The positions that calls carry, by name of the call. */
function watchCalls(one: TestDevice): { call: string; positions: readonly Position[] }[] {
  const seen: { call: string; positions: readonly Position[] }[] = [];
  const { transport } = one;
  for (const call of ['fetchItems', 'fetchChanges', 'sendBatch', 'selfCheck'] as const) {
    const send = transport[call].bind(transport) as (...args: unknown[]) => unknown;
    Object.assign(transport, {
      [call]: (...args: unknown[]) => {
        seen.push({ call, positions: (args.at(-1) as CallContext).positions });
        return send(...args);
      },
    });
  }
  return seen;
}

async function held(one: TestDevice): Promise<Position[]> {
  const rows = await one.read((tx) => tx.metaOf('position'));
  return rows.map(({ id, value }) => ({ run: id, head: value.head }));
}

test('every call carries the greatest position that the device has stored, and so does every resend', async () => {
  const { world, one } = await newDevice();
  await one.engine.run('start');
  const first = world.server.position();
  expect(await held(one)).toEqual([first]);
  await one.edit(task, { title: 'mine' });
  await one.runsWith((call) => (call === 'batch' ? 'answer_lost' : 'none'), 'timer');
  const calls = watchCalls(one);
  await one.engine.run('sync_now');
  // The response to the resend is the first that contains the edit.
  expect(calls[0]).toEqual({ call: 'sendBatch', positions: [first] });
  for (const { positions } of calls.slice(1)) {
    expect(positions).toEqual([world.server.position()]);
  }
  expect(new Set(calls.map(({ call }) => call))).toEqual(
    new Set(['sendBatch', 'fetchItems', 'fetchChanges', 'selfCheck']),
  );
});

test('a position is replaced by a response to a call that carried it, and by no other', async () => {
  const { world, one } = await newDevice();
  await one.engine.run('start');
  // Another tab received a later run while this tab's call was in transit.
  one.transport.once('beforeAnswer', 'items', () =>
    one.store.write((tx) => tx.putMeta('position', 'r7', { head: 3 })),
  );
  await world.server.seed({ uuid: uuidOf(2), type: 'campaign', title: 'news' });
  await one.engine.run('timer');
  expect(await held(one)).toEqual([{ run: 'r7', head: 3 }, world.server.position()]);
});

test('the latest positions are sent if there are more than fit in a call', async () => {
  const { world, one } = await newDevice();
  await one.engine.run('start');
  // Calls of many tabs were answered in many runs; the first by name was received last.
  const runs = ['r9', 'r8', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r0'];
  for (const run of runs) {
    const known = { body: null, position: { run, head: 3 }, carried: [] };
    await one.device.store.write(async (tx) => {
      await keepPosition(await UnitOfWork.open(tx, one.device), known);
    });
  }
  const calls = watchCalls(one);
  await one.runsAfter(world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'news' }), 'timer');
  const latest = runs.slice(-maxPositions).map((run) => ({ run, head: 3 }));
  expect(calls[0]?.positions).toEqual(latest);
});

test('a late response removes no later position', async () => {
  const { world, one } = await newDevice();
  await one.engine.run('start');
  const changes = one.transport.fetchChanges.bind(one.transport);
  one.transport.fetchChanges = async (...args) => {
    const reply = await changes(...args);
    // Read before the message, received after it.
    await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'news' });
    const { run, head } = world.server.position();
    await one.transport.fetchItems('task', 0, 500, args[2]);
    await one.store.write((tx) => tx.putMeta('position', run, { head }));
    one.transport.fetchChanges = changes;
    return reply;
  };
  await one.engine.run('timer');
  expect(await held(one)).toEqual([world.server.position()]);
});

test('[I1] a batch that reaches a restored server changes nothing before the device has noticed the restore', async () => {
  const { world, one } = await newDevice();
  await one.engine.run('start');
  const restore = world.server.backup();
  await one.runsAfter(world.server.change(task, { description: 'told' }), 'timer');
  const known = world.server.position();
  await one.edit(task, { title: 'mine' });
  one.transport.once('beforeServer', 'batch', async () => {
    restore();
  });
  const calls = watchCalls(one);
  await one.engine.run('sync_now');
  const sent = calls.filter(({ call }) => call === 'sendBatch').map(({ positions }) => positions);
  expect(sent[0]).toEqual([known]);
  expect(world.server.living()).toMatchObject([{ title: 'mine', description: 'told' }]);
  expect(await held(one)).toEqual([world.server.position()]);
});

/** An answer to a call that carried some positions is applied; returns what the next call carries. */
async function receive(
  one: TestDevice,
  position: Position | null,
  carried: readonly Position[] = [],
) {
  const kept = await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    return keepPosition(unit, { body: null, position, carried });
  });
  return kept.ok ? kept.value : [];
}

test('[I1] a position that has increased since a call was made is kept after its response', async () => {
  const { one } = await newDevice();
  const before = { run: 'r1', head: 5 };
  await receive(one, before);
  const grown = { run: 'r1', head: 7 };
  await receive(one, grown);
  const next = { run: 'r2', head: 1 };
  expect(await receive(one, next, [before])).toEqual([grown, next]);
  expect(await receive(one, { run: 'r2', head: 2 }, [grown])).toEqual([{ run: 'r2', head: 2 }]);
});

test('[I1] a position that increases counts as received last', async () => {
  const { one } = await newDevice();
  await receive(one, { run: 'r1', head: 5 });
  await receive(one, { run: 'r2', head: 1 });
  await receive(one, { run: 'r1', head: 6 });
  expect(await receive(one, null)).toEqual([
    { run: 'r2', head: 1 },
    { run: 'r1', head: 6 },
  ]);
});

test('[I1] a response replaces the positions that its call carried, each in its own run', async () => {
  const { one } = await newDevice();
  await receive(one, { run: 'r1', head: 7 });
  await receive(one, { run: 'r2', head: 5 });
  // The first run's head has increased since the call, to a head that the second has not reached.
  const carried = [{ run: 'r1', head: 5 }];
  const next = { run: 'r3', head: 1 };
  expect(await receive(one, next, carried)).toEqual([
    { run: 'r1', head: 7 },
    { run: 'r2', head: 5 },
    next,
  ]);
  const last = { run: 'r0', head: 1 };
  expect(await receive(one, last, [{ run: 'r2', head: 5 }])).toEqual([
    { run: 'r1', head: 7 },
    next,
    last,
  ]);
  expect(await receive(one, null)).toEqual([{ run: 'r1', head: 7 }, next, last]);
});

test('a position that is received again without an increase keeps its place', async () => {
  const { one } = await newDevice();
  const [first, second, third] = [
    { run: 'r1', head: 5 },
    { run: 'r2', head: 1 },
    { run: 'r3', head: 1 },
  ] as const;
  for (const position of [first, second, third, first]) await receive(one, position);
  expect(await receive(one, null)).toEqual([first, second, third]);
  const grown = { ...first, head: 6 };
  await receive(one, grown);
  expect(await receive(one, null)).toEqual([second, third, grown]);
});
