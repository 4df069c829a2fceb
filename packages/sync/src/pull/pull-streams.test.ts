import { endsInStep, expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import { settleMicrotasks } from '../testing/virtual-time.ts';

test('[SYNC-03] [SYNC-04] fetches campaigns, tasks and todos and adds missing ones', async () => {
  const { world, one } = await inStep();
  const { uuid } = await world.server.seed({ uuid: uuidOf(1), type: 'campaign', title: 'C' });
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'T', parent_uuid: uuid });
  await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'D' });
  const kept = await make(one, 'mine');
  one.transport.calls.length = 0;
  await one.engine.run('timer');
  expect(one.transport.calls.filter((call) => call === 'items').length).toBeGreaterThanOrEqual(3);
  await expectInStep(world, one);
  expect((await one.row(kept.uuid)).title).toBe('mine');
});

test('[SYNC-03] all types are requested before any has answered', async () => {
  const { one } = await inStep();
  one.transport.calls.length = 0;
  let askedFirst: readonly string[] = [];
  one.transport.beforeServer = async () => {
    one.transport.beforeServer = () => undefined;
    await settleMicrotasks();
    askedFirst = [...one.transport.calls];
  };
  await one.engine.run('timer');
  expect(askedFirst.toSorted()).toEqual(['changes', 'items', 'items', 'items']);
});

test('a child that arrives before its parent is top-level only until then', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(4), type: 'campaign', title: 'C' });
  await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'D', parent_uuid: uuidOf(4) });
  one.transport.fault = () => 'none';
  await one.engine.run('timer');
  expect((await one.row(uuidOf(3))).top).toBe(0);
  await one.runsAfter(world.server.remove(uuidOf(4)), 'timer');
  expect((await one.row(uuidOf(3))).top).toBe(1);
});

test('[I10] pages over 200 rows store the cursor with their rows through any interruption', async () => {
  const world = new TestWorld();
  for (let n = 0; n < 450; n += 1)
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `${n}` });
  const one = world.newDevice();
  let writes = 0;
  one.store.faults.beforeCommit = () => {
    writes += 1;
    return writes === 8 ? { code: 'broken', detail: 'on purpose' } : null;
  };
  const first = await one.engine.run('start');
  expect(first).toMatchObject({ kind: 'failed', problem: { code: 'store' } });
  const held = await one.shown();
  const cursor = await one.read((tx) => tx.meta('cursor', 'todo'));
  const behind = held.filter((row) => (row.base?.rev ?? 0) <= (cursor?.cursor ?? 0));
  expect(behind.length).toBe(Math.min(450, cursor?.cursor ?? 0));
  await endsInStep(world, one, 'sync_now');
});

test.each([200, 201, 450])(
  '[I1] [I7] a full fetch of %i rows keeps every row with its queued requests',
  async (count) => {
    const { world, one } = await inStep();
    for (let n = 0; n < count; n += 1) {
      await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `${n}` });
    }
    await one.engine.run('start');
    await one.edit(uuidOf(0), { title: 'mine' });
    let isRefused = false;
    one.transport.fault = (call) => {
      if (call !== 'items' || isRefused) return 'none';
      isRefused = true;
      return { status: 409, code: 'epoch_changed' };
    };
    await one.engine.run('start');
    expect(one.engine.state().conflicts).toBe(0);
    expect((await one.row(uuidOf(0))).title).toBe('mine');
    await expectInStep(world, one);
  },
);

test('[I17] [I10] two tabs that read the same feed at once show every row once and in order', async () => {
  const { world, one } = await inStep();
  const two = world.newTab(one);
  one.locks.isOpen = true;
  const uuid = uuidOf(1);
  await world.server.seed({ uuid, type: 'todo', title: 'first' });
  const fetchItems = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, ...rest) => {
    const page = await fetchItems(type, ...rest);
    if (type !== 'todo') return page;
    one.transport.fetchItems = fetchItems;
    // Meanwhile the other tab reads on, past a removal that this tab's page does not contain.
    await two.runsAfter(world.server.remove(uuid), 'timer');
    expect(await two.shown()).toEqual([]);
    return page;
  };
  const shown: string[] = [];
  one.device.changes.publish = ({ rows }) => shown.push(...rows.map(({ title }) => title));
  await one.engine.run('timer');
  expect(shown).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

test('items that others deleted or hid are removed from the device', async () => {
  const { world, one } = await inStep(
    { uuid: uuidOf(5), type: 'todo', title: 'x' },
    { uuid: uuidOf(6), type: 'todo', title: 'y' },
  );
  await world.server.remove(uuidOf(5));
  await one.runsAfter(world.server.hide(uuidOf(6)), 'timer');
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
});
