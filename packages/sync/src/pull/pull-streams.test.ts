import { expect, test } from 'vitest';
import { editItem } from '../actions/actions.ts';
import { beginFullFetch } from '../remote/full-fetch.ts';
import { done } from '../testing/done.ts';
import { expectInStep, inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import { settleMicrotasks } from '../testing/virtual-time.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';

test('[SYNC-03] [SYNC-04] fetches campaigns, tasks and todos and adds what is absent here', async () => {
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

test('[SYNC-03] all types are asked for before any has answered', async () => {
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

test('[SYNC-04] what only this device has stays when everything is fetched again', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'theirs' });
  await one.engine.run('timer');
  const mine = await make(one, 'mine');
  one.transport.fault = (call) => (call === 'batch' ? { status: 500 } : 'none');
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    await beginFullFetch(unit, 'self_check');
    await unit.finish();
  });
  await one.engine.run('sync_now');
  expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['mine', 'theirs']);
  expect(await one.engine.conflicts()).toEqual([]);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  await expectInStep(world, one);
  expect(world.server.items.get(mine.uuid)?.title).toBe('mine');
});

test('a child that arrives before its parent is top-level only until then', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(4), type: 'campaign', title: 'C' });
  await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'D', parent_uuid: uuidOf(4) });
  one.transport.fault = () => 'none';
  await one.engine.run('timer');
  expect((await one.row(uuidOf(3))).top).toBe(0);
  await world.server.remove(uuidOf(4));
  await one.engine.run('timer');
  expect((await one.row(uuidOf(3))).top).toBe(1);
});

test('[I10] pages over 200 rows keep the cursor with their rows through any interruption', async () => {
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
  await one.engine.run('sync_now');
  await expectInStep(world, one);
});

test.each([200, 201, 450])(
  '[I1] [I7] a full fetch of %i rows keeps every row, and what is queued about them',
  async (count) => {
    const { world, one } = await inStep();
    for (let n = 0; n < count; n += 1) {
      await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `${n}` });
    }
    await one.engine.run('start');
    await done(editItem(one.device, uuidOf(0), { title: 'mine' }));
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

test('[I7] a full fetch in several parts removes what none of them mentions', async () => {
  const { world, one } = await inStep();
  for (let n = 0; n <= 300; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `${n}` });
  }
  await one.engine.run('timer');
  await world.server.forget(uuidOf(300));
  // Without a self-check, which would fetch everything once more.
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  await expectInStep(world, one);
});

test('[I7] [I12] a cursor that is lost while a new history is fetched leaves nothing of the former one', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const theirs = { user_id: otherId, assigned_to: userId };
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'lost', ...theirs });
  await one.engine.run('timer');
  restore();
  await world.server.seed({ uuid: uuidOf(2), type: 'campaign', title: 'after' });
  const fetchItems = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, ...rest) =>
    type === 'todo' ? { kind: 'garbled', status: 200 } : fetchItems(type, ...rest);
  await one.engine.run('timer');
  one.transport.fetchItems = fetchItems;
  await one.store.write((tx) => tx.deleteMeta('cursor', 'todo'));
  await done(editItem(one.device, uuidOf(2), { title: 'mine' }));
  await world.time.pass(10_000);
  await one.engine.run('timer');
  await one.engine.run('timer');
  await expectInStep(world, one);
});

test('[I17] a row is never replaced by an older one that arrives late', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(1);
  await world.server.seed({ uuid, type: 'todo', title: 'old' });
  await one.engine.run('timer');
  const two = world.newTab(one);
  one.locks.isOpen = true;
  // The other tab's fetch sees nothing yet, so the cursor stays where this tab's page begins.
  two.transport.fetchItems = async (_type, since) => {
    const { epoch } = world.server;
    const now = world.server.now();
    const body = { data: [], users: [], removed: [], cursor: since, more: false, epoch, now };
    return { kind: 'answer', status: 200, body, serverNow: now, position: null };
  };
  const fetchItems = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, ...rest) => {
    const page = await fetchItems(type, ...rest);
    if (type !== 'todo') return page;
    one.transport.fetchItems = fetchItems;
    await done(editItem(two.device, uuid, { title: 'new' }));
    await two.engine.run('timer');
    expect(await one.row(uuid)).toMatchObject({ title: 'new', _syncStatus: 'synced' });
    return page;
  };
  await world.server.touch(uuid);
  const titles: string[] = [];
  one.device.changes.publish = ({ rows }) => titles.push(...rows.map(({ title }) => title));
  await one.engine.run('timer');
  expect(titles).not.toContain('old');
  expect(await one.row(uuid)).toMatchObject({ title: 'new' });
});

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
    // Meanwhile the other tab reads on, past a removal that this tab's page does not know.
    await world.server.remove(uuid);
    await two.engine.run('timer');
    expect(await two.shown()).toEqual([]);
    return page;
  };
  const shown: string[] = [];
  one.device.changes.publish = ({ rows }) => shown.push(...rows.map(({ title }) => title));
  await one.engine.run('timer');
  expect(shown).toEqual([]);
  expect(await one.shown()).toEqual([]);
});

test('[I17] a removal older than an answer does not remove the item', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(1);
  await world.server.seed({ uuid, type: 'todo', title: 'x' });
  await one.engine.run('timer');
  const old = { id: world.server.items.get(uuid)?.id ?? 0, uuid, reason: 'hidden' as const };
  const fetchItems = one.transport.fetchItems.bind(one.transport);
  one.transport.fetchItems = async (type, since, ...rest) => {
    const page = await fetchItems(type, since, ...rest);
    if (type !== 'todo' || page.kind !== 'answer') return page;
    return { ...page, body: { ...page.body, removed: [{ ...old, rev: 0 }] } };
  };
  await one.engine.run('timer');
  expect((await one.row(uuid)).title).toBe('x');
});

test('what others deleted or hid leaves the device', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(5), type: 'todo', title: 'x' });
  await world.server.seed({ uuid: uuidOf(6), type: 'todo', title: 'y' });
  await one.engine.run('timer');
  await world.server.remove(uuidOf(5));
  await world.server.hide(uuidOf(6));
  await one.engine.run('timer');
  expect(await one.read((tx) => tx.allItems())).toEqual([]);
});

test('[I17] a cursor that is too old causes a full fetch, and no row gets older', async () => {
  const { world, one } = await inStep();
  for (const n of [1, 2]) {
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `todo ${n}` });
  }
  await one.engine.run('timer');
  const before = await one.row(uuidOf(1));
  // Its removal was forgotten meanwhile.
  await world.server.forget(uuidOf(2));
  one.transport.fault = () => {
    one.transport.fault = () => 'none';
    return { status: 409, code: 'epoch_changed' };
  };
  const revs: (number | undefined)[] = [];
  one.device.changes.publish = ({ rows }) => revs.push(...rows.map(({ base }) => base?.rev));
  await one.engine.run('timer');
  expect(revs.every((rev) => rev === before.base?.rev)).toBe(true);
  await expectInStep(world, one);
});

test('after a restored backup everything is fetched again and reissued numbers hit nothing', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'x' });
  const restore = world.server.backup();
  const lost = await world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'lost' });
  await one.engine.run('timer');
  restore();
  const other = await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'other' });
  expect(other).toMatchObject({ id: lost.id, rev: lost.rev });
  world.server.epoch = 'e2';
  await one.engine.run('timer');
  await one.engine.run('timer');
  await expectInStep(world, one);
  expect((await one.shown()).map(({ title }) => title)).toEqual(['x', 'lost', 'other']);
});

test('[I9] a number that a restored server gives out again takes no row that still waits here', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const mine = { user_id: otherId, assigned_to: userId };
  const item = await world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'theirs', ...mine });
  await one.engine.run('timer');
  await done(editItem(one.device, item.uuid, { title: 'mine' }));
  const made = await make(one, 'made here');
  // The server knows neither any more, and counts from where it was before.
  restore();
  await one.engine.run('timer');
  await one.engine.run('timer');
  expect((await one.row(made.uuid)).id).toBe(item.id);
  expect((await one.row(item.uuid)).title).toBe('mine');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: item.uuid }]);
});

test('[I10] a page of changes that was asked for before everything is fetched again is left', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(7), type: 'todo', title: 'moves the head' });
  await one.engine.run('timer');
  const contact = { id: 1002, user_id: 1001, name: 'Ann', contact_phone: '+15550001002' };
  await one.store.write((tx) => tx.put('contacts', contact));
  one.transport.beforeAnswer = async (call) => {
    if (call !== 'changes') return;
    one.transport.beforeAnswer = () => undefined;
    // Another tab's self-check found a difference.
    await one.store.write(async (tx) => {
      const unit = await UnitOfWork.open(tx, one.device);
      await beginFullFetch(unit, 'self_check');
      await unit.finish();
    });
  };
  await one.engine.run('timer');
  // Only what is asked for from the start says who is no contact any more.
  expect(await one.read((tx) => tx.contacts())).toEqual([contact]);
});

test('[I7] a full fetch removes the contacts and notifications that the server does not mention', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(8), type: 'todo', title: 'moves the head' });
  await one.engine.run('timer');
  const at = world.server.now();
  const contact = { id: 1002, user_id: 1001, name: 'Ann', contact_phone: '+15550001002' };
  const about = { item_id: null, item_uuid: null, item_type: null, count: 1, read_at: null };
  const times = { created_at: at, updated_at: at, rev: 1 };
  await one.store.write(async (tx) => {
    await tx.put('contacts', contact);
    await tx.put('notifications', { id: 1, kind: 'mutual', actor_id: 1002, ...about, ...times });
    const unit = await UnitOfWork.open(tx, one.device);
    await beginFullFetch(unit, 'self_check');
    await unit.finish();
  });
  expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
  expect(await one.read((tx) => tx.contacts())).toEqual([]);
  expect(await one.read((tx) => tx.notifications())).toEqual([]);
});
