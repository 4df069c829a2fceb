import { describe, expect, test } from 'vitest';
import {
  assignItem,
  createItem,
  deleteItem,
  editItem,
  moveItem,
  removePerson,
  setStatus,
} from '../actions/actions.ts';
import { labelItem } from '../actions/label-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { listed } from '../testing/deleted.ts';
import { deviceWith } from '../testing/device-with.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { madeHere } from '../testing/queued.ts';
import { queuedRequest, uuidOf } from '../testing/rows.ts';
import { serverRow } from '../testing/server-row.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';
import type { ShownConflict } from './resolve-conflict.ts';

const [task, todo, sibling, elsewhere] = [uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)];

interface Scene {
  readonly world: TestWorld;
  readonly one: TestDevice;
}

/** A device and a server that share a task with two todos, and another task. */
async function family(): Promise<Scene> {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: task, type: 'task', title: 'task' });
  await world.server.seed({ uuid: elsewhere, type: 'task', title: 'elsewhere' });
  await world.server.seed({ uuid: todo, type: 'todo', title: 'todo', parent_uuid: task });
  await world.server.seed({ uuid: sibling, type: 'todo', title: 'sibling', parent_uuid: task });
  await one.engine.run('start');
  return { world, one };
}

/** Others change the todo after this device has, and the device finds the conflict. */
async function changedThere(
  { world, one }: Scene,
  change: Parameters<TestWorld['server']['change']>[1],
): Promise<void> {
  await world.time.pass(5000);
  await world.server.change(todo, change);
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: todo }]);
}

/** The conflict about the todo as the dialog shows it now. */
async function shownOf({ one }: Scene): Promise<ShownConflict> {
  const [conflict] = await one.engine.conflicts();
  if (conflict === undefined) throw new Error('no conflict');
  return { conflict, row: await one.read((tx) => tx.itemByUuid(todo)) };
}

describe('keep both', () => {
  test('of the fields that collide only those named are kept from this device', async () => {
    const scene = await family();
    const { world, one } = scene;
    const mine = { title: 'mine', description: 'mine', due_date: '2026-03-04' };
    await done(editItem(one.device, todo, mine));
    await changedThere(scene, { title: 'theirs', description: 'theirs' });
    await one.engine.resolve(todo, { both: ['title'] });
    await one.engine.run('timer');
    const merged = { title: 'mine', description: 'theirs', due_date: '2026-03-04' };
    expect(world.server.items.get(todo)).toMatchObject(merged);
    await expectInStep(world, one);
  });

  test('[TIME-02] a date goes with its time, on either side', async () => {
    for (const keep of ['both', { both: ['due_date'] }, { both: [] }] as const) {
      const scene = await family();
      const { world, one } = scene;
      const before = { due_date: '2026-03-04', due_time: '17:00' };
      await world.server.change(todo, before);
      await one.engine.run('timer');
      await done(editItem(one.device, todo, { title: 'mine', due_time: '18:00' }));
      await changedThere(scene, { due_date: '2026-03-05' });
      await one.engine.resolve(todo, keep);
      await one.engine.run('timer');
      const isMine = keep === 'both' || keep.both.length > 0;
      const mine = { due_date: '2026-03-04', due_time: '18:00' };
      const theirs = { due_date: '2026-03-05', due_time: '17:00' };
      expect(world.server.items.get(todo)).toMatchObject(isMine ? mine : theirs);
      expect(world.server.items.get(todo)?.title).toBe('mine');
      await expectInStep(world, one);
    }
  });

  test('[TIME-02] a date that an earlier release queued alone goes with the time', async () => {
    const scene = await family();
    const { world, one } = scene;
    await world.server.change(todo, { due_date: '2026-03-04', due_time: '17:00' });
    await one.engine.run('timer');
    await done(editItem(one.device, todo, { due_date: '2026-03-06' }));
    await one.store.write(async (tx) => {
      for (const request of await tx.queue()) {
        await tx.putRequest({ ...request, data: { due_date: '2026-03-06' } });
      }
    });
    await changedThere(scene, { due_date: '2026-03-05', due_time: '19:00' });
    await one.engine.resolve(todo, 'local');
    await one.engine.run('timer');
    const mine = { due_date: '2026-03-06', due_time: '17:00' };
    expect(world.server.items.get(todo)).toMatchObject(mine);
    await expectInStep(world, one);
  });

  test('nothing is sent where nothing is kept from this device', async () => {
    const scene = await family();
    const { world, one } = scene;
    await done(editItem(one.device, todo, { title: 'mine' }));
    await changedThere(scene, { title: 'theirs', description: 'theirs' });
    await one.engine.resolve(todo, { both: [] });
    await expectInStep(world, one);
    expect((await one.row(todo)).title).toBe('theirs');
  });

  test('a change of this device by which nothing differs is not sent', async () => {
    const scene = await family();
    const { world, one } = scene;
    await done(editItem(one.device, todo, { title: 'mine' }));
    await done(moveItem(one.device, todo, elsewhere));
    await changedThere(scene, { title: 'theirs', status: 'in_progress' });
    await one.engine.resolve(todo, { both: [] });
    expect(await one.queue()).toMatchObject([{ data: { parent_id: elsewhere } }]);
    await one.engine.run('timer');
    await expectInStep(world, one);
    expect(await one.row(todo)).toMatchObject({ title: 'theirs', parent_uuid: elsewhere });
  });
});

describe('a choice between what was shown', () => {
  test('is not taken once others removed the item again', async () => {
    const scene = await family();
    const { world, one } = scene;
    await done(editItem(one.device, todo, { title: 'mine' }));
    await world.server.remove(todo);
    await one.engine.run('timer');
    const shown = await shownOf(scene);
    await world.server.restore(todo);
    await world.server.remove(todo);
    await one.engine.run('timer');
    expect(await one.engine.resolve(todo, 'server', shown)).toMatchObject({ error: 'changed' });
    const now = await shownOf(scene);
    expect(await one.engine.resolve(todo, 'server', now)).toMatchObject({ ok: true });
  });

  test('is not taken once this device deleted the item', async () => {
    const scene = await family();
    const { one } = scene;
    await done(editItem(one.device, todo, { title: 'mine' }));
    await changedThere(scene, { title: 'theirs' });
    const shown = await shownOf(scene);
    const { row } = shown;
    if (row === undefined) throw new Error('no row');
    const before = { ...shown, row: { ...row, _deleted: true } };
    expect(await one.engine.resolve(todo, 'local', before)).toMatchObject({ error: 'changed' });
  });

  test('is taken for an item of which the device has lost the row, unless the row is back', async () => {
    const scene = await family();
    const { one } = scene;
    await done(editItem(one.device, todo, { title: 'mine' }));
    await changedThere(scene, { title: 'theirs' });
    const shown = await shownOf(scene);
    const without: ShownConflict = { ...shown, row: undefined };
    expect(await one.engine.resolve(todo, 'server', without)).toMatchObject({ error: 'changed' });
    one.tables.items.delete(shown.row?.id ?? 0);
    expect(await one.engine.resolve(todo, 'server', shown)).toMatchObject({ error: 'changed' });
    expect(await one.engine.resolve(todo, 'server', without)).toMatchObject({ ok: true });
    expect(await one.engine.conflicts()).toEqual([]);
  });
});

test('what is aside already is not announced as set aside again', async () => {
  const scene = await family();
  const { one } = scene;
  await done(editItem(one.device, todo, { title: 'mine' }));
  await changedThere(scene, { title: 'theirs' });
  await one.engine.setConflictsAside();
  one.published.length = 0;
  await one.engine.setConflictsAside();
  expect(one.published).toEqual([]);
});

describe('an item that a queued delete of its parent takes along', () => {
  async function takenAlong(...children: readonly string[]): Promise<Scene> {
    const scene = await family();
    const { one } = scene;
    await done(editItem(one.device, todo, { title: 'mine' }));
    await done(deleteItem(one.device, task, [...children]));
    await changedThere(scene, { title: 'theirs' });
    return scene;
  }

  test('[CONF-05] Keep Server takes it out of the delete, which keeps the others', async () => {
    const { world, one } = await takenAlong(todo, sibling);
    await one.engine.resolve(todo, 'server');
    expect(await one.queue()).toMatchObject([
      { method: 'DELETE', touches: [task, sibling], data: { children: [sibling] } },
    ]);
    await one.engine.run('timer');
    expect(world.server.items.get(todo)).toMatchObject({ title: 'theirs', deleted: false });
    expect(world.server.items.get(sibling)?.deleted).toBe(true);
    await expectInStep(world, one);
  });

  test('[CONF-05] Keep Server of the only one leaves a delete of the parent alone', async () => {
    const { world, one } = await takenAlong(todo);
    await one.engine.resolve(todo, 'server');
    expect(await one.queue()).toMatchObject([{ method: 'DELETE', touches: [task], data: null }]);
    await one.engine.run('timer');
    expect(world.server.items.get(todo)).toMatchObject({ title: 'theirs', deleted: false });
    await expectInStep(world, one);
  });

  test('[CONF-05] Keep Local leaves it to the delete of its parent, with what was changed', async () => {
    const { one } = await takenAlong(todo);
    await one.engine.resolve(todo, 'local');
    expect(await one.queue()).toMatchObject([
      { method: 'DELETE', touches: [task, todo] },
      { method: 'PATCH', itemUuid: todo, data: { title: 'mine' } },
    ]);
    expect(await one.row(todo)).toMatchObject({ _deleted: true, _syncStatus: 'pending' });
  });
});

test('[CONF-05] Keep Local of what only the delete of its parent names sends nothing else', async () => {
  const scene = await family();
  const { one } = scene;
  await done(deleteItem(one.device, task, [todo]));
  await changedThere(scene, { title: 'theirs' });
  await one.engine.resolve(todo, 'local');
  expect(await one.queue()).toMatchObject([{ method: 'DELETE', touches: [task, todo] }]);
  expect(await one.queue()).toHaveLength(1);
});

test('[CONF-05] Keep Server leaves alone the removal of a person from what is above', async () => {
  const scene = await family();
  const { one } = scene;
  for (const uuid of [task, todo]) await done(assignItem(one.device, uuid, userId));
  await one.engine.run('timer');
  await done(removePerson(one.device, task, userId));
  const [removal] = await one.queue();
  expect(removal).toMatchObject({ touches: [task, todo], data: { user_id: userId } });
  await done(editItem(one.device, todo, { title: 'mine' }));
  await changedThere(scene, { title: 'theirs' });
  await one.engine.resolve(todo, 'server');
  expect(await one.queue()).toMatchObject([{ touches: [task, todo], data: { user_id: userId } }]);
});

test('[TRASH-01] Keep Server of what others deleted, and this device since, lists it as deleted', async () => {
  const scene = await family();
  const { world, one } = scene;
  await done(editItem(one.device, sibling, { title: 'mine' }));
  await world.server.remove(sibling);
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: sibling, removal: 'deleted' }]);
  await done(deleteItem(one.device, sibling));
  expect(await one.engine.conflicts()).toHaveLength(1);
  expect(await one.engine.resolve(sibling, 'server')).toMatchObject({ ok: true });
  expect(await listed(one)).toEqual([['sibling', 0]]);
});

test('a part of what is changed here is all of it where nothing says what both sides started from', async () => {
  const { world, one } = await family();
  await done(editItem(one.device, todo, { title: 'mine' }));
  await world.server.hide(todo);
  await one.engine.run('timer');
  await world.server.touch(todo);
  await world.server.change(todo, { title: 'theirs' });
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
  await one.engine.resolve(todo, { both: [] });
  expect(await one.queue()).toMatchObject([{ data: { title: 'mine' } }]);
});

test('[CONF-05] Keep Local of a deleted family names each of its items once', async () => {
  const { world, one } = await family();
  await done(deleteItem(one.device, task, [todo, sibling]));
  await world.server.change(task, { title: 'theirs' });
  await one.engine.run('timer');
  await one.engine.resolve(task, 'local');
  expect(await one.queue()).toMatchObject([
    { touches: [task, todo, sibling], data: { children: [todo, sibling] } },
  ]);
});

describe('a status that rolls up', () => {
  test('[CONF-05] follows at once when Keep Server takes back what it came from', async () => {
    const scene = await family();
    const { one } = scene;
    await done(deleteItem(one.device, sibling));
    await done(setStatus(one.device, todo, 'completed'));
    expect((await one.row(task)).status).toBe('completed');
    await changedThere(scene, { title: 'theirs' });
    await one.engine.resolve(todo, 'server');
    expect((await one.row(task)).status).toBe('pending');
  });

  test('[CONF-05] follows in the parent that the item was moved to here', async () => {
    const scene = await family();
    const { one } = scene;
    await done(setStatus(one.device, todo, 'completed'));
    await done(moveItem(one.device, todo, elsewhere));
    expect((await one.row(elsewhere)).status).toBe('completed');
    await changedThere(scene, { title: 'theirs', status: 'in_progress' });
    await one.engine.resolve(todo, 'server');
    expect((await one.row(elsewhere)).status).toBe('pending');
    expect((await one.row(task)).status).toBe('in_progress');
  });
});

describe('an item that the server has removed', () => {
  test('[CONF-05] Keep Local sends a restore, and the change behind it', async () => {
    const { world, one } = await family();
    await done(editItem(one.device, todo, { title: 'mine' }));
    await world.server.remove(todo);
    await one.engine.run('timer');
    await one.engine.resolve(todo, 'local');
    const [restore, patch] = await one.queue();
    expect(restore).toMatchObject({ touches: [todo] });
    expect(patch).toMatchObject({ data: { title: 'mine' }, basis: { after: restore?.id } });
  });

  test('[CONF-05] Keep Local sends nothing but the restore where nothing differs', async () => {
    const { world, one } = await family();
    await done(editItem(one.device, todo, { title: 'mine' }));
    await done(editItem(one.device, todo, { title: 'todo' }));
    await world.server.remove(todo);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed' }]);
    await one.engine.resolve(todo, 'local');
    expect((await one.queue()).map(({ url }) => url)).toEqual([`/api/items/${todo}/restore`]);
  });

  test('[CONF-05] Keep Server forgets what this device changed', async () => {
    const { world, one } = await family();
    await done(editItem(one.device, todo, { title: 'mine' }));
    await world.server.remove(todo);
    await one.engine.run('timer');
    await one.engine.resolve(todo, 'server');
    await expectInStep(world, one);
  });
});

describe('what was made here', () => {
  test('[CONF-05] Keep Local of a hidden item makes a new one of the same type and status', async () => {
    const { world, one } = await family();
    await done(setStatus(one.device, todo, 'in_progress'));
    await world.server.hide(todo);
    await one.engine.run('timer');
    await one.engine.resolve(todo, 'local');
    await one.engine.run('timer');
    const made = world.server.living().filter(({ user_id }) => user_id !== otherId);
    expect(made).toContainEqual(expect.objectContaining({ type: 'todo', status: 'in_progress' }));
  });

  test('its children hang below the number that the server gives it', async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    await one.engine.run('start');
    const restore = world.server.backup();
    const { item } = await done(createItem(one.device, { type: 'task', title: 'first' }));
    await one.engine.run('sync_now');
    await done(editItem(one.device, item.uuid, { title: 'second' }));
    await one.engine.run('sync_now');
    restore();
    await world.server.seed({ uuid: uuidOf(8), type: 'todo', title: 'takes its number' });
    await world.server.seed({ uuid: item.uuid, type: 'task', title: 'made again' });
    await world.time.pass(60_000);
    one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
    const below = { type: 'todo', title: 'below', parent_uuid: item.uuid } as const;
    const child = await done(createItem(one.device, below));
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: item.uuid }]);
    await one.engine.resolve(item.uuid, 'server');
    const shown = await one.row(item.uuid);
    expect(shown.id).toBe(world.server.items.get(item.uuid)?.id);
    expect((await one.row(child.item.uuid)).parent_id).toBe(shown.id);
  });
});

test.each(['local', 'server', 'both'] as const)(
  '[I10] [I13] Keep %s of an item whose number another one has leaves both on the device',
  async (keep) => {
    const asked = madeHere(900, { uuid: uuidOf(1), _conflictType: 'update' });
    const holder = madeHere(1, { uuid: uuidOf(2), title: 'holder' });
    const one = await deviceWith([asked, holder], queuedRequest(1, 1), queuedRequest(2, 2));
    const server = serverRow(1, { title: 'theirs' });
    const rest = { canKeepBoth: true, isAside: false, foundAt: server.updated_at };
    const sides = { base: null, server, removal: null, rev: server.rev };
    const conflict = { uuid: server.uuid, kind: 'update', ...sides, ...rest } as const;
    await one.store.write((tx) => tx.putMeta('conflict', conflict.uuid, conflict));
    await one.engine.resolve(conflict.uuid, keep);
    expect((await one.row(conflict.uuid)).id).toBe(server.id);
    expect((await one.row(holder.uuid)).title).toBe('holder');
  },
);

test.each(['both', { both: [] }] as const)(
  '[CONF-07] what was set here and set back is left as others made it, with %j',
  async (keep) => {
    const scene = await family();
    const { world, one } = scene;
    await done(editItem(one.device, todo, { description: 'mine' }));
    await done(setStatus(one.device, todo, 'completed'));
    await done(setStatus(one.device, todo, 'pending'));
    await changedThere(scene, { status: 'in_progress', title: 'theirs' });
    await one.engine.resolve(todo, keep);
    await one.engine.run('timer');
    const kept = { title: 'theirs', description: 'mine', status: 'in_progress' };
    expect(world.server.items.get(todo)).toMatchObject(kept);
    await expectInStep(world, one);
  },
);

test.each(['local', 'both'] as const)(
  '[TIME-01] [LABEL-01] what a tab of an earlier release left out of the row is kept with %s',
  async (keep) => {
    const scene = await family();
    const { world, one } = scene;
    await done(
      editItem(one.device, todo, { title: 'mine', due_date: '2026-03-01', due_time: '17:00' }),
    );
    await done(labelItem(one.device, todo, { add: ['home'] }));
    await changedThere(scene, { title: 'theirs' });
    const { due_time: _, labels: __, ...row } = await one.row(todo);
    await one.store.write((tx) => tx.putItems([row as LocalItem]));
    await one.engine.resolve(todo, keep);
    await one.engine.run('timer');
    const kept = { title: 'mine', due_time: '17:00', labels: ['home'] };
    expect(world.server.items.get(todo)).toMatchObject(kept);
    await expectInStep(world, one);
  },
);

test('[TIME-01] [LABEL-01] what others deleted comes back with what a tab of an earlier release left out', async () => {
  const scene = await family();
  const { world, one } = scene;
  await done(editItem(one.device, todo, { due_date: '2026-03-01', due_time: '17:00' }));
  await done(labelItem(one.device, todo, { add: ['home'] }));
  await world.server.remove(todo);
  await one.engine.run('timer');
  const { due_time: _, labels: __, ...row } = await one.row(todo);
  await one.store.write((tx) => tx.putItems([row as LocalItem]));
  await one.engine.resolve(todo, 'local');
  await one.engine.run('timer');
  expect(world.server.living()).toContainEqual(
    expect.objectContaining({ title: 'todo', due_time: '17:00', labels: ['home'] }),
  );
  await expectInStep(world, one);
});
