import { describe, expect, test } from 'vitest';
import { assignItem, createItem, deleteItem, editItem, moveItem } from '../actions/actions.ts';
import { storedName } from '../store/stored-names.ts';
import { tryUnit } from '../store/unit-of-work.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { detectConflicts } from './detect-conflicts.ts';

const [task, todo] = [uuidOf(1), uuidOf(2)];

interface Scene {
  readonly world: TestWorld;
  readonly one: TestDevice;
}

/** A device and a server that share a task with a todo. */
async function inStep(): Promise<Scene> {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: task, type: 'task', title: 'task' });
  await world.server.seed({ uuid: todo, type: 'todo', title: 'todo', parent_uuid: task });
  await one.engine.run('start');
  return { world, one };
}

/** A cycle that pulls, and sends nothing. */
async function pulls({ one }: Scene): Promise<void> {
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
}

/** The reasons that the flight recorder has of the decisions about an item. */
function decisionsOf({ one }: Scene, uuid: string) {
  const log = one.engine.log();
  return log.filter(({ event, item }) => event === 'decided' && item === uuid);
}

describe('a buffered row of which the device has lost its own', () => {
  test.each([0, 1])('is taken over below %i queued changes', async (changes) => {
    const { world, one } = await inStep();
    if (changes > 0) await done(editItem(one.device, todo, { title: 'mine' }));
    const row = await world.server.view(todo);
    one.tables.items.delete((await one.row(todo)).id);
    await tryUnit(one.device, async (unit) => {
      await unit.tx.putMeta(storedName.buffered, todo, { kind: 'row', row });
      return null;
    });
    const detected = await tryUnit(one.device, async (unit) => {
      await detectConflicts(unit);
      return null;
    });
    expect(detected).toMatchObject({ ok: true });
    expect(await one.row(todo)).toMatchObject(
      changes > 0
        ? { title: 'mine', _syncStatus: 'pending', base: { title: 'todo' } }
        : { title: 'todo', _syncStatus: 'synced' },
    );
    expect(await one.read((tx) => tx.metaOf(storedName.buffered))).toEqual([]);
  });
});

describe('times', () => {
  test('[I18] what was kept in a conflict is asked about again, also behind it a newer change', async () => {
    const { world, one } = await inStep();
    await done(editItem(one.device, todo, { title: 'mine' }));
    await world.time.pass(5000);
    await world.server.change(todo, { title: 'theirs' });
    await one.engine.run('timer');
    await one.engine.resolve(todo, 'local');
    await world.time.pass(5000);
    await world.server.change(todo, { title: 'third' });
    await world.time.pass(5000);
    await done(assignItem(one.device, todo, userId));
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
    expect(world.server.items.get(todo)?.title).toBe('third');
  });

  test('[I16] one change that is dated in the future is enough for a question', async () => {
    const { world, one } = await inStep();
    await done(assignItem(one.device, todo, userId));
    world.time.skewMs = 86_400_000;
    await done(editItem(one.device, todo, { title: 'mine' }));
    world.time.skewMs = 0;
    await world.time.pass(5000);
    await world.server.change(todo, { title: 'theirs' });
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  });
});

test('the log has why a change of others asked nothing', async () => {
  const scene = await inStep();
  const { world, one } = scene;
  await world.server.change(todo, { title: 'theirs' });
  await world.time.pass(5000);
  await done(editItem(one.device, todo, { title: 'mine' }));
  await one.engine.run('timer');
  expect(decisionsOf(scene, todo)[0]).toMatchObject({
    outcome: 'keepLocal',
    what: 'row',
    why: 'local_newer',
  });
});

test('[I8] what both sides delete is gone, also what was changed before and taken along', async () => {
  const scene = await inStep();
  const { world, one } = scene;
  await done(editItem(one.device, todo, { title: 'mine' }));
  await done(deleteItem(one.device, task, [todo]));
  await world.server.remove(todo);
  await pulls(scene);
  expect(await one.engine.conflicts()).toEqual([]);
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', itemUuid: task }]);
  await one.engine.run('sync_now');
  await expectInStep(world, one);
});

test('[I18] own words of an item that is in sight again cannot be kept beside what is unknown', async () => {
  const { world, one } = await inStep();
  await done(editItem(one.device, todo, { title: 'mine' }));
  await world.server.hide(todo);
  await one.engine.run('timer');
  await world.server.touch(todo);
  await world.server.change(todo, { description: 'theirs' });
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ base: null, canKeepBoth: false }]);
});

describe('a create of what the server has', () => {
  const [made, below] = [uuidOf(8), uuidOf(9)];

  test('[I11] is dropped without a question where another device made the same', async () => {
    const scene = await inStep();
    const { world, one } = scene;
    await done(createItem(one.device, { uuid: made, type: 'task', title: 'of a file' }));
    await world.server.seed({ uuid: made, type: 'task', title: 'of a file' });
    await pulls(scene);
    expect(await one.engine.conflicts()).toEqual([]);
    await expectInStep(world, one);
  });

  test('[I11] unblocks what waits for it', async () => {
    const { world, one } = await inStep();
    await done(createItem(one.device, { uuid: made, type: 'task', title: 'of a file' }));
    const child = { uuid: below, type: 'todo', title: 'below', parent_uuid: made } as const;
    await done(createItem(one.device, child));
    world.server.refuses = ({ data }) => JSON.stringify(data).includes('of a file');
    await one.engine.run('sync_now');
    expect((await one.queue()).map(({ state }) => state.kind)).not.toContain('queued');
    world.server.refuses = () => false;
    await world.server.seed({ uuid: made, type: 'task', title: 'of a file' });
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    expect(world.server.items.get(below)?.title).toBe('below');
    await expectInStep(world, one);
  });

  test('[I1] stays where the server has removed the item', async () => {
    const scene = await inStep();
    const { world, one } = scene;
    await done(createItem(one.device, { uuid: made, type: 'todo', title: 'mine' }));
    await world.server.seed({ uuid: made, type: 'todo', title: 'theirs' });
    await world.server.remove(made);
    await pulls(scene);
    expect(await one.row(made)).toMatchObject({ title: 'mine', _syncStatus: 'pending' });
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: made, kind: 'removed' }]);
  });
});

describe('after a restored backup', () => {
  test('[RESTORE-03] [I8] what the present history has removed is restored by Keep Local', async () => {
    const { world, one } = await inStep();
    const restore = world.server.backup();
    await world.server.change(todo, { title: 'lost' });
    await one.engine.run('sync_now');
    await done(editItem(one.device, todo, { title: 'mine' }));
    restore();
    await world.server.remove(todo);
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo, removal: 'deleted' }]);
    await one.engine.resolve(todo, 'local');
    await one.engine.run('sync_now');
    expect(world.server.items.get(todo)).toMatchObject({ title: 'mine', deleted: false });
    await expectInStep(world, one);
  });

  /** A family that a restored backup lost, queued to be made again, and not sent. */
  async function lostFamily(change: (one: TestDevice) => Promise<unknown>): Promise<Scene> {
    const scene = await inStep();
    const { world, one } = scene;
    const restore = world.server.backup();
    await world.server.seed({ uuid: uuidOf(9), type: 'task', title: 'lost task' });
    await world.server.seed({
      uuid: uuidOf(8),
      type: 'todo',
      title: 'lost todo',
      parent_uuid: uuidOf(9),
    });
    await one.engine.run('sync_now');
    restore();
    await change(one);
    await pulls(scene);
    return scene;
  }

  test('[RESTORE-03] [I1] what is created again is queued parents first, and nothing with it', async () => {
    const { world, one } = await lostFamily(async () => undefined);
    expect(await one.queue()).toMatchObject([
      { method: 'POST', itemUuid: uuidOf(9), isImport: true, isAgain: true },
      { method: 'POST', itemUuid: uuidOf(8), isImport: true, isAgain: true },
    ]);
    expect(await one.queue()).toHaveLength(2);
    await one.engine.run('sync_now');
    await expectInStep(world, one);
  });

  test('[RESTORE-03] [I18] what is queued about it follows as one change of the time of the newest', async () => {
    let newest = '';
    const { world, one } = await lostFamily(async (device) => {
      await done(editItem(device.device, uuidOf(8), { title: 'mine' }));
      await done(assignItem(device.device, uuidOf(8), userId));
      newest = (await device.queue()).at(-1)?.timestamp ?? '';
      await done(deleteItem(device.device, task, [todo]));
    });
    const about = (await one.queue()).filter(({ itemUuid }) => itemUuid === uuidOf(8));
    expect(about).toMatchObject([
      { method: 'POST' },
      {
        method: 'PATCH',
        timestamp: newest,
        data: { title: 'mine' },
        basis: { after: about[0]?.id },
      },
    ]);
    expect(about[1]).not.toHaveProperty('isKept');
    await one.engine.run('sync_now');
    expect(world.server.items.get(uuidOf(8))).toMatchObject({ title: 'mine' });
    await expectInStep(world, one);
  });

  test('[RESTORE-03] [I1] a lost assignment and a lost move are offered as requests of their own', async () => {
    const scene = await inStep();
    const { world, one } = scene;
    await world.server.seed({ uuid: uuidOf(3), type: 'task', title: 'elsewhere' });
    await one.engine.run('sync_now');
    const restore = world.server.backup();
    await done(assignItem(one.device, todo, userId));
    await done(moveItem(one.device, todo, uuidOf(3)));
    await one.engine.run('sync_now');
    restore();
    await pulls(scene);
    expect(await one.queue()).toMatchObject([
      { url: `/api/items/${todo}/assign`, data: { user_id: userId }, isKept: true },
      { method: 'PATCH', data: { parent_id: uuidOf(3) }, isKept: true },
    ]);
    await one.engine.run('sync_now');
    await expectInStep(world, one);
  });

  /** A title that the server lost stands against what others wrote since. */
  async function asked(change?: (one: TestDevice) => Promise<unknown>): Promise<Scene> {
    const scene = await inStep();
    const { world, one } = scene;
    const restore = world.server.backup();
    await done(editItem(one.device, todo, { title: 'lost' }));
    await one.engine.run('sync_now');
    await change?.(one);
    restore();
    await world.time.pass(60_000);
    await world.server.change(todo, { title: 'theirs' });
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo, kind: 'update' }]);
    return scene;
  }

  test('[RESTORE-03] [I13] a question about what was lost ends when others come to the same', async () => {
    const { world, one } = await asked();
    await world.server.change(todo, { title: 'lost' });
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toEqual([]);
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    await expectInStep(world, one);
  });

  test('[RESTORE-03] a question about what was lost adds nothing to what is queued', async () => {
    const { one } = await asked((device) =>
      done(editItem(device.device, todo, { description: 'mine' })),
    );
    expect(await one.queue()).toMatchObject([{ data: { description: 'mine' } }]);
    expect(await one.queue()).toHaveLength(1);
  });

  test('[RESTORE-03] [I8] a delete of what was lost stands against what others wrote since', async () => {
    const scene = await inStep();
    const { world, one } = scene;
    const restore = world.server.backup();
    await done(editItem(one.device, todo, { title: 'lost' }));
    await one.engine.run('sync_now');
    await done(deleteItem(one.device, todo));
    restore();
    await world.time.pass(60_000);
    await world.server.change(todo, { title: 'theirs' });
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo, kind: 'delete' }]);
    await one.engine.resolve(todo, 'server');
    await expectInStep(world, one);
  });

  test('the log has whether lost values were offered or asked about', async () => {
    const scene = await inStep();
    const { world, one } = scene;
    const restore = world.server.backup();
    await done(editItem(one.device, todo, { title: 'mine' }));
    await done(editItem(one.device, task, { title: 'mine' }));
    await one.engine.run('sync_now');
    restore();
    await world.server.change(task, { title: 'mine' });
    await pulls(scene);
    const lost = [task, todo].map((uuid) => decisionsOf(scene, uuid).at(-1));
    expect(lost).toMatchObject([
      { outcome: 'lost', why: 'same' },
      { outcome: 'lost', why: 'offered' },
    ]);
  });
});

describe('an item that the server has forgotten', () => {
  /** A full fetch in which the item is no more. */
  async function fetchedWithout(change: (one: TestDevice) => Promise<unknown>): Promise<Scene> {
    const scene = await inStep();
    const { world, one } = scene;
    await change(one);
    await world.server.forget(todo);
    one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
    await one.engine.run('sync_now');
    await pulls(scene);
    return scene;
  }

  test('[I7] leaves with the delete that is queued here', async () => {
    const { world, one } = await fetchedWithout((device) => done(deleteItem(device.device, todo)));
    expect(await one.engine.conflicts()).toEqual([]);
    await expectInStep(world, one);
    expect(await one.read((tx) => tx.itemByUuid(todo))).toBeUndefined();
  });

  test('[I1] is asked about with the whole row where a change waits', async () => {
    const { one } = await fetchedWithout((device) =>
      done(editItem(device.device, todo, { description: 'mine' })),
    );
    expect(await one.engine.conflicts()).toMatchObject([
      { uuid: todo, kind: 'removed', removal: 'deleted' },
    ]);
    expect(await one.row(todo)).toMatchObject({ title: 'todo', description: 'mine' });
  });

  test('becomes a new one by Keep Local, with the rest of its text', async () => {
    const { one } = await fetchedWithout((device) =>
      done(editItem(device.device, todo, { description: 'mine' })),
    );
    await one.engine.resolve(todo, 'local');
    await one.engine.run('sync_now');
    const shown = await one.shown();
    expect(shown.find(({ type }) => type === 'todo')).toMatchObject({
      title: 'todo',
      description: 'mine',
      _syncStatus: 'synced',
    });
    expect(shown.map(({ uuid }) => uuid)).not.toContain(todo);
  });
});
