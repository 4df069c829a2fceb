import { storedName } from '../store/stored-names.ts';
import { createItem, removePerson } from './actions.ts';
import { discardRequest } from './attention.ts';
import { done } from '../testing/done.ts';
import { failUntilBlocked } from '../testing/fail-until-blocked.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId } from '../testing/test-server.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';
import { losesAnswer } from '../testing/loses-answer.ts';

const [campaign, task, todo] = [uuidOf(1), uuidOf(2), uuidOf(3)];
const other = 2;

/** A campaign of mine that is assigned to another person, as is a todo of a task in it. */
async function shared() {
  const { world, one } = newWorld();
  const { server } = world;
  await server.seed({ uuid: campaign, type: 'campaign', title: 'campaign', assigned_to: other });
  await server.seed({ uuid: task, type: 'task', title: 'task', parent_uuid: campaign });
  await server.seed({
    uuid: todo,
    type: 'todo',
    title: 'todo',
    parent_uuid: task,
    assigned_to: other,
  });
  await one.engine.run('start');
  return { world, one };
}

test('[SHARE-07] removing a person shows at once which assignments end on the item and below it, as the server does', async () => {
  const { world, one } = await shared();
  await one.removePerson(campaign, other);
  for (const uuid of [campaign, todo]) {
    expect(await one.row(uuid)).toMatchObject({ assigned_to: null, _syncStatus: 'pending' });
  }
  expect(await one.row(task)).toMatchObject({ _syncStatus: 'synced' });
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  for (const uuid of [campaign, todo]) {
    expect(world.server.items.get(uuid)).toMatchObject({ assigned_to: null });
    expect(await one.row(uuid)).toMatchObject({ assigned_to: null, _syncStatus: 'synced' });
  }
});

test('[SHARE-07] removing a person requires manage, even offline, and is queued behind earlier changes of items below', async () => {
  const { world, one } = await shared();
  await one.edit(todo, { title: 'mine' });
  await one.runsAfter(one.removePerson(campaign, other), 'sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(todo)).toMatchObject({ title: 'mine', assigned_to: null });
  const theirs = { user_id: otherId, assigned_to: world.user.id };
  await world.server.seed({ uuid: uuidOf(4), type: 'task', title: 'theirs', ...theirs });
  await one.engine.run('sync_now');
  const refused = await removePerson(one.device, uuidOf(4), other);
  expect(refused).toEqual({ ok: false, error: { code: 'forbidden' } });
});

test('[CONF-06] an item assigned to the person after the question was opened is asked about', async () => {
  const { world, one } = await shared();
  const seen = new Map((await one.shown()).map((row) => [row.uuid, row]));
  const added = uuidOf(4);
  await world.server.seed({
    uuid: added,
    type: 'todo',
    title: 'new',
    parent_uuid: campaign,
    assigned_to: other,
  });
  await one.runsAfter(world.server.change(task, { assigned_to: other }), 'sync_now');
  for (const uuid of [task, added]) {
    const asked = await removePerson(one.device, campaign, other, seen);
    expect(asked).toMatchObject({
      ok: false,
      error: { code: 'changed', item: { uuid, assigned_to: other }, fields: ['assigned_to'] },
    });
    expect(await one.queue()).toEqual([]);
    seen.set(uuid, await one.row(uuid));
  }
  await one.runsAfter(one.removePerson(campaign, other, seen), 'sync_now');
  for (const uuid of [campaign, task, todo, added]) {
    expect(world.server.items.get(uuid)).toMatchObject({ assigned_to: null });
  }
});

test('[CONF-06] an item that others unassigned or reassigned is not asked about', async () => {
  const { world, one } = await shared();
  const seen = new Map((await one.shown()).map((row) => [row.uuid, row]));
  await world.server.change(campaign, { assigned_to: 3 });
  await one.runsAfter(world.server.change(todo, { title: 'theirs' }), 'sync_now');
  await one.runsAfter(one.removePerson(campaign, other, seen), 'sync_now');
  expect(world.server.items.get(campaign)).toMatchObject({ assigned_to: 3 });
  expect(world.server.items.get(todo)).toMatchObject({ title: 'theirs', assigned_to: null });
});

test('[SHARE-07] [I7] an item that others have moved out meanwhile keeps its assignee', async () => {
  const { world, one } = await shared();
  await one.removePerson(campaign, other);
  const run = world.server.run.bind(world.server);
  world.server.run = async (entry, caller) => {
    world.server.run = run;
    await world.server.change(task, { parent_uuid: null });
    return run(entry, caller);
  };
  await one.engine.run('sync_now');
  expect(world.server.items.get(todo)).toMatchObject({ assigned_to: other });
  await expectInStep(world, one);
});

test('[SHARE-07] a guest removes a sample user in the same way', async () => {
  const one = new TestWorld().newDevice();
  const guest = { ...one.device, account: { kind: 'guest' } } as const;
  const top = await done(createItem(guest, { type: 'task', title: 'task', assigned_to: 2 }));
  const below = {
    type: 'todo',
    title: 'todo',
    parent_uuid: top.item.uuid,
    assigned_to: 2,
  } as const;
  const child = await done(createItem(guest, below));
  await done(removePerson(guest, top.item.uuid, 2));
  for (const { uuid } of [top.item, child.item]) {
    expect(await one.row(uuid)).toMatchObject({ assigned_to: null });
  }
});

test('[SHARE-28] buffered edits and deletes by others are applied without a conflict', async () => {
  const { world, one } = await shared();
  const two = world.newDevice();
  await two.engine.run('start');
  await one.edit(todo, { title: 'mine' });
  await world.time.pass(1000);
  await two.runsAfter(two.removePerson(campaign, other), 'sync_now');
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(todo)).toMatchObject({ title: 'mine', assigned_to: null });
  await one.runsAfter(world.server.change(todo, { assigned_to: other }), 'sync_now');
  await two.engine.run('sync_now');
  await one.delete(todo);
  await two.runsAfter(two.removePerson(campaign, other), 'sync_now');
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(todo)).toMatchObject({ deleted: true });
});

test('[SHARE-28] a buffered assignment by others is a conflict, even if it assigns the former person', async () => {
  const { world, one } = await shared();
  const two = world.newDevice();
  await two.engine.run('start');
  await one.assign(todo, 3);
  await one.assign(todo, other);
  await world.time.pass(1000);
  await two.runsAfter(two.removePerson(campaign, other), 'sync_now');
  await one.engine.run('sync_now');
  expect(world.server.items.get(todo)).toMatchObject({ assigned_to: null });
  const conflicts = await one.read((tx) => tx.metaOf('conflict'));
  expect(conflicts).toMatchObject([{ id: todo, value: { kind: 'update', canKeepBoth: false } }]);
});

test('[SHARE-28] a later change does not conflict with the user’s own removal of a person', async () => {
  const { world, one } = await shared();
  await one.removePerson(campaign, other);
  await one.assign(todo, 3);
  await one.runsAfter(world.time.pass(1000), 'sync_now');
  expect(await one.queue()).toEqual([]);
  expect(await one.read((tx) => tx.metaOf('conflict'))).toEqual([]);
  expect(world.server.items.get(todo)).toMatchObject({ assigned_to: 3 });
});

test('[SHARE-07] [I8] if a delete is kept after a removal, it includes only the chosen items', async () => {
  const { world, one } = await shared();
  await one.removePerson(campaign, other);
  await one.delete(campaign);
  await one.runsAfter(world.changes(campaign, { title: 'theirs' }, 1000), 'timer');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: campaign, kind: 'delete' }]);
  await one.runsAfter(one.engine.resolve(campaign, 'local'), 'timer');
  expect(world.server.items.get(campaign)).toMatchObject({ deleted: true });
  expect(world.server.items.get(todo)).toMatchObject({ deleted: false });
});

test('[SHARE-07] [I7] a removal does not change an item that the server has elsewhere because its move was refused', async () => {
  const { world, one } = await shared();
  const moved = uuidOf(4);
  await world.server.seed({ uuid: moved, type: 'todo', title: 'elsewhere', assigned_to: other });
  await one.engine.run('timer');
  world.server.refuses = ({ method }) => method === 'PATCH';
  await one.move(moved, campaign);
  await one.runsAfter(one.removePerson(campaign, other), 'timer');
  const [move] = await one.queue();
  await discardRequest(one.device, move?.id ?? '');
  await one.engine.run('sync_now');
  expect(world.server.items.get(campaign)).toMatchObject({ assigned_to: null });
  expect(await one.row(moved)).toMatchObject({ assigned_to: other, _syncStatus: 'synced' });
});

test('[SHARE-07] [I7] a late response to a removal ends no assignment made after it', async () => {
  const { world, one } = await shared();
  await one.removePerson(campaign, other);
  await losesAnswer(one);
  const mend = await failUntilBlocked(world, one);
  await one.runsAfter(world.server.change(todo, { assigned_to: other }), 'timer');
  expect(await one.queue()).toMatchObject([{ state: { kind: storedName.blocked } }]);
  expect(await one.row(todo)).toMatchObject({ base: { version: 3, assigned_to: other } });
  mend();
  // No pull corrects it.
  one.transport.fault = (call) => (call === 'batch' ? 'none' : 'request_lost');
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(await one.row(todo)).toMatchObject({ assigned_to: other });
  one.transport.fault = () => 'none';
  await endsInStep(world, one, 'sync_now');
});

test('[SHARE-07] [I6] an item that leaves while its removal is queued causes no conflict', async () => {
  const { world, one } = await shared();
  await one.removePerson(campaign, other);
  await world.server.hide(todo);
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('timer');
  expect(await one.engine.conflicts()).toEqual([]);
  expect((await one.shown()).map(({ uuid }) => uuid)).toEqual([campaign, task]);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(world.server.items.get(campaign)).toMatchObject({ assigned_to: null });
});
