import { instantOf, ok } from '@foray/domain';
import { assignItem, createItem, editItem, moveItem, setStatus } from '@foray/sync';
import type { ActionResult, SyncContext, LocalItem } from '@foray/sync';
import { done } from '@foray/sync/testing';
import { TestWorld } from '@foray/sync/testing/test-world';
import { ChangedItemDialogController } from './changed-item-dialog.ts';
import { itemChanges } from './item-changes.ts';

/** A guest's item, an open editor of it, and its title changed in another tab. */
async function changedElsewhere() {
  const world = new TestWorld();
  const tab = world.newDevice();
  const device: SyncContext = { ...tab.device, account: { kind: 'guest' } };
  const { item: seen } = await done(createItem(device, { type: 'todo', title: 'start' }));
  await world.time.pass(1000);
  await done(editItem(device, seen.uuid, { title: 'other tab' }));
  const controller = new ChangedItemDialogController();
  const act = async (action: (device: SyncContext) => ActionResult) => {
    const outcome = await action(device);
    return outcome.ok ? ok(outcome.value.item) : outcome;
  };
  const asked = async () => {
    await expect.poll(() => controller.question.get()).not.toBeNull();
    const question = controller.question.get();
    if (question === null) throw new Error('nothing is asked');
    return question;
  };
  const row = (): Promise<LocalItem> => tab.row(seen.uuid);
  const shown = {
    row: () => seen,
    now: () => instantOf(device.clock.nowMs()),
    zone: () => 'UTC',
    newId: () => 1,
  };
  return { seen, asked, row, changes: itemChanges(act, controller, shown), controller, device };
}

/** As `changedElsewhere`, but another tab has changed the status, the assignee and the place too. */
async function allChangedElsewhere() {
  const opened = await changedElsewhere();
  const { device, seen } = opened;
  const [harbour, market] = await Promise.all(
    ['Harbour', 'Market'].map(async (title) => {
      const { item } = await done(createItem(device, { type: 'campaign', title }));
      return item.uuid;
    }),
  );
  if (harbour === undefined || market === undefined) throw new Error('not made');
  await done(setStatus(device, seen.uuid, 'in_progress'));
  await done(assignItem(device, seen.uuid, 2));
  await done(moveItem(device, seen.uuid, harbour));
  return { ...opened, market };
}

type Opened = Awaited<ReturnType<typeof allChangedElsewhere>>;

test.each<[string, (opened: Opened) => unknown, object]>([
  ['a status', ({ changes, seen }) => changes.setStatus(seen, 'completed'), ['status']],
  ['a person', ({ changes, seen }) => changes.assign(seen, 3), ['assigned_to']],
  ['a place', ({ changes, seen, market }) => changes.moveItem(seen, market), ['parent_uuid']],
])(
  '[CONF-06] a choice of %s is compared with the value at which the menu was opened',
  async (_, choose, fields) => {
    const opened = await allChangedElsewhere();
    const chosen = choose(opened);
    const question = await opened.asked();
    expect(question).toMatchObject({ now: { title: 'other tab', assigned_to: 2 }, fields });
    question.answer('other');
    expect(await chosen).toMatchObject({ error: { code: 'changed' } });
    expect(await opened.row()).toMatchObject({ status: 'in_progress', assigned_to: 2 });
  },
);

test('[CONF-06] removing a person covers the shown items, and asks about later assignments', async () => {
  const { changes, seen, asked, row } = await allChangedElsewhere();
  const removed = changes.removePerson(seen, 2, []);
  (await asked()).answer('other');
  expect(await removed).toMatchObject({ error: { code: 'changed' } });
  expect(await row()).toMatchObject({ assigned_to: 2 });
});

test('[CONF-06] a change that a guest made in another tab is asked about, and the change of this tab is kept', async () => {
  const { seen, asked, row, changes, controller } = await changedElsewhere();
  const saved = changes.updateItem(seen, { title: 'mine' });
  const question = await asked();
  expect(question).toMatchObject({ now: { title: 'other tab' }, wanted: { title: 'mine' } });
  expect(await row()).toMatchObject({ title: 'other tab' });
  question.answer('mine');
  expect(await saved).toMatchObject({ ok: true });
  expect(await row()).toMatchObject({ title: 'mine' });
  expect(controller.question.get()).toBeNull();
});

test('[CONF-06] keeping the other version of one field saves the other typed fields', async () => {
  const { seen, asked, row, changes } = await changedElsewhere();
  const saved = changes.updateItem(seen, { title: 'mine', description: 'my text' });
  (await asked()).answer('other');
  expect(await saved).toMatchObject({ ok: true });
  expect(await row()).toMatchObject({ title: 'other tab', description: 'my text' });
});

test('[CONF-06] [EDIT-04] keeping the other version of the only field saves the labels beside it', async () => {
  const { seen, asked, row, changes } = await changedElsewhere();
  const saved = changes.updateItem(seen, { title: 'mine' }, { add: ['home'], remove: [] });
  (await asked()).answer('other');
  expect(await saved).toMatchObject({ ok: true });
  expect(await row()).toMatchObject({ title: 'other tab', labels: ['home'] });
});

test('[DAY-11] a change of several items asks nothing, and names the one that changed meanwhile', async () => {
  const { seen, row, changes, controller, device } = await changedElsewhere();
  const { item: other } = await done(createItem(device, { type: 'todo', title: 'other' }));
  const outcome = await changes.updateItems(
    [seen, other].map((item) => ({ seen: item, change: { title: 'mine' } })),
  );
  expect(outcome).toMatchObject({
    ok: true,
    value: { item: { uuid: other.uuid, title: 'mine' }, refusals: [{ code: 'changed' }] },
  });
  expect(controller.question.get()).toBeNull();
  expect(await row()).toMatchObject({ title: 'other tab' });
});

test('[CONF-06] deleting an item that another tab has changed asks first', async () => {
  const { seen, asked, row, changes } = await changedElsewhere();
  const kept = changes.deleteItem(seen);
  const question = await asked();
  expect(question.wanted).toBeNull();
  question.answer('other');
  expect(await kept).toMatchObject({ error: { code: 'changed' } });
  expect((await row())._deleted).toBe(false);
  const gone = changes.deleteItem(seen);
  (await asked()).answer('mine');
  expect(await gone).toMatchObject({ ok: true });
  expect((await row())._deleted).toBe(true);
});

test('questions are asked one after the other', async () => {
  const { seen, asked, row, changes } = await changedElsewhere();
  const first = changes.updateItem(seen, { title: 'one' });
  const second = changes.updateItem(seen, { title: 'two' });
  const question = await asked();
  question.answer('mine');
  await first;
  const next = await asked();
  next.answer('other');
  await second;
  expect(await row()).toMatchObject({ title: 'one' });
});

test('[I5] a question closes with the account of its item, and nothing is written', async () => {
  const { seen, asked, row, changes, controller } = await changedElsewhere();
  const saved = changes.updateItem(seen, { title: 'mine', description: 'my text' });
  const waiting = changes.deleteItem(seen);
  await asked();
  controller.closeAccount();
  expect(await saved).toMatchObject({ error: { code: 'changed' } });
  expect(await waiting).toMatchObject({ error: { code: 'changed' } });
  expect(controller.question.get()).toBeNull();
  expect(await row()).toMatchObject({ title: 'other tab', description: null, _deleted: false });
  const again = changes.updateItem(seen, { title: 'mine' });
  (await asked()).answer('mine');
  expect(await again).toMatchObject({ ok: true });
});
