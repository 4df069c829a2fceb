import type { BatchEntry } from '@foray/contract';
import { describe, expect, test } from 'vitest';
import { createItem, deleteItem, editItem, moveItem, setStatus } from './actions.ts';
import { discardRequest, retryRequest } from './attention.ts';
import { createEngine } from './engine.ts';
import { restoreItem } from './restore.ts';
import { done } from './testing/done.ts';
import { uuidOf } from './testing/rows.ts';
import { TestWorld } from './testing/test-device.ts';
import type { TestDevice } from './testing/test-device.ts';

/** A world with one device that is in step with an empty server. */
async function inStep(): Promise<{ world: TestWorld; one: TestDevice }> {
  const world = new TestWorld();
  const one = world.newDevice();
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  return { world, one };
}

async function make(of: TestDevice, title: string, parentUuid: string | null = null) {
  const type = parentUuid === null ? 'task' : 'todo';
  const { item } = await done(createItem(of.device, { type, title, parent_uuid: parentUuid }));
  return item;
}

/** Server and device show the same, nothing queued. */
async function expectInStep(world: TestWorld, ...devices: TestDevice[]): Promise<void> {
  for (const one of devices) {
    const shown = (await one.shown()).map(({ uuid, id, title, status, parent_uuid, base }) => {
      return { uuid, id, title, status, parent_uuid, version: base?.version };
    });
    const living = world.server
      .living()
      .map(({ uuid, id, title, status, parent_uuid, version }) => {
        return { uuid, id, title, status, parent_uuid, version };
      })
      .sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
    expect(shown).toEqual(living);
    expect(await one.queue()).toEqual([]);
  }
}

describe('reading', () => {
  test('[SYNC-03] [SYNC-04] fetches campaigns, tasks and todos and adds what is absent here', async () => {
    const { world, one } = await inStep();
    const campaign = world.server.seed({ uuid: 'c', type: 'campaign', title: 'C' });
    world.server.seed({
      uuid: 't',
      type: 'task',
      title: 'T',
      parent_uuid: 'c',
      parent_id: campaign.id,
    });
    world.server.seed({ uuid: 'd', type: 'todo', title: 'D' });
    const kept = await make(one, 'mine');
    one.transport.calls.length = 0;
    await one.engine.run('timer');
    expect(one.transport.calls.filter((call) => call === 'items').length).toBeGreaterThanOrEqual(3);
    await expectInStep(world, one);
    expect((await one.row(kept.uuid)).title).toBe('mine');
  });

  test('a child that arrives before its parent is top-level only until then', async () => {
    const { world, one } = await inStep();
    world.server.seed({ uuid: 'late', type: 'campaign', title: 'C' });
    const { id } = world.server.items.get('late') ?? { id: 0 };
    world.server.seed({ uuid: 'd', type: 'todo', title: 'D', parent_uuid: 'late', parent_id: id });
    one.transport.fault = () => 'none';
    await one.engine.run('timer');
    expect((await one.row('d')).top).toBe(0);
    world.server.remove('late');
    await one.engine.run('timer');
    expect((await one.row('d')).top).toBe(1);
  });

  test('[I10] pages over 200 rows keep the cursor with their rows, whatever breaks between', async () => {
    const world = new TestWorld();
    for (let n = 0; n < 450; n += 1)
      world.server.seed({ uuid: `u${n}`, type: 'todo', title: `${n}` });
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

  test('[I17] a row is never replaced by an older one that arrives late', async () => {
    const { world, one } = await inStep();
    const uuid = uuidOf(1);
    world.server.seed({ uuid, type: 'todo', title: 'old' });
    await one.engine.run('timer');
    const two = world.newTab(one);
    one.locks.isOpen = true;
    // The other tab's fetch sees nothing yet, so the cursor stays where this tab's page begins.
    two.transport.fetchItems = async (_type, since) => {
      const { epoch } = world.server;
      const now = world.server.now();
      const body = { data: [], users: [], removed: [], cursor: since, more: false, epoch, now };
      return { kind: 'answer', status: 200, body, serverNow: now };
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
    world.server.touch(uuid);
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
    world.server.seed({ uuid, type: 'todo', title: 'first' });
    const fetchItems = one.transport.fetchItems.bind(one.transport);
    one.transport.fetchItems = async (type, ...rest) => {
      const page = await fetchItems(type, ...rest);
      if (type !== 'todo') return page;
      one.transport.fetchItems = fetchItems;
      // Meanwhile the other tab reads on, past a removal that this tab's page does not know.
      world.server.remove(uuid);
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

  test('[I17] a removal that is older than what an answer told does not take the item away', async () => {
    const { world, one } = await inStep();
    const uuid = uuidOf(1);
    world.server.seed({ uuid, type: 'todo', title: 'x' });
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
    world.server.seed({ uuid: 'x', type: 'todo', title: 'x' });
    world.server.seed({ uuid: 'y', type: 'todo', title: 'y' });
    await one.engine.run('timer');
    world.server.remove('x');
    world.server.hide('y');
    await one.engine.run('timer');
    expect(await one.read((tx) => tx.allItems())).toEqual([]);
  });

  test('[I17] a cursor that is too old means fetch all, and no row goes back for that', async () => {
    const { world, one } = await inStep();
    for (const n of [1, 2]) {
      world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `todo ${n}` });
    }
    await one.engine.run('timer');
    const before = await one.row(uuidOf(1));
    // Its removal was forgotten meanwhile.
    world.server.items.delete(uuidOf(2));
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

  test('after a restored backup everything is fetched anew and reissued numbers hit nothing', async () => {
    const { world, one } = await inStep();
    world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'x' });
    world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'lost' });
    await one.engine.run('timer');
    const id = world.server.items.get(uuidOf(2))?.id ?? 0;
    world.server.items.delete(uuidOf(2));
    const other = world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'other' });
    world.server.items.set(uuidOf(3), { ...other, id, rev: 2, deleted: false, deletedBy: null });
    world.server.epoch = 'e2';
    await one.engine.run('timer');
    await one.engine.run('timer');
    await expectInStep(world, one);
    expect((await one.shown()).map(({ title }) => title)).toEqual(['x', 'lost', 'other']);
  });
});

test('[I9] a number that a restored server gives out again takes no row that still waits here', async () => {
  const { world, one } = await inStep();
  world.server.seed({ uuid: uuidOf(1), type: 'todo', title: 'theirs', user_id: 1002 });
  const item = world.server.items.get(uuidOf(1));
  if (item === undefined) throw new Error('not seeded');
  world.server.items.set(item.uuid, { ...item, user_id: 1002 });
  await one.engine.run('timer');
  await done(editItem(one.device, item.uuid, { title: 'mine' }));
  const made = await make(one, 'made here');
  // The server knows neither any more, and counts from where it was before.
  world.server.items.delete(item.uuid);
  world.server.epoch = 'e2';
  world.server.nextId = item.id;
  await one.engine.run('timer');
  await one.engine.run('timer');
  expect((await one.row(made.uuid)).id).toBe(item.id);
  expect((await one.row(item.uuid)).title).toBe('mine');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: item.uuid }]);
});

describe('replay', () => {
  test('[OFF-02] [SYNC-06] [I2] [I4] what was done offline is on the server once, parents first', async () => {
    const { world, one } = await inStep();
    one.connectivity.set(false);
    const task = await make(one, 'task');
    const todo = await make(one, 'todo', task.uuid);
    await done(editItem(one.device, todo.uuid, { title: 'todo 2' }));
    const gone = await make(one, 'gone');
    await done(deleteItem(one.device, gone.uuid));
    expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'offline' });
    expect(one.engine.state().phase).toBe('offline');
    one.connectivity.set(true);
    expect(await one.engine.run('online')).toEqual({ kind: 'complete' });
    await expectInStep(world, one);
    expect(world.server.living().map(({ title }) => title)).toEqual(['task', 'todo 2']);
    const sent = one.transport.batches.flatMap(({ requests }) => requests);
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/api/items'],
      ['POST', '/api/items'],
    ]);
  });

  test("[OFF-03] [DATA-03] a local id gives way to the server's, in the children too", async () => {
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

  test('[OFF-04] [I11] an item is pending exactly while a request about it is queued', async () => {
    const { one } = await inStep();
    const task = await make(one, 'task');
    expect(task._syncStatus).toBe('pending');
    await one.engine.run('action');
    expect((await one.row(task.uuid))._syncStatus).toBe('synced');
    await done(editItem(one.device, task.uuid, { title: 'again' }));
    expect((await one.row(task.uuid))._syncStatus).toBe('pending');
    expect(one.engine.state()).toMatchObject({ pending: 0 });
    await one.engine.refresh();
    expect(one.engine.state()).toMatchObject({ pending: 1, parked: 0 });
    await one.engine.run('action');
    expect((await one.row(task.uuid))._syncStatus).toBe('synced');
  });

  test('[OFF-05] [I8] a delete is local at first and removed when the server has confirmed', async () => {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    await one.engine.run('action');
    await done(deleteItem(one.device, task.uuid));
    expect(await one.row(task.uuid)).toMatchObject({ _deleted: true, _syncStatus: 'pending' });
    await one.engine.run('action');
    expect(await one.read((tx) => tx.itemByUuid(task.uuid))).toBeUndefined();
    expect(world.server.living()).toEqual([]);
    await done(restoreItem(one.device, task.uuid));
    await one.engine.run('action');
    await expectInStep(world, one);
    expect(world.server.living().length).toBe(1);
  });

  test('[I7] what the server kept of a family that was deleted here is shown again', async () => {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    const todo = await make(one, 'todo', task.uuid);
    await one.engine.run('action');
    const send = one.transport.sendBatch.bind(one.transport);
    one.transport.sendBatch = ({ requests }, context) =>
      send({ requests: requests.map(({ data: _, ...entry }) => entry) }, context);
    await done(deleteItem(one.device, task.uuid, [todo.uuid]));
    await one.engine.run('action');
    expect((await one.shown()).map(({ title }) => title)).toEqual(['todo']);
    await expectInStep(world, one);
  });

  test('[I3] an answer lost after the server acted is settled before anything is fetched', async () => {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    await done(editItem(one.device, task.uuid, { title: 'task 2' }));
    let isLost = false;
    one.transport.fault = (call) => {
      if (call !== 'batch' || isLost) return 'none';
      isLost = true;
      return 'answer_lost';
    };
    expect(await one.engine.run('action')).toMatchObject({ problem: { code: 'no_answer' } });
    expect(one.engine.state().phase).toBe('offline');
    expect((await one.queue())[0]).toMatchObject({ sent: true });
    await done(editItem(one.device, task.uuid, { title: 'task 3' }));
    expect((await one.queue()).length).toBe(2);
    one.transport.calls.length = 0;
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(one.transport.calls[0]).toBe('batch');
    await expectInStep(world, one);
    expect(world.server.items.get(task.uuid)).toMatchObject({ title: 'task 3', version: 2 });
    expect([...world.server.effects.values()]).toEqual([1, 1]);
  });

  test('[I3] what was fetched of an item whose request nobody has answered waits for that answer', async () => {
    const { world, one } = await inStep();
    const two = world.newTab(one);
    one.locks.isOpen = true;
    const uuid = uuidOf(1);
    world.server.seed({ uuid, type: 'todo', title: 'start' });
    await one.engine.run('timer');
    await done(editItem(one.device, uuid, { title: 'mine' }));
    // The other tab has sent it, the server has done it, and the answer is still on its way when this
    // tab, which settled before that, reads the item with the change in it.
    const fetchItems = one.transport.fetchItems.bind(one.transport);
    one.transport.fetchItems = async (type, ...rest) => {
      if (type === 'todo') {
        one.transport.fetchItems = fetchItems;
        const send = two.transport.sendBatch.bind(two.transport);
        two.transport.sendBatch = async (...batch) => {
          await done(editItem(one.device, uuid, { title: 'mine too' }));
          await world.time.pass(5000);
          return send(...batch);
        };
        two.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
        await two.engine.run('timer');
        expect(world.server.items.get(uuid)?.title).toBe('mine');
      }
      return fetchItems(type, ...rest);
    };
    await one.engine.run('timer');
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toEqual([]);
    await expectInStep(world, one);
    expect(world.server.items.get(uuid)).toMatchObject({ title: 'mine too', version: 3 });
  });

  test('settling without an answer ends the run before any fetch', async () => {
    const { one } = await inStep();
    await make(one, 'task');
    one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
    await one.engine.run('action');
    one.transport.calls.length = 0;
    await one.engine.run('sync_now');
    expect(one.transport.calls).toEqual(['batch']);
  });

  test('[I3] two runners at once apply everything once', async () => {
    const { world, one } = await inStep();
    const two = world.newTab(one);
    one.locks.isOpen = true;
    const tasks = [];
    for (let n = 0; n < 5; n += 1) tasks.push(await make(one, `task ${n}`));
    for (const task of tasks) await make(two, 'below', task.uuid);
    await Promise.all([one.engine.run('action'), two.engine.run('action')]);
    await one.engine.run('timer');
    await expectInStep(world, one, two);
    expect([...world.server.effects.values()].every((count) => count === 1)).toBe(true);
  });

  test('[SYNC-02] a run is skipped while another one runs, here or in another tab', async () => {
    const { world, one } = await inStep();
    const two = world.newTab(one);
    let inner: unknown = null;
    let other: unknown = null;
    one.transport.beforeAnswer = async () => {
      inner ??= await one.engine.run('timer');
      other ??= await two.engine.run('timer');
    };
    await one.engine.run('timer');
    expect(inner).toEqual({ kind: 'skipped', why: 'running' });
    expect(other).toEqual({ kind: 'skipped', why: 'running' });
  });

  test('[SYNC-02] a run is skipped offline, and always without an account, and calls nothing', async () => {
    const { world, one } = await inStep();
    one.transport.calls.length = 0;
    one.connectivity.set(false);
    for (const trigger of ['start', 'timer', 'visible', 'action'] as const) {
      expect(await one.engine.run(trigger)).toEqual({ kind: 'skipped', why: 'offline' });
    }
    const guest = createEngine({
      device: { ...one.device, account: { kind: 'guest' } },
      transport: one.transport,
      scheduler: world.time,
      locks: one.locks,
      connectivity: { isOnline: () => true, subscribe: () => () => undefined },
      isResolvingConflicts: () => false,
    });
    for (const trigger of ['start', 'timer', 'online', 'sync_now'] as const) {
      expect(await guest.run(trigger)).toEqual({ kind: 'skipped', why: 'guest' });
    }
    expect(one.transport.calls).toEqual([]);
  });

  test('nothing new costs one round trip a stream and under 1 KB of bodies', async () => {
    const { world, one } = await inStep();
    world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'known' });
    await one.engine.run('timer');
    one.transport.calls.length = 0;
    one.transport.answerBytes = 0;
    await one.engine.run('timer');
    expect(one.transport.calls.toSorted()).toEqual(['changes', 'items', 'items', 'items']);
    expect(one.transport.answerBytes).toBeLessThan(1024);
  });

  test('1,000 offline edits replay in at most 10 round trips', async () => {
    const { world, one } = await inStep();
    const seeded = Array.from({ length: 500 }, (_, n) => {
      return world.server.seed({ uuid: uuidOf(n + 1), type: 'task', title: `task ${n}` });
    });
    await one.engine.run('timer');
    for (const { uuid } of seeded) await done(editItem(one.device, uuid, { title: 'edited' }));
    for (let n = 0; n < 500; n += 1) await make(one, `made ${n}`);
    one.transport.calls.length = 0;
    await one.engine.run('online');
    expect(one.transport.calls.length).toBeLessThanOrEqual(10);
    expect(one.transport.batches.every(({ requests }) => requests.length <= 200)).toBe(true);
    await expectInStep(world, one);
  }, 120_000);

  test('1,000 offline completions that roll up replay in at most 10 round trips', async () => {
    const { world, one } = await inStep();
    for (let n = 1; n <= 1000; n += 1) {
      const parent = uuidOf(5000 + (n % 20));
      const top =
        world.server.items.get(parent) ??
        world.server.seed({ uuid: parent, type: 'task', title: 'top' });
      const place = { parent_uuid: parent, parent_id: top.id };
      world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `todo ${n}`, ...place });
    }
    await one.engine.run('timer');
    for (let n = 1; n <= 1000; n += 1) await done(setStatus(one.device, uuidOf(n), 'completed'));
    one.transport.calls.length = 0;
    await one.engine.run('online');
    expect(one.transport.calls.length).toBeLessThanOrEqual(10);
    expect(await one.row(uuidOf(5000))).toMatchObject({ status: 'completed', rolled: null });
    await expectInStep(world, one);
  }, 120_000);

  test('a batch that is too large is halved, and a lone one that is goes to Needs attention', async () => {
    const { world, one } = await inStep();
    const big = await make(one, 'big');
    await make(one, 'small');
    await make(one, 'small too');
    const send = one.transport.sendBatch.bind(one.transport);
    one.transport.sendBatch = async (batch, context) => {
      const isBig = batch.requests.some(({ data }) => JSON.stringify(data).includes('"big"'));
      if (isBig) {
        return { kind: 'refusal', status: 413, error: null, serverNow: null, retryAfterMs: null };
      }
      return send(batch, context);
    };
    await one.engine.run('action');
    expect(world.server.living().map(({ title }) => title)).toEqual(['small', 'small too']);
    expect(one.engine.state()).toMatchObject({ pending: 0, parked: 1 });
    expect((await one.row(big.uuid))._syncStatus).toBe('pending');
  });

  test('[I16] times claimed by a wrong clock arrive in server time', async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    world.time.skewMs = -10 * 365 * 86_400_000;
    const task = await make(one, 'before any answer');
    await one.engine.run('start');
    expect(world.server.items.get(task.uuid)?.created_at).toBe(world.server.now());
    const later = await make(one, 'after');
    expect(later.created_at).toBe(world.server.now());
    expect(later.id).toBeGreaterThan(1e12);
  });
});

describe('refusals', () => {
  test('[SYNC-07] [I1] a verdict parks the request and what depends on it, and nothing else', async () => {
    const { world, one } = await inStep();
    const bad = await make(one, 'bad');
    const below = await make(one, 'below', bad.uuid);
    await make(one, 'good');
    const relent = refuse(one, (entry) => JSON.stringify(entry.data).includes('"bad"'), 422);
    await one.engine.run('action');
    expect(world.server.living().map(({ title }) => title)).toEqual(['good']);
    const states = (await one.queue()).map(({ state }) => state);
    expect(states).toMatchObject([
      { kind: 'parked', why: { kind: 'verdict', status: 422 } },
      { kind: 'parked', why: { kind: 'dependency' } },
    ]);
    expect((await one.shown()).map(({ title }) => title)).toContain('bad');
    relent();
    const [first] = await one.queue();
    expect(await retryRequest(one.device, first?.id ?? '')).toMatchObject({ ok: true });
    expect((await one.queue())[0]?.id).not.toBe(first?.id);
    await one.engine.run('action');
    await expectInStep(world, one);
    expect((await one.row(below.uuid)).parent_uuid).toBe(bad.uuid);
  });

  test('[I1] [I11] what took effect behind a request that was parked is queued no more', async () => {
    const { world, one } = await inStep();
    world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'task' });
    await one.engine.run('timer');
    await done(editItem(one.device, uuidOf(1), { title: 'unlucky' }));
    await done(deleteItem(one.device, uuidOf(1)));
    // The delete is not held to the edit before it: this server lets it pass.
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

  test('[I12] a parent that nobody is going to make any more leaves its child at the top', async () => {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    const todo = await make(one, 'todo', task.uuid);
    const [create] = await one.queue();
    // Lost with a restored backup, or taken back while its child was on its way.
    await one.store.write((tx) => tx.deleteRequest(create?.id ?? ''));
    await one.engine.run('action');
    expect(await one.queue()).toEqual([]);
    expect(world.server.items.get(todo.uuid)).toMatchObject({ parent_uuid: null });
    expect(one.engine.state().orphanedUuids).toEqual([todo.uuid]);
  });

  test('discarding what was refused takes what only it had made', async () => {
    const { world, one } = await inStep();
    await make(one, 'bad');
    refuse(one, () => true, 422);
    await one.engine.run('action');
    const [first] = await one.queue();
    await discardRequest(one.device, first?.id ?? '');
    await expectInStep(world, one);
  });

  test('[I7] a discarded delete is none, whatever else waits about its item', async () => {
    const { world, one } = await inStep();
    const { uuid } = world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'stays' });
    await one.engine.run('timer');
    await done(editItem(one.device, uuid, { title: 'refused' }));
    await done(deleteItem(one.device, uuid));
    refuse(one, () => true, 422);
    await one.engine.run('action');
    const [edit, remove] = await one.queue();
    expect(remove?.state.kind).toBe('parked');
    await discardRequest(one.device, remove?.id ?? '');
    expect((await one.row(uuid))._deleted).toBe(false);
    await discardRequest(one.device, edit?.id ?? '');
    await expectInStep(world, one);
    expect((await one.shown()).map(({ title }) => title)).toEqual(['stays']);
  });

  test('[SYNC-07] only a 500 for the request itself counts, and the third one parks it', async () => {
    const { world, one } = await inStep();
    await make(one, 'unlucky');
    one.transport.fault = (call) => (call === 'batch' ? { status: 503 } : 'none');
    for (let n = 0; n < 5; n += 1) await one.engine.run('sync_now');
    expect((await one.queue())[0]).toMatchObject({ retries: 0, state: { kind: 'queued' } });
    one.transport.fault = () => 'none';
    await world.time.pass(600_000);
    const relent = refuse(one, () => true, 500);
    for (let n = 1; n <= 3; n += 1) {
      const [request] = await one.queue();
      expect(request?.state.kind).toBe('queued');
      await one.engine.run('timer');
    }
    expect((await one.queue())[0]).toMatchObject({
      state: { kind: 'parked', why: { kind: 'server_errors', status: 500 } },
    });
    relent();
    await one.engine.run('sync_now');
    expect(await one.queue()).toEqual([]);
  });

  test('a parent that is gone leaves its new child at the top level, and says so', async () => {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    await one.engine.run('action');
    const todo = await make(one, 'todo', task.uuid);
    one.transport.beforeAnswer = (call) => {
      if (call === 'items' && world.server.living().length > 0) world.server.remove(task.uuid);
      one.transport.beforeAnswer = () => undefined;
    };
    await one.engine.run('action');
    await one.engine.run('timer');
    await expectInStep(world, one);
    expect(world.server.items.get(todo.uuid)).toMatchObject({ parent_uuid: null, deleted: false });
  });

  test.each([
    [{ status: 401, code: 'unauthenticated' } as const, 'signed_out'],
    [{ status: 409, code: 'wrong_actor' } as const, 'wrong_actor'],
    [{ status: 426, code: 'too_old' } as const, 'too_old'],
    ['garbled' as const, 'garbled'],
    ['request_lost' as const, 'no_answer'],
  ])('[I5] %j ends the run and keeps the queue', async (fault, code) => {
    const { one } = await inStep();
    await make(one, 'task');
    one.transport.fault = () => fault;
    expect(await one.engine.run('action')).toMatchObject({ kind: 'failed', problem: { code } });
    expect(one.engine.state().lastError).toMatchObject({ code });
    expect((await one.queue()).length).toBe(1);
    one.transport.fault = () => 'none';
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
    expect(one.engine.state()).toMatchObject({ lastError: null, pending: 0, phase: 'idle' });
  });

  test('failures back off with respect for Retry-After; Sync Now does not wait', async () => {
    const { world, one } = await inStep();
    one.transport.fault = () => ({ status: 429, code: 'rate_limited', retryAfterMs: 90_000 });
    await one.engine.run('timer');
    await world.time.pass(60_000);
    expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'backing_off' });
    one.transport.fault = () => 'none';
    await world.time.pass(31_000);
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    one.transport.fault = () => 'request_lost';
    await one.engine.run('timer');
    expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'backing_off' });
    expect(await one.engine.run('sync_now')).toMatchObject({ kind: 'failed' });
  });

  test('[API-12] a call that hangs is given up after 30 s', async () => {
    const { world, one } = await inStep();
    one.transport.fault = () => 'hung';
    const run = one.engine.run('timer');
    await world.time.pass(29_999);
    expect(one.engine.state().phase).toBe('syncing');
    await world.time.pass(2);
    expect(await run).toMatchObject({ kind: 'failed', problem: { code: 'no_answer' } });
  });

  test('[I5] a stopped engine applies nothing of what is still in the air', async () => {
    const { world, one } = await inStep();
    world.server.seed({ uuid: 'x', type: 'todo', title: 'x' });
    one.transport.beforeAnswer = () => one.engine.stop();
    expect(await one.engine.run('timer')).toEqual({ kind: 'skipped', why: 'stopped' });
    expect(await one.shown()).toEqual([]);
    expect(await one.engine.run('sync_now')).toEqual({ kind: 'skipped', why: 'stopped' });
  });
});

describe('roll-up over the queue', () => {
  test('shows at once, is not pending, and gives way to the server without going back', async () => {
    const { world, one } = await inStep();
    const task = await make(one, 'task');
    const todo = await make(one, 'todo', task.uuid);
    await one.engine.run('action');
    await done(setStatus(one.device, todo.uuid, 'completed'));
    expect(await one.row(task.uuid)).toMatchObject({ status: 'completed', _syncStatus: 'synced' });
    const statuses: string[] = [];
    one.device.changes.publish = (change) => {
      for (const row of change.rows) if (row.uuid === task.uuid) statuses.push(row.status);
    };
    await one.engine.run('action');
    expect(new Set(statuses)).toEqual(new Set(['completed']));
    await expectInStep(world, one);
    expect((await one.row(task.uuid)).rolled).toBeNull();
  });

  test('follows a move on both sides', async () => {
    const { world, one } = await inStep();
    const from = await make(one, 'from');
    const to = await make(one, 'to');
    const open = await make(one, 'open', from.uuid);
    const closed = await make(one, 'closed', from.uuid);
    await done(setStatus(one.device, closed.uuid, 'completed'));
    await done(moveItem(one.device, open.uuid, to.uuid));
    expect((await one.row(from.uuid)).status).toBe('completed');
    expect((await one.row(to.uuid)).status).toBe('pending');
    await one.engine.run('action');
    await expectInStep(world, one);
    expect(world.server.items.get(from.uuid)?.status).toBe('completed');
  });
});

/** Makes the server answer some entries of each batch with an error, without any effect. */
function refuse(
  of: TestDevice,
  isRefused: (entry: BatchEntry) => boolean,
  status: 422 | 500,
): () => void {
  const send = of.transport.sendBatch.bind(of.transport);
  let isOn = true;
  of.transport.sendBatch = async (batch, context) => {
    if (!isOn) return send(batch, context);
    const refused = new Set(batch.requests.filter(isRefused).map(({ id }) => id));
    const rest = { requests: batch.requests.filter(({ id }) => !refused.has(id)) };
    const reply = await send(rest, context);
    if (reply.kind !== 'answer') return reply;
    const code = status === 422 ? 'limit' : 'internal';
    const errors = [...refused].map((id) => {
      return { id, status, body: { error: { code, message: '' } } } as const;
    });
    return { ...reply, body: { ...reply.body, results: [...errors, ...reply.body.results] } };
  };
  return () => {
    isOn = false;
  };
}
