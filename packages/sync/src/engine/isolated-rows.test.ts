import { editItem } from '../actions/edit-items.ts';
import { done } from '../testing/done.ts';
import { expectInStep, inStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import type { TestDevice } from '../testing/test-world.ts';

// A row that the code cannot handle, for an unexpected reason, stops nothing else.

const [odd, other] = [uuidOf(1), uuidOf(2)];

/** A device with two tasks; every write that would leave its store in this state fails. */
async function failingWhere(isSo: (one: TestDevice) => boolean) {
  const scene = await inStep(
    { uuid: odd, type: 'task', title: 'odd' },
    { uuid: other, type: 'task', title: 'other' },
  );
  const { one } = scene;
  one.store.faults.beforeCommit = () => {
    if (isSo(one)) throw new Error('on purpose');
    return null;
  };
  return scene;
}

/** The requests about an item in a device's queue. */
const about = (one: TestDevice, uuid: string) =>
  [...one.tables.requests.values()].filter(({ itemUuid }) => itemUuid === uuid);

test('[SYNC-17] [I23] a request whose response cannot be applied is blocked, and the rest is sent', async () => {
  let isQueued = false;
  const { world, one } = await failingWhere(
    (device) => isQueued && about(device, odd).length === 0,
  );
  for (const uuid of [odd, other]) await done(editItem(one.device, uuid, { title: 'mine' }));
  isQueued = true;
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 1 });
  expect(about(one, odd)).toMatchObject([{ state: { why: { kind: 'server_errors' } } }]);
  expect(await one.row(other)).toMatchObject({ title: 'mine', _syncStatus: 'synced' });
  isQueued = false;
  await one.engine.run('sync_now');
  expect(world.server.items.get(odd)).toMatchObject({ title: 'mine', version: 2 });
  await expectInStep(world, one);
});

test('[SYNC-17] [I23] a received row that cannot be stored does not prevent sending', async () => {
  const { world, one } = await failingWhere((device) => device.tables.idOfUuid.has(uuidOf(3)));
  await world.server.seed({ uuid: uuidOf(3), type: 'task', title: 'cannot be stored' });
  await world.server.seed({ uuid: uuidOf(4), type: 'todo', title: 'of another stream' });
  await done(editItem(one.device, other, { title: 'mine' }));
  expect(await one.engine.run('sync_now')).toMatchObject({
    kind: 'failed',
    problem: { code: 'store' },
    hasPulled: true,
  });
  expect(world.server.items.get(other)).toMatchObject({ title: 'mine' });
  expect(await one.row(uuidOf(4))).toMatchObject({ title: 'of another stream' });
});

test('[SYNC-17] [I23] the changes of an item that cannot be compared are blocked, and the rest is sent', async () => {
  const { world, one } = await failingWhere((device) => device.tables.meta('conflict').size > 0);
  for (const uuid of [odd, other]) await done(editItem(one.device, uuid, { title: 'mine' }));
  await one.runsAfter(world.changes(odd, { title: 'theirs' }, 60_000), 'sync_now');
  expect(one.engine.state()).toMatchObject({ pending: 0, blocked: 1 });
  expect(world.server.items.get(other)).toMatchObject({ title: 'mine' });
  expect(world.server.items.get(odd)).toMatchObject({ title: 'theirs' });
});
