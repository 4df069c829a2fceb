import { newItem, occurrenceUuid, sampleUsers, type Item } from '@foray/domain';
import { moveOwnItems } from '../account/former-account.ts';
import { upgradeGuest } from '../account/guest-upgrade.ts';
import { deleteItem } from '../actions/actions.ts';
import { restoreItem } from '../actions/restore.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { newLocalItem, type LocalItem } from '../store/local-item.ts';
import type { SyncContext } from '../store/sync-context.ts';
import { living, newGuest, take, textOf, valueOf } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { carriedOf, everyField, everyFieldOfCopy } from '../testing/every-field.ts';
import type { CarriedFields } from '../testing/every-field.ts';
import { uuidOf } from '../testing/rows.ts';
import { personOf, TestWorld, type TestDevice } from '../testing/test-world.ts';

const [campaign, task] = [uuidOf(1), uuidOf(2)];
const copy = occurrenceUuid(task, 2);
const sample = sampleUsers[0]?.id ?? null;

/**
 * A campaign, a repeating task, and the copy of one of its occurrences, with every field that they can have.
 */
const sources: readonly (readonly [uuid: string, fields: CarriedFields])[] = [
  [campaign, everyField('campaign', sample)],
  [task, everyField('task', sample)],
  [copy, everyFieldOfCopy({ uuid: task, ...everyField('task', sample) })],
];

/** The sources as rows of the guest, or of a user whose items no server has. */
function rowsOf(userId: number): readonly LocalItem[] {
  return sources.map(([uuid, fields], at) => {
    const birth = { id: at + 1, uuid, userId, at: '2025-12-01T00:00:00.000Z' };
    return newLocalItem(newItem(birth, fields));
  });
}

/** The rows of the items that arrived somewhere. */
type Arrived = readonly Item[];

async function guestWithAll(world: TestWorld) {
  const guest = newGuest(world);
  await guest.store.write((tx) => tx.putItems(rowsOf(0)));
  return guest;
}

/** The items of a device that has sent all of them, as its server has them too. */
async function sent(world: TestWorld, one: TestDevice): Promise<Arrived> {
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(await one.queue()).toEqual([]);
  const shown = await one.shown();
  for (const row of shown) {
    const there = world.server.items.get(row.uuid);
    expect(there?.deleted).toBe(false);
    expect(there && carriedOf(there)).toEqual(carriedOf(row));
  }
  return shown;
}

async function upgraded(world: TestWorld): Promise<TestDevice> {
  const one = world.newDevice();
  const guest = await guestWithAll(world);
  expect(await valueOf(upgradeGuest(guest.store, one.device, new MemoryStores()))).toBe(3);
  return one;
}

/** A device whose server has all of the sources. */
async function inStepWithAll(world: TestWorld): Promise<TestDevice> {
  const one = await upgraded(world);
  await one.engine.run('start');
  return one;
}

/** Deletes all items; a copy is deleted with its item if it is not deleted separately. */
async function deleteAll(device: SyncContext, alone = [copy]): Promise<void> {
  for (const uuid of [campaign, ...alone, task]) await done(deleteItem(device, uuid));
}

async function restoreAll(device: SyncContext): Promise<void> {
  for (const uuid of [campaign, task, copy]) await done(restoreItem(device, uuid));
}

/** Each way in which an item moves unchanged from one place to another. */
const ways: Readonly<Record<string, (world: TestWorld) => Promise<Arrived>>> = {
  'the upgrade of a guest': async (world) => sent(world, await upgraded(world)),
  'the upgrade of a guest to another device of the account': async (world) => {
    await inStepWithAll(world);
    return sent(world, world.newDevice());
  },
  "a guest's trash, restored in the account": async (world) => {
    const one = world.newDevice();
    const guest = await guestWithAll(world);
    await deleteAll(guest);
    await valueOf(upgradeGuest(guest.store, one.device, new MemoryStores()));
    await restoreAll(one.device);
    return sent(world, one);
  },
  "a guest's trash, restored in the account, of which one delete took a copy with its item": async (
    world,
  ) => {
    const one = world.newDevice();
    const guest = await guestWithAll(world);
    await deleteAll(guest, []);
    await valueOf(upgradeGuest(guest.store, one.device, new MemoryStores()));
    await restoreAll(one.device);
    return sent(world, one);
  },
  'the move out of a former account': async (world) => {
    const former = new TestWorld().newDevice();
    await former.store.write((tx) => tx.putItems(rowsOf(world.user.id)));
    Object.assign(world, { user: personOf(1002) });
    const one = world.newDevice();
    expect(await valueOf(moveOwnItems(former.store, 1001, one.device))).toBe(3);
    return sent(world, one);
  },
  "a data file, from a guest to another browser's guest": async (world) => {
    const other = newGuest(world);
    expect(await take(other, await textOf(await guestWithAll(world)))).toBe(3);
    return living(other);
  },
  'a data file, from a guest to an account': async (world) => {
    const one = world.newDevice();
    await one.engine.run('start');
    expect(await take(one.device, await textOf(await guestWithAll(world)))).toBe(3);
    return sent(world, one);
  },
  'a data file, from an account to a guest': async (world) => {
    const guest = newGuest(world);
    expect(await take(guest, await textOf((await inStepWithAll(world)).device))).toBe(3);
    return living(guest);
  },
  'a restored backup that lost the items': async (world) => {
    const restore = world.server.backup();
    const one = await inStepWithAll(world);
    restore();
    return sent(world, one);
  },
  'the trash, before the delete was sent': async (world) => {
    const one = await inStepWithAll(world);
    await deleteAll(one.device);
    await restoreAll(one.device);
    return sent(world, one);
  },
  'the trash of the server': async (world) => {
    const one = await inStepWithAll(world);
    await deleteAll(one.device);
    await one.engine.run('action');
    await restoreAll(one.device);
    return sent(world, one);
  },
};

test.each(Object.entries(ways))(
  '[I1] each field of an item reaches other devices by %s',
  async (_name, arrivalOf) => {
    const arrived = await arrivalOf(new TestWorld());
    const item = arrived.find((row) => row.type === 'task' && row.occurrence_of === null);
    // The uuids may differ.
    const named = arrived.map((row) => ({ ...row, occurrence_of: row.occurrence_of && task }));
    expect(arrived.find((row) => row.occurrence_of !== null)?.occurrence_of).toBe(item?.uuid);
    const inOrder = named.map(carriedOf).toSorted(byTypeAndEnd);
    expect(inOrder).toEqual(sources.map(([, fields]) => fields));
  },
);

/** Campaigns before tasks, and completed items last. */
function byTypeAndEnd(one: CarriedFields, other: CarriedFields): number {
  const keys = [one, other].map(({ type, completed_at: at }) => `${type} ${at ?? ''}`);
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}
