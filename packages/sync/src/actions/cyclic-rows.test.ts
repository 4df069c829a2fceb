import { assignItem, deleteItem, moveItem, setStatus, removePerson } from './actions.ts';
import { editItem } from './edit-items.ts';
import { localItemOf } from '../store/local-item.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';

const [one, two, own, campaign] = [uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)];
const damaged = [
  [one, two],
  [two, one],
  [own, own],
] as const;

/** A device with damaged rows: two tasks contain each other, a third one itself. */
async function damagedDevice() {
  const world = new TestWorld();
  const here = world.newDevice();
  await world.server.seed({ uuid: campaign, type: 'campaign', title: 'Bakery' });
  for (const [uuid] of damaged) await world.server.seed({ uuid, type: 'task', title: 'Lost' });
  await here.engine.run('start');
  await here.store.write(async (tx) => {
    for (const [uuid, parent_uuid] of damaged) {
      const base = (await tx.itemByUuid(uuid))?.base;
      if (base) await tx.putItems([localItemOf({ ...base, parent_uuid })]);
    }
  });
  return here;
}

test.each([
  ['that contain each other', one],
  ['that contain themselves', own],
])('[DATA-15] with rows %s every action ends and can be synced', async (_, uuid) => {
  const here = await damagedDevice();
  const { device } = here;
  await done(editItem(device, uuid, { title: 'Found' }));
  await done(setStatus(device, uuid, 'completed'));
  await done(assignItem(device, uuid, 2));
  await done(removePerson(device, uuid, 2));
  await done(moveItem(device, uuid, campaign));
  expect(await here.row(uuid)).toMatchObject({ title: 'Found', parent_uuid: campaign });
  await done(deleteItem(device, uuid));
  await here.engine.run('sync_now');
  expect(await here.queue()).toEqual([]);
});
