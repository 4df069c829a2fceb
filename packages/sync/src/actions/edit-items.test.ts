import { maxLabelsGiven } from '@foray/domain';
import { editItem, editItems } from './edit-items.ts';
import { predictUndo } from './predict.ts';
import { undoEffects } from './undo-effects.ts';
import { done } from '../testing/done.ts';
import { endsInStep, inStep } from '../testing/in-step.ts';
import { daily } from '../testing/repeating-task.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';

const x = uuidOf(1);
const whole = {
  change: { title: 'mine', due_date: '2026-03-04', assigned_to: 2 },
  labels: { add: ['new'], remove: ['old'] },
};
const after = { title: 'mine', due_date: '2026-03-04', assigned_to: 2, labels: ['new'] };
const before = { title: 'start', due_date: null, assigned_to: null, labels: ['old'] };

/** A task with a label. */
async function labelled() {
  const scene = await inStep({ uuid: x, type: 'task', title: 'start', labels: ['old'] });
  return { ...scene, seen: await scene.one.row(x) };
}

test.each([false, true])(
  '[EDIT-04] one undo takes back the fields, the labels and the assignee of an edit (sent before: %s)',
  async (isSent) => {
    const { world, one, seen } = await labelled();
    const { item, effects } = await done(
      editItems(one.device, [{ uuid: x, ...whole, snapshot: seen }]),
    );
    expect(item).toMatchObject(after);
    if (isSent) {
      await endsInStep(world, one, 'action');
      expect(world.server.items.get(x)).toMatchObject(after);
    }
    const predicted = predictUndo(effects, () => item, '2026-03-05T00:00:00.000Z').at(-1);
    expect(predicted).toMatchObject({ title: 'start', due_date: null, assigned_to: null });
    await done(undoEffects(one.device, effects));
    expect(await one.row(x)).toMatchObject(before);
    await endsInStep(world, one, 'action');
    expect(world.server.items.get(x)).toMatchObject(before);
  },
);

test('[EDIT-04] an edit with one refused part changes nothing', async () => {
  const { one, seen } = await labelled();
  const add = Array.from({ length: maxLabelsGiven + 1 }, (_, at) => `label ${at}`);
  const refused = [
    { ...whole, labels: { add, remove: [] } },
    { ...whole, change: { title: '', assigned_to: 2 } },
  ];
  for (const edit of refused) {
    const outcome = await editItems(one.device, [{ uuid: x, ...edit, snapshot: seen }]);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'invalid' } });
    expect(await one.row(x)).toMatchObject(before);
    expect(await one.queue()).toEqual([]);
  }
});

test('[EDIT-04] an edit of a field that another tab has changed changes nothing, and names the field', async () => {
  const { one, seen } = await labelled();
  await one.edit(x, { title: 'other tab' });
  const outcome = await editItems(one.device, [{ uuid: x, ...whole, snapshot: seen }]);
  expect(outcome).toMatchObject({ ok: false, error: { code: 'changed', fields: ['title'] } });
  expect(await one.row(x)).toMatchObject({ ...before, title: 'other tab' });
});

test('[UNDO-04] an item whose fields and labels have changed since is named once', async () => {
  const { world, one } = await labelled();
  const { effects } = await done(editItems(one.device, [{ uuid: x, ...whole }]));
  await one.engine.run('action');
  await world.time.pass(5000);
  await world.server.change(x, { title: 'theirs', assigned_to: 3 });
  await one.engine.run('event');
  const { exemptions } = await done(undoEffects(one.device, effects));
  expect(exemptions).toMatchObject([{ fields: ['assigned_to', 'title'] }]);
  expect(await one.row(x)).toMatchObject({ title: 'theirs', due_date: null, labels: ['old'] });
});

describe('several items that move to a day', () => {
  const mine = uuidOf(1);
  const theirs = uuidOf(2);
  const lent = uuidOf(3);
  const daysOf = uuidOf(4);
  const below = uuidOf(5);
  const due_date = '2026-01-05';
  const moved = (uuid: string) => ({ uuid, change: { due_date } });

  /** An item of the user, one to view, one assigned to the user, and a repeating one. */
  async function several() {
    const former = { type: 'task', title: 'task', due_date: '2026-01-02' } as const;
    const scene = await inStep(
      { ...former, uuid: mine },
      { ...former, uuid: theirs, user_id: otherId },
      { ...former, uuid: lent, user_id: otherId },
      { ...former, ...daily, uuid: daysOf },
      // A person who contributes to an item below sees the items above it.
      { uuid: below, type: 'todo', title: 'below', parent_uuid: theirs, user_id: otherId },
    );
    const { world, one } = scene;
    for (const uuid of [lent, below]) await world.server.change(uuid, { assigned_to: userId });
    await one.engine.run('event');
    expect(await one.row(theirs)).toMatchObject({ permission: 'view' });
    const dates = async () =>
      Promise.all([mine, theirs, lent, daysOf].map(async (uuid) => (await one.row(uuid)).due_date));
    return { ...scene, dates };
  }

  test('[DAY-11] move as one action, which one undo takes back, and a refused item stays', async () => {
    const { world, one, dates } = await several();
    const former = await dates();
    const outcome = await done(
      editItems(one.device, [moved(mine), moved(theirs), moved(lent), moved(daysOf)]),
    );
    expect(outcome.refusals).toMatchObject([{ code: 'forbidden' }]);
    expect(await dates()).toEqual([due_date, former[1], due_date, due_date]);
    await endsInStep(world, one, 'action');
    await done(undoEffects(one.device, outcome.effects));
    expect(await dates()).toEqual(former);
    await endsInStep(world, one, 'action');
  });

  test('[DAY-11] move the occurrence of a repeating item as a single edit does', async () => {
    const [together, alone] = [await several(), await several()];
    await done(editItems(together.one.device, [moved(mine), moved(daysOf)]));
    await done(editItem(alone.one.device, daysOf, { due_date }));
    const {
      due_date: due,
      occurrence_day,
      repeat_start,
      repeat,
      occurrence,
    } = await alone.one.row(daysOf);
    expect(await together.one.row(daysOf)).toMatchObject({
      due_date: due,
      occurrence_day,
      repeat_start,
      repeat,
      occurrence,
    });
  });

  test('[DAY-11] fail if none of them can move', async () => {
    const { one } = await several();
    expect(await editItems(one.device, [moved(theirs)])).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  });
});

test('[I18] an edit that waits for an earlier write of the store carries the time of the press', async () => {
  const { world, one } = await inStep({ uuid: uuidOf(1), type: 'task', title: 'task' });
  let end = (): void => undefined;
  const earlier = one.store.write(() => new Promise<void>((resolve) => (end = resolve)));
  const edit = one.edit(uuidOf(1), { title: 'edited' });
  const pressed = new Date(world.time.nowMs()).toISOString();
  await world.time.pass(60_000);
  end();
  await Promise.all([earlier, edit]);
  expect(await one.queue()).toMatchObject([{ timestamp: pressed, setAt: { title: pressed } }]);
});
