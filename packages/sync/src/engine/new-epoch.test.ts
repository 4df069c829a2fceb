import { expect, test } from 'vitest';
import { createItem, deleteItem, editItem, setStatus, removePerson } from '../actions/actions.ts';
import { blockRequest } from '../queue/block.ts';
import { restoreFromServer, restoreItem } from '../actions/restore.ts';
import type { LocalItem } from '../store/local-item.ts';
import { UnitOfWork } from '../store/unit-of-work.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { CallName } from '../testing/test-transport.ts';
import type { TestDevice } from '../testing/test-world.ts';

/*
 * The server's history is replaced by another: a backup is restored, with or without a word of it.
 */

const task = uuidOf(1);

interface Scene {
  readonly world: TestWorld;
  readonly one: TestDevice;
  readonly two: TestDevice;
}

/** Two devices of one person that hold a task as the server has it. */
async function inStep(): Promise<Scene> {
  const world = new TestWorld();
  const one = world.newDevice();
  const two = world.newDevice();
  await world.server.seed({ uuid: task, type: 'task', title: 'as it was', due_date: '2026-03-01' });
  for (const device of [one, two]) await device.engine.run('start');
  return { world, one, two };
}

/** A cycle in which calls of one kind do not arrive. */
async function runsWithout(one: TestDevice, lostCall: CallName): Promise<void> {
  one.transport.fault = (call) => (call === lostCall ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
}

/** A conflict about the task's title stands aside on the first device. */
async function inConflict(): Promise<Scene & { readonly restore: () => void }> {
  const scene = await inStep();
  const { world, one } = scene;
  const restore = world.server.backup();
  await done(editItem(one.device, task, { title: 'mine' }));
  await world.time.pass(60_000);
  for (let change = 1; change <= 5; change += 1) {
    await world.server.change(task, { title: `of the old history ${change}` });
  }
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { version: 6 } }]);
  return { ...scene, restore };
}

test('[RESTORE-03] [I7] a conflict of the old history is not resolved against the new one: the server side', async () => {
  const { world, one, restore } = await inConflict();
  restore();
  await world.time.pass(60_000);
  await world.server.change(task, { title: 'of the new history' });
  await runsWithout(one, 'changes');
  await one.engine.resolve(task, 'server');
  await one.engine.run('sync_now');
  for (const conflict of await one.engine.conflicts()) {
    await one.engine.resolve(conflict.uuid, 'server');
  }
  await one.engine.run('sync_now');
  expect((await one.row(task)).title).toBe('of the new history');
  await expectInStep(world, one);
});

test('a conflict of the old history is not resolved against the new one: the local side', async () => {
  const { world, one, restore } = await inConflict();
  restore();
  await world.time.pass(60_000);
  // As many changes as make the version of the old history.
  for (let change = 1; change <= 5; change += 1) {
    await world.server.change(task, { title: `of the new history ${change}` });
  }
  await runsWithout(one, 'changes');
  await one.engine.resolve(task, 'local');
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the new history 5' }]);
  expect(await one.engine.conflicts()).toMatchObject([
    { server: { title: 'of the new history 5' } },
  ]);
});

test('what is changed while the epoch is unknown overwrites nothing unseen', async () => {
  const { world, one } = await inStep();
  one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  await done(editItem(one.device, task, { title: 'mine' }));
  await world.time.pass(60_000);
  // A third person is faster than the batch, which this device does not know yet.
  one.transport.beforeServer = async (call) => {
    if (call !== 'batch') return;
    one.transport.beforeServer = () => undefined;
    await world.server.change(task, { title: 'of a third person' });
  };
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of a third person' }]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of a third person' } }]);
});

test('[RESTORE-03] [I1] changes that a restored backup lost are sent again, announced or not', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'made later' });
  await world.server.change(task, { title: 'changed later' });
  await one.engine.run('sync_now');
  restore();
  // Other writes overtake the old head.
  for (let n = 10; n < 20; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'task', title: `of the new history ${n}` });
  }
  await one.engine.run('sync_now');
  const titles = world.server.living().map(({ uuid, title }) => [uuid, title]);
  expect(titles).toContainEqual([uuidOf(2), 'made later']);
  expect(titles).toContainEqual([task, 'changed later']);
  await expectInStep(world, one);
});

test('[RESTORE-03] [I1] what is lost while the epoch is unknown is offered again too', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'made later' });
  await one.engine.run('sync_now');
  // As after a long time without the server: a cursor is too old for it, and everything is fetched again.
  one.transport.fault = () => ({ status: 409, code: 'epoch_changed' });
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  restore();
  await one.engine.run('sync_now');
  const titles = world.server.living().map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['as it was', 'made later']);
  await expectInStep(world, one);
});

test('[RESTORE-03] [I18] what was lost two restores ago is not offered over what came between', async () => {
  const { world, one } = await inStep();
  const restoreFirst = world.server.backup();
  await done(editItem(one.device, task, { title: 'of the first history' }));
  await one.engine.run('sync_now');
  restoreFirst();
  await world.server.change(task, { title: 'of the second history' });
  const restoreSecond = world.server.backup();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'told of, and lost' });
  // The device pulls the new epoch and its contacts, but no item.
  let items = 0;
  one.transport.fault = (call) => (call === 'items' && (items += 1) > 3 ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  one.transport.fault = () => 'none';
  restoreSecond();
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'of the second history' });
  expect(await one.engine.conflicts()).toMatchObject([
    { server: { title: 'of the second history' } },
  ]);
});

test('[RESTORE-03] [I18] what is offered again replaces nothing that is changed meanwhile', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await done(editItem(one.device, task, { title: 'of the old history' }));
  await one.engine.run('sync_now');
  restore();
  one.transport.beforeServer = async (call) => {
    if (call !== 'batch') return;
    one.transport.beforeServer = () => undefined;
    await world.server.change(task, { title: 'of the new history' });
  };
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the new history' }]);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of the new history' } }]);
});

test.each(['lacks', 'has'] as const)(
  '[RESTORE-03] [I18] what nobody has seen of an item that came into sight is asked about where the backup %s it',
  async (what) => {
    const { world, one } = await inStep();
    const early = world.server.backup();
    await done(editItem(one.device, task, { title: 'mine' }));
    await world.server.hide(task);
    await one.engine.run('sync_now');
    await world.server.touch(task);
    await world.server.change(task, { title: 'theirs' });
    const late = world.server.backup();
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
    await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'lost' });
    await one.engine.run('sync_now');
    if (what === 'has') late();
    else {
      early();
      // Another device offers again what was lost.
      await world.server.change(task, { title: 'theirs' });
    }
    await one.engine.run('sync_now');
    expect(world.server.items.get(task)?.title).toBe('theirs');
    expect(await one.engine.conflicts()).toMatchObject([
      { kind: 'update', base: null, server: { title: 'theirs' } },
    ]);
  },
);

test('[RESTORE-03] [I18] own words of what was hidden, and is lost, go over nothing made again', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const uuid = uuidOf(2);
  await world.server.seed({ uuid, type: 'todo', title: 'lost' });
  await one.engine.run('sync_now');
  await done(editItem(one.device, uuid, { title: 'mine' }));
  await world.server.hide(uuid);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden' }]);
  restore();
  // Another device makes it again, and lets this person in, before this one's batch arrives.
  const recreate = async (): Promise<void> => {
    if (world.server.items.has(uuid)) return;
    await world.server.seed({ uuid, type: 'todo', title: 'theirs' });
  };
  one.transport.beforeServer = async (call) => {
    if (call === 'batch') await recreate();
  };
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden', base: null }]);
  await recreate();
  await one.engine.run('sync_now');
  expect(world.server.items.get(uuid)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([
    { uuid, kind: 'update', base: null, server: { title: 'theirs' } },
  ]);
  await one.engine.resolve(uuid, 'server');
  await expectInStep(world, one);
});

test('[RESTORE-03] [I18] what nobody has seen is asked about once the lost item is created again', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  await one.engine.run('sync_now');
  await done(editItem(one.device, item.uuid, { title: 'mine' }));
  await world.server.hide(item.uuid);
  await one.engine.run('sync_now');
  await world.server.touch(item.uuid);
  await world.server.change(item.uuid, { title: 'theirs' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', base: null, server: { title: 'theirs' } },
  ]);
  await one.engine.resolve(item.uuid, 'local');
  await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('mine');
  await expectInStep(world, one);
});

test('[RESTORE-03] [I18] what was asked about is asked again where a second restore takes back its delete', async () => {
  const { world, one } = await inStep();
  const first = world.server.backup();
  await world.server.change(task, { title: 'lost' });
  await one.engine.run('sync_now');
  first();
  // The same version as that of the history that was lost.
  await world.server.change(task, { title: 'theirs' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs', version: 2 } }]);
  const second = world.server.backup();
  await world.server.remove(task);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  second();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[RESTORE-03] [I18] what was asked about is asked again once its item comes back, also at the version of a lost row', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  for (let change = 2; change <= 4; change += 1) {
    await world.server.change(task, { title: `lost ${change}` });
  }
  await one.engine.run('sync_now');
  expect(await one.row(task)).toMatchObject({ title: 'lost 4', base: { version: 4 } });
  restore();
  await world.server.change(task, { title: 'theirs' });
  await one.engine.run('sync_now');
  await world.server.remove(task);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await world.server.restore(task);
  expect(world.server.items.get(task)?.version).toBe(4);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test('[RESTORE-03] [I18] what an open editor did not show is asked about again after a restore', async () => {
  const { world, one } = await inStep();
  const seen = await one.row(task);
  await world.server.change(task, { title: 'theirs' });
  const restore = world.server.backup();
  await world.server.change(task, { due_date: '2026-03-02' });
  await one.engine.run('sync_now');
  await done(editItem(one.device, task, { title: 'mine' }, seen));
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

/** An editor shows version 2 of an item that a restored backup lost since, and its device made again. */
async function seenBefore(): Promise<{ world: TestWorld; one: TestDevice; seen: LocalItem }> {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  await one.engine.run('sync_now');
  await world.server.change(item.uuid, { due_date: '2026-03-02' });
  await one.engine.run('sync_now');
  const seen = await one.row(item.uuid);
  expect(seen.base).toMatchObject({ version: 2 });
  await world.server.change(item.uuid, { title: 'theirs' });
  await one.engine.run('sync_now');
  restore();
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(await one.row(item.uuid)).toMatchObject({ base: { title: 'theirs', version: 1 } });
  await world.time.pass(60_000);
  return { world, one, seen };
}

test('[RESTORE-03] [I18] a number of the old history shown by an editor hides no change of the new one', async () => {
  const { world, one, seen } = await seenBefore();
  await done(editItem(one.device, seen.uuid, { title: 'mine' }, seen));
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
  await world.server.change(seen.uuid, { title: 'of version 2 too' });
  await one.engine.run('sync_now');
  expect(world.server.items.get(seen.uuid)?.title).toBe('of version 2 too');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'of version 2 too' } }]);
});

test('[RESTORE-03] [I18] a status of the new history is no roll-up though an editor shows its number', async () => {
  const { world, one, seen } = await seenBefore();
  await world.server.change(seen.uuid, { status: 'in_progress' });
  await one.engine.run('sync_now');
  await done(setStatus(one.device, seen.uuid, 'completed', seen));
  expect(await one.engine.conflicts()).toMatchObject([{ server: { status: 'in_progress' } }]);
  await one.engine.run('sync_now');
  expect(world.server.items.get(seen.uuid)?.status).toBe('in_progress');
});

test('[RESTORE-03] [I1] what was changed in both histories is asked about', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await done(editItem(one.device, task, { title: 'of the old history' }));
  await one.engine.run('sync_now');
  restore();
  await world.time.pass(60_000);
  await world.server.change(task, { title: 'of the new history' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', server: { title: 'of the new history' } },
  ]);
  expect((await one.row(task)).title).toBe('of the old history');
  await one.engine.resolve(task, 'local');
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'of the old history' }]);
  await expectInStep(world, one);
});

test('what only the new history changed is taken over without a question', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'moves the head' });
  await one.engine.run('sync_now');
  restore();
  await world.server.change(task, { title: 'of the new history' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect((await one.row(task)).title).toBe('of the new history');
});

test('[I1] a status that was lost is set again, behind what is queued about the item', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await done(setStatus(one.device, task, 'completed'));
  await one.engine.run('sync_now');
  restore();
  await done(editItem(one.device, task, { title: 'unsent' }));
  await one.engine.run('sync_now');
  expect(world.server.living()).toMatchObject([{ title: 'unsent', status: 'completed' }]);
  await expectInStep(world, one);
});

test('[I8] a lost delete is sent again, before and after the feed contained it', async () => {
  for (const wasPulled of [true, false]) {
    const { world, one } = await inStep();
    const restore = world.server.backup();
    await done(deleteItem(one.device, task));
    if (wasPulled) await one.engine.run('sync_now');
    else await runsWithout(one, 'selfCheck');
    expect(world.server.living()).toEqual([]);
    restore();
    for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
    expect(world.server.living()).toEqual([]);
    expect(await one.shown()).toEqual([]);
    await expectInStep(world, one);
  }
});

test('a delete that was lost is not made again over what the new history changed', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await done(deleteItem(one.device, task));
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  await world.server.change(task, { title: 'of the new history' });
  await one.engine.run('sync_now');
  expect((await one.shown()).map(({ title }) => title)).toEqual(['of the new history']);
});

test('[I1] what only another device still has is asked about by the one that knows more', async () => {
  const { world, one, two } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'first' });
  await two.engine.run('sync_now');
  await world.server.change(lost, { title: 'second' });
  await one.engine.run('sync_now');
  restore();
  await two.engine.run('sync_now');
  expect(world.server.items.get(lost)?.title).toBe('first');
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', uuid: lost, server: { title: 'first' } },
  ]);
  expect((await one.row(lost)).title).toBe('second');
  await one.engine.resolve(lost, 'local');
  for (const device of [one, two]) await device.engine.run('sync_now');
  await expectInStep(world, one, two);
});

test('[I1] what is queued behind a create that came second overwrites nothing unseen', async () => {
  const { world, one } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
  await one.engine.run('sync_now');
  restore();
  await done(editItem(one.device, lost, { title: 'mine' }));
  one.transport.beforeServer = async (call) => {
    if (call !== 'batch') return;
    one.transport.beforeServer = () => undefined;
    // Another device of this person was faster, and somebody changed it since.
    await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
    await world.server.change(lost, { title: 'theirs' });
  };
  await one.engine.run('sync_now');
  expect(world.server.items.get(lost)?.title).toBe('theirs');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: lost }]);
});

test('[I1] a second restore before the first is known loses nothing either', async () => {
  const { world, one } = await inStep();
  const restores = [world.server.backup()];
  await world.server.seed({ uuid: uuidOf(2), type: 'todo', title: 'second' });
  restores.push(world.server.backup());
  await world.server.seed({ uuid: uuidOf(3), type: 'todo', title: 'third' });
  await one.engine.run('sync_now');
  restores[1]?.();
  await runsWithout(one, 'changes');
  restores[0]?.();
  await one.engine.run('sync_now');
  const titles = world.server.living().map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['as it was', 'second', 'third']);
  await expectInStep(world, one);
});

test('[I11] a create that another device was faster with leaves nothing pending', async () => {
  const { world, one } = await inStep();
  const uuid = uuidOf(2);
  const tooLarge = { kind: 'verdict', code: 'too_large', status: 413 } as const;
  const restore = world.server.backup();
  await done(createItem(one.device, { uuid, type: 'todo', title: 'of a file' }));
  await one.store.write(async (tx) => {
    const unit = await UnitOfWork.open(tx, one.device);
    const [create] = await tx.queue();
    if (create !== undefined) await blockRequest(unit, create, tooLarge);
    await unit.finish();
  });
  // The same file was imported elsewhere.
  await world.server.seed({ uuid, type: 'todo', title: 'of a file' });
  await one.engine.run('sync_now');
  restore();
  // The first page has the new epoch, and no other arrives.
  let pages = 0;
  one.transport.fault = (call) => (call === 'items' && (pages += 1) > 3 ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  expect(pages).toBeGreaterThan(3);
  const held = new Set((await one.queue()).flatMap(({ touches }) => touches));
  for (const row of await one.shown()) {
    expect(row._syncStatus).toBe(held.has(row.uuid) ? 'pending' : 'synced');
  }
});

test('[I20] a status that rolled up to the new history’s value causes no conflict', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  await world.server.change(task, { description: 'in both' });
  await one.engine.run('sync_now');
  const todo = { type: 'todo', title: 'below', parent_uuid: task } as const;
  const { item } = await done(createItem(one.device, todo));
  await done(setStatus(one.device, item.uuid, 'completed'));
  expect((await one.row(task)).status).toBe('completed');
  restore();
  await world.server.change(task, { description: 'in both', status: 'completed' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect((await one.row(task)).status).toBe('completed');
});

test('[I7] what the new history has removed is no difference while its change is asked about', async () => {
  const { world, one } = await inStep();
  await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'another' });
  await one.engine.run('sync_now');
  const restore = world.server.backup();
  await world.server.change(task, { title: 'lost' });
  await one.engine.run('sync_now');
  await done(editItem(one.device, task, { title: 'mine' }));
  restore();
  await world.server.remove(task);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: task, removal: 'deleted' }]);
  expect(one.transport.differences).toEqual([]);
});

test('[RESTORE-03] [I10] what is restored from the trash of the old history takes the place of nothing', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const [gone, fresh] = [uuidOf(2), uuidOf(3)];
  await world.server.seed({ uuid: gone, type: 'task', title: 'lost with the delete' });
  await one.engine.run('sync_now');
  await done(deleteItem(one.device, gone));
  restore();
  // It is given the number that the other had.
  await world.server.seed({ uuid: fresh, type: 'task', title: 'of the new history' });
  await one.engine.run('sync_now');
  await done(restoreItem(one.device, gone));
  expect(await one.row(fresh)).toMatchObject({ title: 'of the new history', base: {} });
});

test('[RESTORE-03] an item of the server’s trash takes the place of nothing of the old history', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const [held, gone] = [uuidOf(2), uuidOf(3)];
  await world.server.seed({ uuid: held, type: 'task', title: 'of the old history' });
  await one.engine.run('sync_now');
  restore();
  await world.server.seed({ uuid: gone, type: 'task', title: 'deleted elsewhere' });
  const seeded = await world.server.view(gone);
  await world.server.remove(gone);
  const people = { created_by: null, user: null, assignedUser: null, parent: null };
  const trashed = { ...seeded, ...people, deleted_at: world.server.now(), taken_along: 0 };
  await done(restoreFromServer(one.device, trashed as never));
  expect(await one.row(held)).toMatchObject({ title: 'of the old history' });
});

test('[RESTORE-03] [I10] rows restored by the new history stay, independent of the old revisions', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  for (let change = 1; change <= 9; change += 1) {
    await world.server.change(task, { description: `change ${change}` });
  }
  await one.engine.run('sync_now');
  await done(deleteItem(one.device, task));
  await one.engine.run('sync_now');
  restore();
  await world.server.remove(task);
  await one.engine.run('sync_now');
  await done(restoreItem(one.device, task));
  await one.engine.run('timer');
  await one.engine.run('timer');
  expect(await one.row(task)).toMatchObject({ _deleted: false, _syncStatus: 'synced' });
});

test('[I7] a hidden item leaves once its conflict is resolved, in any history', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  const uuid = uuidOf(2);
  await world.server.seed({ uuid, type: 'todo', title: 'lost', assigned_to: 2 });
  await one.engine.run('sync_now');
  await done(removePerson(one.device, uuid, 2));
  await world.server.hide(uuid);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden' }]);
  restore();
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid, removal: 'hidden' }]);
  await one.engine.resolve(uuid, 'server');
  await expectInStep(world, one);
});

test('[RESTORE-03] [I10] a conflict over a row of a former history receives the row of the present one', async () => {
  const { world, one } = await inStep();
  const restore = world.server.backup();
  for (let change = 1; change <= 5; change += 1) {
    await world.server.change(task, { title: `of the old history ${change}` });
  }
  await one.engine.run('sync_now');
  await done(editItem(one.device, task, { title: 'mine' }));
  restore();
  await world.time.pass(60_000);
  await world.server.change(task, { title: 'of the new history' });
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update' }]);
  await world.server.remove(task);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
  await world.server.restore(task);
  await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', server: { title: 'of the new history' } },
  ]);
});

test('[RESTORE-03] [I1] what another device creates again first is asked about by the one that knows more', async () => {
  const { world, one, two } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'first' });
  await two.engine.run('sync_now');
  await world.server.change(lost, { title: 'second' });
  await one.engine.run('sync_now');
  restore();
  one.transport.beforeServer = async (call) => {
    if (call !== 'batch') return;
    one.transport.beforeServer = () => undefined;
    await two.engine.run('sync_now');
  };
  await one.engine.run('sync_now');
  expect(world.server.items.get(lost)?.title).toBe('first');
  expect(await one.engine.conflicts()).toMatchObject([
    { kind: 'update', uuid: lost, server: { title: 'first' } },
  ]);
  expect((await one.row(lost)).title).toBe('second');
});

test('[RESTORE-03] [I8] a create that may have arrived in the former history is not cancelled by a delete', async () => {
  const { world, one, two } = await inStep();
  const restore = world.server.backup();
  await world.server.change(task, { title: 'lost' });
  await one.engine.run('sync_now');
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('sync_now');
  await two.engine.run('sync_now');
  restore();
  // The first page has the new epoch, and no other arrives.
  let pages = 0;
  one.transport.fault = (call) => (call === 'items' && (pages += 1) > 1 ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  expect(await one.queue()).toMatchObject([{ itemUuid: item.uuid, sent: false }]);
  one.transport.fault = () => 'none';
  await done(deleteItem(one.device, item.uuid));
  await two.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.deleted).toBe(false);
  for (const device of [one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.deleted).toBe(true);
  await expectInStep(world, one, two);
});

test('[RESTORE-03] [I1] an edit behind a create that may repeat another outlives the other one', async () => {
  const { world, one, two } = await inStep();
  const restore = world.server.backup();
  await world.server.change(task, { title: 'lost' });
  await one.engine.run('sync_now');
  const { item } = await done(createItem(one.device, { type: 'task', title: 'made' }));
  one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
  await one.engine.run('sync_now');
  await two.engine.run('sync_now');
  restore();
  // The new history has been fetched, and nothing is sent.
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('sync_now');
  await done(editItem(one.device, item.uuid, { title: 'edited' }));
  // The other device creates the item again as it had received it.
  await two.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('made');
  one.transport.fault = () => 'none';
  for (const device of [one, one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.title).toBe('edited');
  await expectInStep(world, one, two);
});

test('[RESTORE-03] what is queued behind a create that may repeat another is sent once that is answered', async () => {
  const { world, one } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'as it was' });
  await one.engine.run('sync_now');
  restore();
  await done(editItem(one.device, lost, { title: 'mine' }));
  one.transport.batches.length = 0;
  await one.engine.run('sync_now');
  const sent = one.transport.batches.map(({ requests }) => requests.map(({ method }) => method));
  expect(sent).toEqual([['POST'], ['PATCH']]);
  expect(world.server.items.get(lost)?.title).toBe('mine');
  await expectInStep(world, one);
});
