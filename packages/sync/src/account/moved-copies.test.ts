import { occurrenceUuid } from '@foray/domain';
import { createItem, deleteItem } from '../actions/actions.ts';
import { completeOccurrence } from '../actions/occurrence.ts';
import { restoreItem } from '../actions/restore.ts';
import { moveOwnItems } from './former-account.ts';
import { upgradeGuest } from './guest-upgrade.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { newGuest } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { endsInStep, expectInStep, inStep } from '../testing/in-step.ts';
import { daily, zone } from '../testing/repeating-task.ts';
import { personOf, TestWorld } from '../testing/test-world.ts';

/** A guest who has completed the first occurrence of a todo; the signed-in device of the same browser. */
async function completedAsGuest() {
  const world = new TestWorld();
  const guest = newGuest(world);
  const { item } = await done(createItem(guest, { type: 'todo', title: 'Water', ...daily }));
  await done(completeOccurrence(guest, item.uuid, { n: 1, zone }));
  const one = world.newDevice();
  const signIn = () => upgradeGuest(guest.store, one.device, new MemoryStores());
  return { world, guest, one, signIn, item: item.uuid, copy: occurrenceUuid(item.uuid, 1) };
}

test('[I1] [UPG-03] a copy that a guest restored without its item becomes an item of its own in the account', async () => {
  const { world, guest, one, signIn, item, copy } = await completedAsGuest();
  await done(deleteItem(guest, copy));
  await done(deleteItem(guest, item));
  await done(restoreItem(guest, copy));
  expect(await signIn()).toEqual({ ok: true, value: 1 });
  await endsInStep(world, one, 'start');
  const alone = { deleted: false, status: 'completed', title: 'Water', occurrence_of: null };
  expect(world.server.items.get(copy)).toMatchObject(alone);
});

test("[I1] [UPG-03] a deleted copy becomes an item of its own if a guest's copy is restored after its item was deleted", async () => {
  const { world, guest, one, signIn, item, copy } = await completedAsGuest();
  await done(deleteItem(guest, copy));
  await signIn();
  await endsInStep(world, one, 'start');
  await one.delete(item);
  await endsInStep(world, one, 'action');
  await one.restore(copy);
  await endsInStep(world, one, 'action');
  expect(world.server.items.get(copy)).toMatchObject({ deleted: false, occurrence_of: null });
});

test('[UPG-03] a copy that a guest deleted is a copy again if it is restored while its item exists', async () => {
  const { world, guest, one, signIn, item, copy } = await completedAsGuest();
  await done(deleteItem(guest, copy));
  await signIn();
  await endsInStep(world, one, 'start');
  await one.restore(copy);
  await endsInStep(world, one, 'action');
  expect(world.server.items.get(copy)).toMatchObject({ deleted: false, occurrence_of: item });
});

test('[UPG-03] a copy with a smaller number than its item stays a copy', async () => {
  const { world, guest, one, signIn, item, copy } = await completedAsGuest();
  const stored = await guest.store.read((tx) => tx.itemsByUuid([item, copy]));
  const [own, past] = stored.ok ? stored.value : [];
  if (own === undefined || past === undefined) throw new Error('not stored');
  await guest.store.write(async (tx) => {
    for (const { id } of [own, past]) await tx.deleteItem(id);
    await tx.putItems([
      { ...own, id: past.id },
      { ...past, id: own.id },
    ]);
  });
  await signIn();
  await endsInStep(world, one, 'start');
  expect(world.server.items.get(copy)).toMatchObject({ occurrence_of: item });
});

test('[I1] [RESTORE-06] a copy moves from a former account with its item, under new uuids', async () => {
  const { one: former } = await inStep();
  const { item } = await former.create({ type: 'todo', title: 'Water', ...daily });
  await former.complete(item.uuid, { n: 1, zone });
  for (let run = 0; run < 2; run += 1) await former.engine.run('sync_now');
  const world = Object.assign(new TestWorld(), {
    user: { ...personOf(1002), phone: '+15550001' },
  });
  const one = world.newDevice();
  await one.engine.run('start');
  expect(await moveOwnItems(former.store, 1001, one.device)).toEqual({ ok: true, value: 2 });
  await endsInStep(world, one, 'action');
  const [pending, past] = world.server.living().toSorted((a, b) => (a.status > b.status ? -1 : 1));
  expect(pending?.uuid).not.toBe(item.uuid);
  expect(past).toMatchObject({ status: 'completed', occurrence_of: pending?.uuid });
  await expectInStep(world, one);
});
