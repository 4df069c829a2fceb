import { createItem } from './actions.ts';
import { labelItem } from './label-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import { expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { inStep, itemLost, runsWithout, task } from '../testing/restored-backup.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { newWorld } from '../testing/test-world.ts';

type Labels = readonly string[];

const labelled = (labels: Labels) => ({ labels });

test('[LABEL-02] labels added on two devices are all kept, and a label removed on one device is removed', async () => {
  const { world, one, two } = await inStep();
  await world.server.label(task, { add: ['old'] });
  for (const device of [one, two]) await device.engine.run('sync_now');
  await one.label(task, { add: ['home', 'both'], remove: ['OLD'] });
  await two.label(task, { add: ['work', 'Both'] });
  for (const device of [one, two, one]) await device.engine.run('sync_now');
  const server = world.server.items.get(task);
  expect(server).toMatchObject({ labels: ['both', 'home', 'work'], version: 1 });
  await expectInStep(world, one, two);
});

test('[LABEL-02] labels added and removed before they are sent are one request', async () => {
  const { one } = await inStep();
  await one.label(task, { add: ['home', 'work'] });
  const before = await one.row(task);
  await one.edit(task, { title: 'edited' });
  await one.label(task, { add: ['later'], remove: ['HOME'] });
  expect(await one.row(task)).toMatchObject(labelled(['later', 'work']));
  const [labels, edit] = await one.queue();
  expect(labels?.data).toEqual({ add: ['later', 'work'], remove: ['home'] });
  expect(labels?.basis).toBeNull();
  // The edit is based on the server's version, not on the labels.
  expect(edit?.basis).toMatchObject({ ifMatch: expect.stringContaining(':1') });
  expect(before.updated_at).toBe((await one.read((tx) => tx.itemByUuid(task)))?.base?.updated_at);
});

test('[LABEL-02] labels that are already there queue nothing', async () => {
  const { one } = await inStep();
  await one.label(task, { remove: ['home'] });
  expect(await one.queue()).toEqual([]);
});

test('[LABEL-02] labels of an unsent item are sent with its create', async () => {
  const { world, one } = await inStep();
  const input = { type: 'todo', title: 'new', labels: ['home'] } as const;
  const { item } = await one.create(input);
  await one.label(item.uuid, { add: ['work'] });
  expect(await one.queue()).toMatchObject([{ data: labelled(['home', 'work']) }]);
  await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)).toMatchObject(labelled(['home', 'work']));
  await expectInStep(world, one);
});

test('[LABEL-02] labels are sent between two edits, of which the second is based on the first', async () => {
  const { world, one } = await inStep();
  await one.edit(task, { title: 'first' });
  await runsWithout(one, 'batch');
  await one.label(task, { add: ['home'] });
  await one.edit(task, { title: 'second' });
  const [first, , second] = await one.queue();
  expect(second?.basis).toEqual({ after: first?.id });
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'second', labels: ['home'] });
  await expectInStep(world, one);
});

test('[LABEL-02] labels are based on no version, and no request is based on them, when others change the item', async () => {
  const { world, one } = await inStep();
  await one.label(task, { add: ['home'] });
  await one.edit(task, { title: 'mine' });
  await world.server.change(task, { description: 'theirs' });
  await runsWithout(one, 'batch');
  const [labels, edit] = await one.queue();
  expect(labels?.basis).toBeNull();
  expect(edit?.basis).toMatchObject({ ifMatch: expect.stringContaining(':2') });
  await one.engine.run('sync_now');
  const both = { title: 'mine', description: 'theirs', labels: ['home'] };
  expect(world.server.items.get(task)).toMatchObject(both);
  await expectInStep(world, one);
});

test('[LABEL-02] a change by others in the response to labels is still asked about', async () => {
  const { world, one } = await inStep();
  await one.label(task, { add: ['home'] });
  await one.edit(task, { title: 'mine' });
  await world.time.pass(60_000);
  one.transport.once('beforeServer', 'batch', () => world.server.change(task, { title: 'theirs' }));
  await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'theirs', labels: ['home'] });
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
});

test.each(['local', 'both', 'server'] as const)(
  '[LABEL-02] labels survive a conflict of other fields that ends with %s',
  async (keep) => {
    const { world, one } = await inStep();
    await one.edit(task, { title: 'mine' });
    await one.label(task, { add: ['home'], remove: ['theirs'] });
    await world.changes(task, { title: 'theirs' }, 60_000);
    await one.runsAfter(world.server.label(task, { add: ['Theirs', 'more'] }), 'timer');
    expect(await one.engine.conflicts()).toHaveLength(1);
    await one.runsAfter(one.engine.resolve(task, keep), 'sync_now');
    const title = keep === 'server' ? 'theirs' : 'mine';
    expect(world.server.items.get(task)).toMatchObject({
      title,
      labels: ['home', 'more', 'Theirs'],
    });
    await expectInStep(world, one);
  },
);

test('[LABEL-02] labels of an item that others deleted cause no question, and come back with the item', async () => {
  const { world, one } = await inStep();
  await one.runsAfter(world.server.label(task, { add: ['kept'] }), 'sync_now');
  await one.label(task, { add: ['home'] });
  await one.runsAfter(world.server.remove(task), 'sync_now');
  await expectInStep(world, one);
  await one.runsAfter(world.server.restore(task), 'sync_now');
  expect(await one.row(task)).toMatchObject(labelled(['kept']));
  await expectInStep(world, one);
});

test('[LABEL-02] labels of an item that a restored backup hides raise no question', async () => {
  const { world, one } = newWorld();
  await world.server.seed({ uuid: task, type: 'task', title: 'theirs', user_id: otherId });
  const restore = world.server.backup();
  await world.server.change(task, { assigned_to: userId });
  await one.engine.run('start');
  await one.label(task, { add: ['home'] });
  restore();
  for (let cycle = 0; cycle < 2; cycle += 1) await one.engine.run('sync_now');
  expect(await one.queue()).toEqual([]);
  expect(await one.engine.conflicts()).toEqual([]);
  expect(await one.read((tx) => tx.itemByUuid(task))).toBeUndefined();
});

test('[LABEL-02] labels survive the user’s own delete when it is undone', async () => {
  const { world, one } = await inStep();
  await one.label(task, { add: ['home'] });
  await one.runsAfter(one.delete(task), 'sync_now');
  await one.runsAfter(world.server.restore(task), 'sync_now');
  expect(await one.row(task)).toMatchObject(labelled(['home']));
});

test('[LABEL-04] labels lost with a restored backup are sent with the item that is created again', async () => {
  const { world, one } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await world.server.seed({ uuid: lost, type: 'task', title: 'lost', labels: ['home', 'kept'] });
  await one.engine.run('sync_now');
  restore();
  await one.label(lost, { add: ['work'], remove: ['HOME'] });
  for (let cycle = 0; cycle < 2; cycle += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(lost)).toMatchObject(labelled(['kept', 'work']));
  await expectInStep(world, one);
});

test('[LABEL-04] labels lost with a restored backup are added to an item that another device has created again without them', async () => {
  const { world, one, two, lost } = await itemLost();
  await two.engine.run('sync_now');
  expect(world.server.items.get(lost)).toMatchObject(labelled([]));
  await one.engine.run('sync_now');
  await one.runsAfter(world.server.label(lost, { add: ['theirs'] }), 'sync_now');
  expect(world.server.items.get(lost)?.labels).toEqual(['theirs']);
});

test('[LABEL-04] labels lost with a restored backup that only one device has received are added to the item', async () => {
  const { world, one, two } = await inStep();
  const lost = uuidOf(2);
  const restore = world.server.backup();
  await two.runsAfter(world.server.seed({ uuid: lost, type: 'task', title: 'lost' }), 'sync_now');
  await one.runsAfter(world.server.label(lost, { add: ['home'] }), 'sync_now');
  restore();
  one.transport.once('beforeServer', 'batch', async () => {
    await two.engine.run('sync_now');
    await world.server.label(lost, { add: ['theirs'] });
  });
  for (let cycle = 0; cycle < 2; cycle += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(lost)).toMatchObject(labelled(['home', 'theirs']));
  expect(await one.engine.conflicts()).toEqual([]);
  await two.engine.run('sync_now');
  await expectInStep(world, one, two);
});

test.each(['lacks', 'has without them'] as const)(
  '[LABEL-04] labels lost with a restored backup are not added to an item that an earlier release received and that the backup %s',
  async (backup) => {
    const { world, one } = await inStep();
    const lost = uuidOf(2);
    const before = world.server.backup();
    await world.server.seed({ uuid: lost, type: 'task', title: 'lost' });
    const restore = backup === 'lacks' ? before : world.server.backup();
    await one.runsAfter(world.server.change(lost, { description: 'later' }), 'sync_now');
    const { base, labels: _, ...row } = await one.row(lost);
    if (base === null) throw new Error('not fetched');
    const { labels: __, ...received } = base;
    await one.store.write((tx) => tx.putItems([{ ...row, base: received } as LocalItem]));
    restore();
    for (let cycle = 0; cycle < 2; cycle += 1) await one.engine.run('sync_now');
    const kept = { description: 'later', labels: [] };
    expect(world.server.items.get(lost)).toMatchObject(kept);
    await expectInStep(world, one);
  },
);

test('[LABEL-04] labels lost with a restored backup are sent again for an item that the backup contains without them', async () => {
  const { world, one, restore } = await inStep();
  await one.runsAfter(world.server.label(task, { add: ['home'] }), 'sync_now');
  restore();
  for (let cycle = 0; cycle < 2; cycle += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject(labelled(['home']));
  await expectInStep(world, one);
});

test('[LABEL-01] a device can set up to 10 labels, and shows more if an item has them', async () => {
  const { world, one } = await inStep();
  const add = Array.from({ length: 10 }, (_, number) => `label ${number}`);
  await one.label(task, { add });
  const tooMany = { error: { code: 'invalid', fields: { labels: 'too_many' } } };
  expect(await labelItem(one.device, task, { add: ['more'] })).toMatchObject(tooMany);
  expect(
    await createItem(one.device, { type: 'todo', title: 'x', labels: [...add, 'more'] }),
  ).toMatchObject(tooMany);
  await one.runsAfter(world.server.label(task, { add: ['theirs'] }), 'sync_now');
  expect((await one.row(task)).labels).toHaveLength(11);
  // A change that removes one label may add another.
  const swap = { add: ['other'], remove: ['theirs'] };
  expect(await labelItem(one.device, task, swap)).toMatchObject({ ok: true });
});

test('[LABEL-01] a device refuses an invalid label, and names it', async () => {
  const { one } = await inStep();
  for (const add of [[''], ['x'.repeat(41)], ['a\nb']]) {
    expect(await labelItem(one.device, task, { add })).toMatchObject({
      error: { code: 'invalid', fields: { labels: expect.any(String) } },
    });
  }
  expect(await one.queue()).toEqual([]);
});

test('[LABEL-03] a view-only item cannot be labelled', async () => {
  const { world, one } = newWorld();
  const todo = { uuid: uuidOf(3), type: 'todo', title: 'todo', parent_uuid: task } as const;
  await world.server.seed({ uuid: task, type: 'task', title: 'theirs', user_id: otherId });
  await world.server.seed({ ...todo, user_id: otherId, assigned_to: userId });
  await one.engine.run('start');
  expect(await labelItem(one.device, task, { add: ['home'] })).toMatchObject({
    error: { code: 'forbidden' },
  });
  await one.runsAfter(one.label(todo.uuid, { add: ['home'] }), 'sync_now');
  expect(world.server.items.get(todo.uuid)).toMatchObject(labelled(['home']));
});
