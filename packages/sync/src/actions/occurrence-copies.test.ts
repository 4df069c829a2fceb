import { occurrenceUuid } from '@foray/domain';
import { assignItem, createItem, moveItem, setStatus } from './actions.ts';
import { editItem } from './edit-items.ts';
import { discardRequest } from './attention.ts';
import { completeOccurrence } from './occurrence.ts';
import { restoreItem } from './restore.ts';
import { undoEffects } from './undo-effects.ts';
import { listDeleted } from './trash.ts';
import { newGuest } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { copy, daily, repeating, zone } from '../testing/repeating-task.ts';
import { inStep, task } from '../testing/restored-backup.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';

test('[REPEAT-15] copies of a repeating item in a task stay completed', async () => {
  const { world, one } = await repeating();
  const input = { type: 'todo', title: 'in it', parent_uuid: task, ...daily } as const;
  const { item } = await one.create(input);
  await one.setStatus(item.uuid, 'completed');
  await one.setStatus(task, 'completed');
  const past = occurrenceUuid(item.uuid, 1);
  expect(await one.row(past)).toMatchObject({ status: 'completed' });
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(await one.row(past)).toMatchObject({ status: 'completed' });
  await expectInStep(world, one);
});

test.each(['sent', 'waiting'])(
  '[REPEAT-14] the copies of an item are deleted and restored with it; they are %s',
  async (state) => {
    const { world, one, two } = await repeating();
    const sync = async () => {
      for (const device of [one, two, one]) await device.engine.run('sync_now');
    };
    for (const n of [1, 2]) await one.complete(task, { n, zone });
    if (state === 'sent') await sync();
    const { effects } = await one.delete(task);
    expect((await one.row(copy))._deleted).toBe(true);
    if (state === 'sent') await sync();
    await done(undoEffects(one.device, effects));
    expect((await one.row(copy))._deleted).toBe(false);
    await sync();
    const living = world.server.living().filter(({ occurrence_of: of }) => of === task);
    expect(living).toHaveLength(2);
    await expectInStep(world, one, two);
  },
);

test('[REPEAT-14] a copy cannot be changed, but it can be deleted', async () => {
  const { world, one } = await repeating();
  await one.setStatus(task, 'completed');
  const refused = { ok: false, error: { code: 'forbidden' } };
  expect(await editItem(one.device, copy, { title: 'x' })).toMatchObject(refused);
  expect(await setStatus(one.device, copy, 'pending')).toMatchObject(refused);
  const child = { type: 'todo', title: 'in it', parent_uuid: copy } as const;
  expect(await createItem(one.device, child)).toMatchObject(refused);
  await one.engine.run('sync_now');
  const { effects } = await one.delete(copy);
  await one.engine.run('sync_now');
  expect(world.server.items.get(copy)?.deleted).toBe(true);
  expect(await listDeleted(one.device)).toMatchObject({ value: [{ uuid: copy, takenAlong: 0 }] });
  await done(undoEffects(one.device, effects));
  await one.engine.run('sync_now');
  expect(world.server.items.get(copy)?.deleted).toBe(false);
  await expectInStep(world, one);
  // A copy that an undo removed is nowhere.
  await one.reopen(task, 1);
  for (const _ of ['waiting', 'sent']) {
    expect(await listDeleted(one.device)).toMatchObject({ value: [] });
    expect(await restoreItem(one.device, copy)).toMatchObject({ ok: false });
    await one.engine.run('sync_now');
  }
  expect(await listDeleted(one.device)).toMatchObject({ value: [] });
  await expectInStep(world, one);
});

test.each(['item', 'completion'])(
  '[REPEAT-19] discarding the %s discards the copy that it creates, and a delete of the copy',
  async (what) => {
    const { world, one } = newWorld();
    const { item } = await one.create({ type: 'todo', title: 'new', ...daily });
    await one.setStatus(item.uuid, 'completed');
    await one.delete(occurrenceUuid(item.uuid, 1));
    const isMeant = (url: string) => url.endsWith('occurrences') === (what === 'completion');
    world.server.refuses = ({ url, method }) => method === 'POST' && isMeant(url);
    await one.engine.run('sync_now');
    expect(await one.queue()).toHaveLength(what === 'item' ? 3 : 2);
    const refused = (await one.queue()).find(({ url }) => isMeant(url));
    await discardRequest(one.device, refused?.id ?? '');
    world.server.refuses = () => false;
    expect(await one.queue()).toEqual([]);
    await endsInStep(world, one, 'sync_now');
  },
);

test('[REPEAT-19] an item lost with a backup is created again before its copies', async () => {
  const { world, one, restore } = await inStep();
  // The task's copies come first by their uuids.
  const uuid = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
  const input = { uuid, type: 'todo', title: 'new', ...daily } as const;
  const { item } = await one.create(input);
  const uuids = [1, 2].map((n) => occurrenceUuid(item.uuid, n));
  for (const _ of uuids) await one.setStatus(item.uuid, 'completed');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  restore();
  const made: unknown[] = [];
  world.server.refuses = ({ method, data }) => {
    if (method === 'POST') made.push((data as { readonly uuid?: string } | undefined)?.uuid);
    return false;
  };
  await world.time.pass(60_000);
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(made[0]).toBe(item.uuid);
  for (const copied of uuids) {
    expect(world.server.items.get(copied)).toMatchObject({ occurrence_of: item.uuid });
  }
  expect(world.server.living()).toHaveLength(4);
  await expectInStep(world, one);
});

test("[REPEAT-14] the copies of a guest's item move with the item, and are assigned with it", async () => {
  const world = new TestWorld();
  const guest = newGuest(world);
  const input = { type: 'todo', title: 'new', ...daily } as const;
  const { item } = await done(createItem(guest, input));
  await done(completeOccurrence(guest, item.uuid, { n: 1, zone }));
  const campaign = await done(createItem(guest, { type: 'campaign', title: 'campaign' }));
  await done(moveItem(guest, item.uuid, campaign.item.uuid));
  await done(assignItem(guest, item.uuid, 1000));
  const made = await guest.store.read((tx) => tx.itemByUuid(occurrenceUuid(item.uuid, 1)));
  expect(made).toMatchObject({
    value: { parent_uuid: campaign.item.uuid, assigned_to: 1000, status: 'completed' },
  });
});

test('[REPEAT-14] a copy follows its item if a backup has lost the move', async () => {
  const { world, one } = await repeating();
  await one.setStatus(task, 'completed');
  const { item } = await one.create({ type: 'campaign', title: 'campaign' });
  const sync = async () => {
    for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  };
  await sync();
  const restore = world.server.backup();
  await one.move(task, item.uuid);
  await sync();
  expect(await one.row(copy)).toMatchObject({ parent_uuid: item.uuid });
  restore();
  await sync();
  expect(await one.queue()).toEqual([]);
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(copy)).toMatchObject({ parent_uuid: item.uuid });
  await expectInStep(world, one);
});
