import { describe, expect, test } from 'vitest';
import { assignItem, createItem, deleteItem, editItem, moveItem, setStatus } from './actions.ts';
import { restoreItem } from './restore.ts';
import { done } from '../testing/done.ts';
import { TestWorld } from '../testing/test-world.ts';

const newDevice = () => new TestWorld().newDevice();

describe('coalescing', () => {
  test('edits join what was never sent', async () => {
    const one = newDevice();
    const { item } = await done(createItem(one.device, { type: 'task', title: 'a' }));
    await done(editItem(one.device, item.uuid, { title: 'b' }));
    await done(setStatus(one.device, item.uuid, 'completed'));
    await done(assignItem(one.device, item.uuid, 3));
    expect(await one.queue()).toMatchObject([
      { method: 'POST', data: { title: 'b', status: 'completed', assigned_to: 3 } },
    ]);
    expect(await one.row(item.uuid)).toMatchObject({
      title: 'b',
      status: 'completed',
      assigned_to: 3,
    });
  });

  test('and never what was sent', async () => {
    const one = newDevice();
    const { item } = await done(createItem(one.device, { type: 'task', title: 'a' }));
    one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
    await one.engine.run('action');
    await done(editItem(one.device, item.uuid, { title: 'b' }));
    const [create, patch] = await one.queue();
    expect(create).toMatchObject({ sent: true, data: { title: 'a' } });
    expect(patch).toMatchObject({ sent: false, basis: { after: create?.id } });
  });

  test('[OFF-08] create and delete cancel, unless something queued refers to the item', async () => {
    const one = newDevice();
    const { item: lone } = await done(createItem(one.device, { type: 'task', title: 'lone' }));
    await done(deleteItem(one.device, lone.uuid));
    expect(await one.queue()).toEqual([]);
    expect(await one.shown()).toEqual([]);
    const { item: parent } = await done(createItem(one.device, { type: 'task', title: 'p' }));
    const { item: child } = await done(
      createItem(one.device, { type: 'todo', title: 'c', parent_uuid: parent.uuid }),
    );
    await done(deleteItem(one.device, parent.uuid));
    expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
    expect(await one.row(child.uuid)).toMatchObject({ top: 1, parent_uuid: parent.uuid });
    await done(restoreItem(one.device, parent.uuid));
    expect((await one.queue()).map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(await one.row(child.uuid)).toMatchObject({ top: 0 });
    await done(restoreItem(one.device, lone.uuid));
    expect((await one.queue()).length).toBe(3);
    expect(await one.row(lone.uuid)).toMatchObject({ _deleted: false, _syncStatus: 'pending' });
  });

  test('a parent completed by hand stays so, though a child was made before it was sent', async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    const { item: campaign } = await done(createItem(one.device, { type: 'campaign', title: 'c' }));
    const place = { parent_uuid: campaign.uuid };
    await done(createItem(one.device, { type: 'todo', title: 'open', ...place }));
    const { item } = await done(setStatus(one.device, campaign.uuid, 'completed'));
    expect(item).toMatchObject({ status: 'completed', rolled: null });
    await one.engine.run('start');
    expect(world.server.items.get(campaign.uuid)).toMatchObject({ status: 'completed' });
    expect(await one.row(campaign.uuid)).toMatchObject({ status: 'completed', rolled: null });
  });

  test('[I9] what cancels leaves nothing on the parents that it went through', async () => {
    const one = newDevice();
    const { item: first } = await done(createItem(one.device, { type: 'task', title: 'first' }));
    await done(setStatus(one.device, first.uuid, 'completed'));
    const { item: second } = await done(createItem(one.device, { type: 'task', title: 'second' }));
    await done(setStatus(one.device, second.uuid, 'completed'));
    const place = { parent_uuid: first.uuid };
    const { item } = await done(createItem(one.device, { type: 'todo', title: 'a', ...place }));
    await done(moveItem(one.device, item.uuid, second.uuid));
    await done(moveItem(one.device, item.uuid, null));
    for (const { uuid } of [first, second]) {
      expect(await one.row(uuid)).toMatchObject({ status: 'in_progress' });
    }
    await done(deleteItem(one.device, item.uuid));
    expect(await one.queue()).toHaveLength(2);
    for (const { uuid } of [first, second]) {
      expect(await one.row(uuid)).toMatchObject({ status: 'completed', rolled: null });
    }
  });

  test('a delete with children hides exactly those named, and is restored completely', async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    const { item: parent } = await done(createItem(one.device, { type: 'task', title: 'p' }));
    const [a, b] = await Promise.all(
      ['a', 'b'].map((title) =>
        done(createItem(one.device, { type: 'todo', title, parent_uuid: parent.uuid })),
      ),
    );
    if (a === undefined || b === undefined) throw new Error('not made');
    await one.engine.run('start');
    await done(deleteItem(one.device, parent.uuid, [a.item.uuid]));
    expect((await one.shown()).map(({ title }) => title)).toEqual(['b']);
    await one.engine.run('action');
    expect(world.server.living().map(({ title }) => title)).toEqual(['b']);
    await done(restoreItem(one.device, a.item.uuid));
    expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'p']);
    await one.engine.run('action');
    expect(
      world.server
        .living()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['a', 'b', 'p']);
    expect((await one.shown()).map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'p']);
    expect(await one.queue()).toEqual([]);
  });
});
