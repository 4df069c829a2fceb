import { storedName } from '../store/stored-names.ts';
import { editItem } from '../actions/edit-items.ts';
import { discardRequest, retryRequest } from '../actions/attention.ts';
import { planImport } from './data-file-plan.ts';
import { readDataFile } from './data-file-read.ts';
import { upgradeGuest } from '../account/guest-upgrade.ts';
import {
  living,
  newGuest,
  now,
  pause,
  planOf,
  take,
  textOf,
  valueOf,
} from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';
import { guestWithItems, shown } from '../testing/guest-items.ts';

test('[I4] a user’s import is queued parents first, and reaches the server under new uuids', async () => {
  const { world, guest } = await guestWithItems();
  const text = await textOf(guest);
  const tab = world.newDevice();
  const early = await planImport(tab.device, await valueOf(readDataFile(text, now, pause)), pause);
  expect(early).toEqual({ ok: false, error: 'first_sync' });
  await tab.engine.run('start');
  await take(tab.device, text);
  const queue = await tab.queue();
  expect(queue.map(({ data }) => data?.['type'])).toEqual(['campaign', 'task', 'todo', 'todo']);
  expect(queue.every(({ isImport }) => isImport)).toBe(true);
  const rows = await tab.shown();
  expect(rows.every((row) => row._syncStatus === 'pending' && row.user_id === 1001)).toBe(true);
  expect((await tab.engine.run('action')).kind).toBe('complete');
  expect(await tab.queue()).toEqual([]);
  expect((await shown(tab.device)).map((row) => [row.title, row.in, row.status])).toEqual(
    (await shown(guest)).map((row) => [row.title, row.in, row.status]),
  );
  const uuids = new Set((await living(guest)).map(({ uuid }) => uuid));
  expect((await tab.shown()).some(({ uuid }) => uuids.has(uuid))).toBe(false);

  // Another device of the same account knows them.
  const second = world.newDevice();
  await second.engine.run('start');
  expect(await planOf(second.device, text)).toMatchObject({ fresh: [], known: 4 });
});

test('[I1] an item that another device imported and deleted is asked about, and another import brings it back', async () => {
  const { world, guest } = await guestWithItems();
  const text = await textOf(guest);
  const first = world.newDevice();
  await first.engine.run('start');
  await take(first.device, text);
  await first.engine.run('action');
  const pack = (await living(first.device)).find(({ title }) => title === 'Pack');
  await first.delete(pack?.uuid ?? '');
  await first.engine.run('action');

  const second = world.newDevice();
  await second.engine.run('start');
  expect(await take(second.device, text)).toBe(1);
  expect((await second.engine.run('action')).kind).toBe('complete');
  const [blocked] = await second.queue();
  expect(blocked?.state).toMatchObject({
    kind: storedName.blocked,
    why: { kind: 'verdict', code: 'gone' },
  });
  expect(await shown(second.device)).toContainEqual(expect.objectContaining({ title: 'Pack' }));
  // Another attempt changes nothing, and forgets nothing.
  await retryRequest(second.device, blocked?.id ?? '');
  await second.engine.run('sync_now');
  const [again] = await second.queue();
  expect(again?.state.kind).toBe(storedName.blocked);

  await discardRequest(second.device, again?.id ?? '');
  expect(await take(second.device, text)).toBe(1);
  await second.engine.run('action');
  expect(await second.queue()).toEqual([]);
  await first.engine.run('sync_now');
  expect(await shown(first.device)).toContainEqual(expect.objectContaining({ title: 'Pack' }));
});

test('[I12] a delete of an imported item that is already deleted on the server ends its import', async () => {
  const { world, guest } = await guestWithItems();
  const text = await textOf(guest);
  const first = world.newDevice();
  await first.engine.run('start');
  await take(first.device, text);
  await first.engine.run('action');
  const pack = (await living(first.device)).find(({ title }) => title === 'Pack')?.uuid ?? '';
  await first.delete(pack);
  await first.engine.run('action');

  const second = world.newDevice();
  await second.engine.run('start');
  await take(second.device, text);
  await second.engine.run('action');
  await second.delete(pack);
  await second.engine.run('action');
  expect(await second.queue()).toEqual([]);
  // The item comes back as it is for everybody, although it was imported here.
  await first.restore(pack);
  await first.engine.run('action');
  await second.engine.run('sync_now');
  expect(await second.queue()).toEqual([]);
  expect(await shown(second.device)).toContainEqual(expect.objectContaining({ title: 'Pack' }));
});

test.each(['pull', 'batch'] as const)(
  '[I18] an item that another device imported and changed is asked about before %s of this device arrive',
  async (name) => {
    const { world, guest } = await guestWithItems();
    const text = await textOf(guest);
    const [first, second] = [world.newDevice(), world.newDevice()];
    for (const { engine } of [first, second]) await engine.run('start');
    const importWith = async ({ device }: TestDevice, title: string): Promise<string> => {
      await take(device, text);
      const { uuid } = (await living(device)).find((row) => row.title === 'Pack') ?? { uuid: '' };
      await done(editItem(device, uuid, { title }));
      return uuid;
    };
    const uuid = await importWith(second, 'Pack nothing');
    await world.time.pass(60_000);
    expect(await importWith(first, 'Pack everything')).toBe(uuid);
    second.transport.beforeServer = async (call) => {
      if (call === name) await first.engine.run('action');
    };
    for (let runs = 0; runs < 2; runs += 1) await second.engine.run('action');
    expect(world.server.items.get(uuid)?.title).toBe('Pack everything');
    expect(await second.engine.conflicts()).toMatchObject([
      { kind: 'update', server: { title: 'Pack everything' } },
    ]);
    expect((await second.row(uuid)).title).toBe('Pack nothing');
    // No part of it is created once more, and the other imported items do not wait.
    await second.engine.resolve(uuid, 'local');
    await second.engine.run('action');
    expect(world.server.items.get(uuid)?.title).toBe('Pack nothing');
    expect(await second.queue()).toEqual([]);
    expect(world.server.living()).toHaveLength(4);
  },
);

test.each(['signed in', 'as a guest'])(
  '[I16] items imported %s with a wrong clock keep the times in the file',
  async (who) => {
    const world = new TestWorld();
    const at = '2024-03-01T08:00:00.000Z';
    const item = { uuid: '00000000-0000-4000-8000-000000000001', type: 'todo', title: 'Old' };
    const times = { created_at: at, updated_at: at, completed_at: at, status: 'completed' };
    const items = [{ ...item, ...times }];
    const text = JSON.stringify({ format: 'foray-data', version: 1, account: 0, items });
    const tab = world.newDevice();
    world.time.skewMs = -7_200_000;
    await tab.engine.run('start');
    const guest = newGuest(world);
    const isGuest = who === 'as a guest';
    expect(await take(isGuest ? guest : tab.device, text)).toBe(1);
    if (isGuest) {
      await upgradeGuest(guest.store, tab.device, new MemoryStores());
    }
    await tab.engine.run('action');
    expect(world.server.living()).toMatchObject([{ created_at: at, completed_at: at }]);
  },
);

test('the writer’s own assignments are restored, and no other user is assigned', async () => {
  const world = new TestWorld();
  const tab = world.newDevice();
  await tab.engine.run('start');
  const { item } = await tab.create({ type: 'todo', title: 'Mine' });
  await tab.assign(item.uuid, world.user.id);
  const text = await textOf(tab.device);
  const guest = newGuest(world);
  await take(guest, text);
  expect((await living(guest))[0]?.assigned_to).toBeNull();
  await tab.delete(item.uuid);
  await take(tab.device, text);
  expect((await tab.shown())[0]).toMatchObject({ title: 'Mine', assigned_to: world.user.id });
});
