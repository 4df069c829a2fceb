import { newItem } from '@foray/domain';
import type { Item, ItemStatus, ItemType, PlainFields } from '@foray/domain';
import { upgradeGuest } from '../account/guest-upgrade.ts';
import type { ActionResult } from '../actions/action-unit.ts';
import { assignItem, setStatus } from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { retryRequest } from '../actions/attention.ts';
import type { Effect } from '../actions/effect.ts';
import { labelItem } from '../actions/label-item.ts';
import { undoEffects } from '../actions/undo-effects.ts';
import type { ResolutionChoice } from '../conflicts/resolve-conflict.ts';
import { MemoryStores } from '../memory/memory-store.ts';
import { newLocalItem } from '../store/local-item.ts';
import { living, newGuest, take, textOf, valueOf } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { carriedOf, everyField, everyPlainField } from '../testing/every-field.ts';
import type { CarriedFields } from '../testing/every-field.ts';
import { endsInStep, expectInStep } from '../testing/in-step.ts';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';

const x = uuidOf(1);

/**
 * An item that device and server have, with a value in every field, in its third occurrence if it can repeat.
 */
interface Scene {
  readonly world: TestWorld;
  readonly one: TestDevice;
  readonly type: ItemType;
  /** A backup of the server, from before anything is edited. */
  readonly restore: () => void;
}

async function sceneOf(type: ItemType): Promise<Scene> {
  const world = new TestWorld();
  const guest = newGuest(world);
  const fields: CarriedFields = { ...everyField(type, 2), status: 'pending' };
  const item = newItem({ id: 1, uuid: x, at: '2025-12-01T00:00:00.000Z' }, fields);
  await guest.store.write((tx) => tx.putItems([newLocalItem(item)]));
  const one = world.newDevice();
  await valueOf(upgradeGuest(guest.store, one.device, new MemoryStores()));
  await one.engine.run('start');
  return { world, one, type, restore: world.server.backup() };
}

/** The values to which a person sets every field; a campaign is completed. */
function wanted(type: ItemType) {
  const status: ItemStatus = type === 'campaign' ? 'completed' : 'in_progress';
  return { ...everyPlainField(type, 1), status, assigned_to: 3, labels: ['garden', 'home'] };
}

/** Sets each field by a separate action; returns the effects of all. */
async function editEach({ one, type }: Pick<Scene, 'one' | 'type'>, uuid = x) {
  const { device } = one;
  const {
    status,
    assigned_to,
    labels: _,
    occurrence_day: day,
    due_date: due,
    ...rest
  } = wanted(type);
  const plain: Partial<PlainFields> = { due_date: day ?? due, ...rest };
  const effects: Effect[] = [];
  const act = async (action: ActionResult) => void effects.push(...(await done(action)).effects);
  for (const [name, value] of Object.entries(plain) as [keyof PlainFields, never][]) {
    await act(editItem(device, uuid, { [name]: value }));
  }
  // The occurrence keeps its day by the rule only if the date is moved after the rule is set.
  await act(editItem(device, uuid, { due_date: due }));
  await act(setStatus(device, uuid, status));
  await act(assignItem(device, uuid, assigned_to));
  await act(labelItem(device, uuid, { add: ['garden', 'home'], remove: ['Work'] }));
  expect(await one.row(uuid)).toMatchObject(wanted(type));
  return effects;
}

/** The item after the device has sent everything, as both sides have it. */
async function sent({ world, one }: Scene): Promise<Item> {
  await endsInStep(world, one, 'sync_now');
  const [row] = await one.shown();
  const there = world.server.items.get(row?.uuid ?? '');
  expect(there && carriedOf(there)).toEqual(row && carriedOf(row));
  return row as Item;
}

async function changedThere({ world, one }: Scene): Promise<void> {
  await one.runsAfter(world.changes(x, { title: 'theirs' }), 'timer');
}

async function decided(scene: Scene, keep: ResolutionChoice): Promise<Item> {
  expect(await scene.one.engine.conflicts()).toHaveLength(1);
  await scene.one.engine.resolve(x, keep);
  return sent(scene);
}

/** Each way in which the edits of an item reach the server. */
const ways: Readonly<Record<string, (scene: Scene) => Promise<Item>>> = {
  'changes that were merged while they waited': async (scene) => {
    const labelsAndRest = (await scene.one.queue()).map(({ url }) => url.split('/').at(-1));
    expect(labelsAndRest).toEqual([x, 'assign', 'labels']);
    return sent(scene);
  },
  'a request whose answer was lost': async (scene) => {
    scene.one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
    await scene.one.engine.run('sync_now');
    scene.one.transport.fault = () => 'none';
    return sent(scene);
  },
  'requests that were refused and tried again': async (scene) => {
    // Later requests wait for a refused one.
    scene.world.server.refuses = ({ url }) => !url.endsWith('/assign');
    await scene.one.engine.run('sync_now');
    scene.world.server.refuses = () => false;
    for (const { id } of await scene.one.queue()) await retryRequest(scene.one.device, id);
    return sent(scene);
  },
  'Keep Local': async (scene) => {
    await changedThere(scene);
    return decided(scene, 'local');
  },
  'Keep both changes': async (scene) => {
    await changedThere(scene);
    return decided(scene, 'both');
  },
  'Keep Local of what others deleted': async (scene) => {
    await scene.world.server.remove(x);
    await scene.one.engine.run('timer');
    return decided(scene, 'local');
  },
  'a restored backup, with changes that wait': async (scene) => {
    scene.restore();
    return sent(scene);
  },
  'a restored backup that lost the changes': async (scene) => {
    await sent(scene);
    scene.restore();
    return sent(scene);
  },
};

describe.each(['campaign', 'task', 'todo'] as const)('in a %s', (type) => {
  test.each(Object.entries(ways))(
    '[I1] each edited field reaches the server by %s',
    async (_name, way) => {
      const scene = await sceneOf(type);
      await editEach(scene);
      const shown = carriedOf(await scene.one.row(x));
      expect(carriedOf(await way(scene))).toEqual(shown);
    },
  );

  test('[I1] each field that is edited before the create is sent reaches the server with the create', async () => {
    const scene = await sceneOf(type);
    const { item } = await scene.one.create({ type, title: 'new' });
    await editEach(scene, item.uuid);
    const shown = carriedOf(await scene.one.row(item.uuid));
    expect(await scene.one.queue()).toHaveLength(1);
    await scene.one.engine.run('sync_now');
    await expectInStep(scene.world, scene.one);
    const there = scene.world.server.items.get(item.uuid);
    expect(there && carriedOf(there)).toEqual(shown);
  });

  test('[SHARE-25] each edited field of a hidden item is in the item that the person keeps', async () => {
    const scene = await sceneOf(type);
    await editEach(scene);
    await scene.world.server.hide(x);
    await scene.one.engine.run('timer');
    expect(await scene.one.engine.conflicts()).toHaveLength(1);
    const asked = carriedOf(await scene.one.row(x));
    await scene.one.engine.resolve(x, 'local');
    await scene.one.engine.run('sync_now');
    expect(await scene.one.queue()).toEqual([]);
    const [kept, ...others] = await scene.one.shown();
    expect(others).toEqual([]);
    const there = scene.world.server.items.get(kept?.uuid ?? '');
    const { status } = wanted(type);
    const expected = {
      type,
      ...wanted(type),
      assigned_to: null,
      // The other labels belong to the people who added them.
      labels: ['garden'],
      position: null,
      created_at: expect.any(String),
      completed_at: status === 'completed' ? expect.any(String) : null,
      occurrence: 1,
      occurrence_of: null,
      repeat_done: null,
    };
    expect(asked).toEqual(expected);
    expect(kept && carriedOf(kept)).toEqual(expected);
    expect(there && carriedOf(there)).toEqual(expected);
  });

  test('[I1] each unsent edited field is in a data file', async () => {
    const scene = await sceneOf(type);
    await editEach(scene);
    const guest = newGuest(scene.world);
    expect(await take(guest, await textOf(scene.one.device))).toBe(1);
    const shown = carriedOf(await scene.one.row(x));
    expect((await living(guest)).map(carriedOf)).toEqual([shown]);
  });

  test.each(['before it is sent', 'after it is sent'])(
    '[UNDO-03] an edit of each field is undone %s',
    async (when) => {
      const scene = await sceneOf(type);
      // A rule that is back is counted by the days that have passed.
      const shown = { ...carriedOf(await scene.one.row(x)), repeat_done: null };
      const effects = await editEach(scene);
      if (when === 'after it is sent') await sent(scene);
      expect(await undoEffects(scene.one.device, effects)).toMatchObject({
        ok: true,
        value: { exemptions: [] },
      });
      expect(carriedOf(await scene.one.row(x))).toEqual(shown);
      expect(carriedOf(await sent(scene))).toEqual(shown);
    },
  );
});
