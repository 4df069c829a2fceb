import { actOnItems } from './edit-items.ts';
import type { ItemAct } from './edit-items.ts';
import { createItems } from './actions.ts';
import { undoEffects } from './undo-effects.ts';
import { living, newGuest } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { endsInStep, inStep } from '../testing/in-step.ts';
import { copy, daily } from '../testing/repeating-task.ts';
import { task as daysOf } from '../testing/restored-backup.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { TestWorld } from '../testing/test-world.ts';

const [campaign, mine, theirs, below, todo] = [11, 12, 13, 14, 15].map(uuidOf) as [
  string,
  string,
  string,
  string,
  string,
];

/** A campaign and tasks of the user, one of them repeating with a todo in it, and a task to view. */
async function several() {
  const task = { type: 'task', title: 'task' } as const;
  const scene = await inStep(
    { uuid: campaign, type: 'campaign', title: 'campaign' },
    { ...task, uuid: mine },
    { ...task, uuid: theirs, user_id: otherId },
    // A person who contributes to an item below sees the items above it.
    { uuid: below, type: 'todo', title: 'below', parent_uuid: theirs, user_id: otherId },
    { ...task, ...daily, uuid: daysOf },
    { uuid: todo, type: 'todo', title: 'todo', parent_uuid: mine },
  );
  const { world, one } = scene;
  await world.server.change(below, { assigned_to: userId });
  await one.engine.run('event');
  expect(await one.row(theirs)).toMatchObject({ permission: 'view' });
  const state = async () => {
    const rows = await Promise.all([mine, theirs, daysOf, todo].map((uuid) => one.row(uuid)));
    return rows.map(({ status, parent_uuid, assigned_to, labels, due_date, _deleted }) => {
      return { status, parent_uuid, assigned_to, labels, due_date, _deleted };
    });
  };
  return { ...scene, state };
}

const uuids = [mine, theirs, daysOf];
const snapshots = new Map();

test.each<[string, readonly ItemAct[], object]>([
  ['complete', uuids.map((uuid) => ({ uuid, status: 'completed' })), { status: 'completed' }],
  ['start', uuids.map((uuid) => ({ uuid, status: 'in_progress' })), { status: 'in_progress' }],
  ['move', uuids.map((uuid) => ({ uuid, parentUuid: campaign })), { parent_uuid: campaign }],
  [
    'assign',
    uuids.map((uuid) => ({ uuid, change: { assigned_to: userId } })),
    { assigned_to: userId },
  ],
  [
    'label',
    uuids.map((uuid) => ({ uuid, change: {}, labels: { add: ['home'], remove: [] } })),
    { labels: ['home'] },
  ],
  [
    'delete',
    uuids.map((uuid) => ({ uuid, withChildren: uuid === mine ? [todo] : [], snapshots })),
    { _deleted: true },
  ],
])(
  '[BULK-01] several items %s as one action that one undo takes back, without those that are only shown',
  async (_, acts, after) => {
    const { world, one, state } = await several();
    const before = await state();
    const write = vi.spyOn(one.device.store, 'write');
    const outcome = await done(actOnItems(one.device, acts));
    expect(write).toHaveBeenCalledOnce();
    write.mockRestore();
    expect(outcome.refusals).toMatchObject([{ code: 'forbidden' }]);
    const acted = await state();
    expect(acted[0]).toMatchObject(after);
    expect(acted[1]).toEqual(before[1]);
    expect(acted[2]).not.toEqual(before[2]);
    await endsInStep(world, one, 'action');
    await done(undoEffects(one.device, outcome.effects));
    await endsInStep(world, one, 'action');
    expect(await state()).toEqual(before);
  },
);

test('[BULK-01] a repeating item among them completes its occurrence', async () => {
  const { world, one } = await several();
  await done(
    actOnItems(
      one.device,
      [mine, daysOf].map((uuid) => ({ uuid, status: 'completed' })),
    ),
  );
  expect(await one.row(mine)).toMatchObject({ status: 'completed' });
  expect(await one.row(daysOf)).toMatchObject({ status: 'pending', occurrence: 2 });
  expect(await one.row(copy)).toMatchObject({ status: 'completed', occurrence_of: daysOf });
  await endsInStep(world, one, 'action');
});

test('[BULK-01] items that cannot be in the new place stay, and an action of such items alone fails', async () => {
  const { one } = await several();
  const under = (uuid: string, parentUuid: string) => ({ uuid, parentUuid });
  const { refusals } = await done(
    actOnItems(one.device, [under(daysOf, mine), under(todo, daysOf)]),
  );
  expect(refusals).toEqual([{ code: 'illegal_parent' }]);
  expect(await one.row(todo)).toMatchObject({ parent_uuid: daysOf });
  expect(await actOnItems(one.device, [under(daysOf, mine)])).toMatchObject({
    ok: false,
    error: { code: 'illegal_parent' },
  });
});

test('[BULK-01] a guest acts on 1,000 items in one write, and undoes it in another', async () => {
  const guest = newGuest(new TestWorld());
  const input = { type: 'todo', title: 'one of many' } as const;
  const more = Array.from({ length: 999 }, () => input);
  const { effects: created } = await done(createItems(guest, [input, ...more]));
  const write = vi.spyOn(guest.store, 'write');
  const { effects, refusals } = await done(
    actOnItems(
      guest,
      created.map(({ uuid }) => ({ uuid, status: 'completed' })),
    ),
  );
  expect(write).toHaveBeenCalledOnce();
  expect(refusals).toEqual([]);
  const statuses = async () => new Set((await living(guest)).map(({ status }) => status));
  expect(await statuses()).toEqual(new Set(['completed']));
  await done(undoEffects(guest, effects));
  expect(write).toHaveBeenCalledTimes(2);
  expect(await statuses()).toEqual(new Set(['pending']));
});
