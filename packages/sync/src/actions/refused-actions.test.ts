import { createItem, deleteItem, moveItem } from './actions.ts';
import { editItem } from './edit-items.ts';
import { inStep, make } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId } from '../testing/test-server.ts';

const refused = (code: string) => ({ ok: false, error: { code } });

test('a title that is too long changes nothing, and the refusal names the field', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'task');
  expect(await editItem(one.device, uuid, { title: 'x'.repeat(256) })).toMatchObject({
    ok: false,
    error: { code: 'invalid', fields: { title: 'too_long' } },
  });
  expect(await one.row(uuid)).toMatchObject({ title: 'task' });
});

test('an item that is not on this device is not found', async () => {
  const { one } = await inStep();
  expect(await editItem(one.device, uuidOf(404), { title: 'x' })).toEqual(refused('not_found'));
});

test('[I2] a uuid that an item already has is not given to another', async () => {
  const { one } = await inStep();
  const { uuid } = await make(one, 'first');
  const again = await createItem(one.device, { type: 'todo', title: 'second', uuid });
  expect(again).toEqual(refused('uuid_taken'));
  expect((await one.shown()).map(({ title }) => title)).toEqual(['first']);
  expect(await one.queue()).toHaveLength(1);
});

test('an item cannot move into an item of its own type, nor to a place where nothing may be added', async () => {
  const { world, one } = await inStep();
  const { uuid } = await make(one, 'mine');
  const other = await make(one, 'other task');
  const [campaign, below] = [uuidOf(1), uuidOf(2)];
  const theirs = { title: 'theirs', user_id: otherId } as const;
  await world.server.seed({ uuid: campaign, type: 'campaign', ...theirs });
  const mine = { parent_uuid: campaign, assigned_to: world.user.id };
  await world.server.seed({ uuid: below, type: 'task', ...theirs, ...mine });
  await one.engine.run('timer');
  expect(await one.row(campaign)).toMatchObject({ permission: 'view' });
  expect(await moveItem(one.device, uuid, other.uuid)).toEqual(refused('illegal_parent'));
  expect(await moveItem(one.device, uuid, campaign)).toEqual(refused('forbidden'));
  expect(await one.row(uuid)).toMatchObject({ parent_uuid: null });
  expect(await one.queue()).toEqual([]);
});

test('a move to the current place changes nothing, even if the parent is deleted', async () => {
  const { one } = await inStep();
  const parent = await make(one, 'parent');
  const { uuid } = await make(one, 'child', parent.uuid);
  await one.delete(parent.uuid);
  expect((await one.move(uuid, parent.uuid)).change).toBeNull();
});

test('[I19] a delete that names an item which the person may not delete deletes nothing', async () => {
  const { world, one } = await inStep();
  const parent = await make(one, 'mine');
  const theirs = { user_id: otherId, assigned_to: world.user.id };
  await world.server.seed({ uuid: uuidOf(1), type: 'task', title: 'theirs', ...theirs });
  await one.engine.run('timer');
  const outcome = await deleteItem(one.device, parent.uuid, [uuidOf(1)]);
  expect(outcome).toEqual(refused('forbidden'));
  expect(await one.shown()).toHaveLength(2);
  expect(await one.queue()).toEqual([]);
});

test('an unexpected error ends an action as a failure of the store', async () => {
  const { one } = await inStep();
  const uuid = (): string => {
    throw new Error('no more randomness');
  };
  const device = { ...one.device, ids: { ...one.device.ids, uuid } };
  expect(await createItem(device, { type: 'todo', title: 'x' })).toMatchObject(refused('store'));
  expect(await one.shown()).toEqual([]);
});
