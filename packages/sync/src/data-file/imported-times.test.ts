import { upgradeGuest } from '../account/guest-upgrade.ts';
import { deleteItem } from '../actions/actions.ts';
import { discardUnreadable } from '../actions/attention.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { fileItem, fileOf, living, newGuest, take, valueOf } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';

const at = '2024-03-01T08:00:00.000Z';
const times = { created_at: at, updated_at: at };

/** A device that has imported a completed task with an open todo, and has not sent them. */
async function importedTask() {
  const world = new TestWorld();
  const tab = world.newDevice();
  await tab.engine.run('start');
  const task = { type: 'task', status: 'completed', completed_at: at, ...times };
  const todo = { parent_uuid: uuidOf(1), ...times };
  await take(tab.device, fileOf([fileItem(1, task), fileItem(2, todo)]));
  const create = (await tab.queue()).at(-1);
  if (create?.itemUuid == null) throw new Error('nothing queued');
  return { world, tab, create, uuid: create.itemUuid };
}

/** The items on the server, the todo last, once a device whose clock is wrong by now has sent them. */
async function sent({ world, tab }: { world: TestWorld; tab: TestDevice }) {
  world.time.skewMs = -7_200_000;
  await tab.engine.run('action');
  expect(await tab.queue()).toEqual([]);
  return world.server.living().toSorted((a, b) => (a.type < b.type ? -1 : 1));
}

test('[I16] an item that a guest imported and deleted keeps the times of the file when the account restores it', async () => {
  const world = new TestWorld();
  const [guest, tab] = [newGuest(world), world.newDevice()];
  await take(guest, fileOf([fileItem(1, times)]));
  const [item] = await living(guest);
  const uuid = item?.uuid ?? '';
  await done(deleteItem(guest, uuid));
  await upgradeGuest(guest.store, tab.device, new MemoryStores());
  await tab.restore(uuid);
  expect(await sent({ world, tab })).toMatchObject([{ uuid, created_at: at }]);
});

test('[I22] an imported item whose unreadable request is discarded is still sent as an import', async () => {
  const scene = await importedTask();
  const { tab, create } = scene;
  tab.tables.putRaw('syncQueue', { ...create, state: 9 } as never);
  await discardUnreadable(tab.device, await valueOf(tab.store.unreadable(['syncQueue'])));
  expect(await sent(scene)).toMatchObject([
    { status: 'completed', created_at: at, completed_at: at },
    { status: 'pending', created_at: at },
  ]);
});
