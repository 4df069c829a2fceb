import { occurrenceUuid } from '@foray/domain';
import { createItem, setStatus } from './actions.ts';
import { completeOccurrence } from './occurrence.ts';
import { undoEffects } from './undo-effects.ts';
import { newGuest } from '../testing/data-files.ts';
import { done } from '../testing/done.ts';
import { expectInStep } from '../testing/in-step.ts';
import { copy, daily, repeating, zone } from '../testing/repeating-task.ts';
import { inStep, task } from '../testing/restored-backup.ts';
import { TestWorld, newWorld } from '../testing/test-world.ts';

test('[REPEAT-19] completing an occurrence shows the copy and the next date at once, and matches the server once it is sent', async () => {
  const { world, one, two } = await repeating();
  await one.setStatus(task, 'completed');
  const shown = await one.row(task);
  expect(shown).toMatchObject({ status: 'pending', occurrence: 2, _syncStatus: 'pending' });
  expect(shown.due_date).not.toBe(daily.due_date);
  expect(await one.row(copy)).toMatchObject({
    status: 'completed',
    occurrence: 1,
    occurrence_of: task,
    due_date: daily.due_date,
    _syncStatus: 'pending',
  });
  for (const device of [one, two, one]) await device.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 2, due_date: shown.due_date });
  expect(world.server.items.get(copy)).toMatchObject({ status: 'completed', occurrence: 1 });
  await expectInStep(world, one, two);
});

test.each([
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20261231T235959Z;', '2026-03-31'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '2026-03-03'],
])('[REPEAT-01] the device follows %s as the server does', async (repeat, due_date) => {
  const { world, one } = newWorld();
  const { item } = await one.create({ type: 'todo', title: 'x', due_date: '2026-03-01', repeat });
  await one.setStatus(item.uuid, 'completed');
  expect(await one.row(item.uuid)).toMatchObject({ due_date, occurrence: 2 });
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)).toMatchObject({ due_date, occurrence: 2 });
  await expectInStep(world, one);
});

test('[REPEAT-10] completing an occurrence on two devices counts once', async () => {
  const { world, one, two } = await repeating();
  for (const { device } of [one, two]) await done(completeOccurrence(device, task, { n: 1, zone }));
  for (const device of [one, two, one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 2 });
  const copies = world.server.living().filter(({ occurrence_of: of }) => of === task);
  expect(copies).toHaveLength(1);
  await expectInStep(world, one, two);
});

test('[REPEAT-10] [REPEAT-17] completing an occurrence causes no question if others moved the date or changed the title meanwhile', async () => {
  const { world, one } = await repeating();
  await one.setStatus(task, 'completed');
  await world.server.change(task, { due_date: '2040-01-10', title: 'theirs' });
  await one.edit(task, { description: 'mine' });
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(task)).toMatchObject({
    title: 'theirs',
    description: 'mine',
    due_date: '2040-01-11',
    occurrence: 2,
  });
  await expectInStep(world, one);
});

test('[REPEAT-17] completing an occurrence does not overwrite a title that the person has not seen', async () => {
  const { world, one } = await repeating();
  await one.setStatus(task, 'completed');
  await one.edit(task, { title: 'mine' });
  await one.runsAfter(world.changes(task, { title: 'theirs' }), 'sync_now');
  expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update' }]);
  await one.engine.resolve(task, 'local');
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ title: 'mine', occurrence: 2 });
  expect(world.server.items.get(copy)).toMatchObject({ status: 'completed' });
  await expectInStep(world, one);
});

test('[REPEAT-19] completing an occurrence of an unsent item is queued behind its create', async () => {
  const { world, one } = newWorld();
  const input = { type: 'todo', title: 'new', ...daily } as const;
  const { item } = await one.create(input);
  await one.setStatus(item.uuid, 'completed');
  await one.setStatus(item.uuid, 'completed');
  expect(await one.queue()).toHaveLength(3);
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)).toMatchObject({ occurrence: 3 });
  expect(world.server.living()).toHaveLength(3);
  await expectInStep(world, one);
});

test('[REPEAT-15] completing an occurrence of a task resets the completed children', async () => {
  const { world, one } = await repeating();
  const child = { type: 'todo', title: 'child', parent_uuid: task } as const;
  const { item } = await one.create(child);
  await one.setStatus(item.uuid, 'completed');
  expect((await one.row(task)).status).toBe('in_progress');
  await one.setStatus(task, 'completed');
  expect((await one.row(item.uuid)).status).toBe('pending');
  await one.setStatus(item.uuid, 'completed');
  for (let run = 0; run < 3; run += 1) await one.engine.run('sync_now');
  expect(world.server.items.get(item.uuid)?.status).toBe('completed');
  expect(world.server.items.get(task)?.status).toBe('in_progress');
  await expectInStep(world, one);
});

test('[REPEAT-13] undoing an unsent completion leaves no trace', async () => {
  const { world, one } = await repeating();
  const before = await one.row(task);
  await one.setStatus(task, 'completed');
  await one.reopen(task, 1);
  expect(await one.queue()).toEqual([]);
  const { _localVersion: _, ...rest } = before;
  expect(await one.row(task)).toMatchObject(rest);
  expect(await one.read((tx) => tx.itemByUuid(copy))).toBeUndefined();
  await expectInStep(world, one);
});

test('[REPEAT-13] undoing a sent completion moves the item back and removes the copy, at once and on the server', async () => {
  const { world, one, two } = await repeating();
  await one.setStatus(task, 'completed');
  for (const device of [one, two]) await device.engine.run('sync_now');
  await two.reopen(task, 1);
  expect(await two.row(task)).toMatchObject({ occurrence: 1, due_date: daily.due_date });
  expect((await two.row(copy))._deleted).toBe(true);
  for (const device of [two, one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 1, due_date: daily.due_date });
  expect(world.server.living().some(({ uuid }) => uuid === copy)).toBe(false);
  await expectInStep(world, one, two);
  await one.setStatus(task, 'completed');
  for (const device of [one, two]) await device.engine.run('sync_now');
  expect(world.server.items.get(copy)).toMatchObject({ status: 'completed', deleted: false });
  await expectInStep(world, one, two);
});

test.each(['guest', 'waiting', 'sent'])(
  '[REPEAT-13] undoing the completion of an item in progress returns it to in progress, even after its last occurrence (%s)',
  async (state) => {
    const { one } = await inStep();
    const device = state === 'guest' ? newGuest(new TestWorld()) : one.device;
    const sync = async () => {
      if (state === 'sent') await one.engine.run('sync_now');
    };
    for (const repeat of ['FREQ=DAILY', 'FREQ=DAILY;COUNT=1']) {
      const input = { type: 'todo', title: 'new', ...daily, repeat } as const;
      const { item } = await done(createItem(device, input));
      await done(setStatus(device, item.uuid, 'in_progress'));
      await sync();
      const { effects } = await done(setStatus(device, item.uuid, 'completed'));
      await sync();
      const back = await done(undoEffects(device, effects));
      expect(back.item).toMatchObject({ status: 'in_progress', occurrence: 1 });
      await sync();
      const again = await done(undoEffects(device, back.effects));
      await sync();
      await done(undoEffects(device, again.effects));
      await sync();
      const now = await device.store.read((tx) => tx.itemByUuid(item.uuid));
      expect(now).toMatchObject({ value: { status: 'in_progress', due_date: daily.due_date } });
    }
  },
);

test('[REPEAT-13] undoing an earlier occurrence keeps the later one, before either was sent', async () => {
  const { world, one } = await repeating();
  for (const n of [1, 2]) await one.complete(task, { n, zone });
  await one.reopen(task, 1);
  expect((await one.row(copy))._deleted).toBe(true);
  expect(await one.row(occurrenceUuid(task, 2))).toMatchObject({ _deleted: false });
  for (let run = 0; run < 2; run += 1) await one.engine.run('sync_now');
  const copies = world.server.living().filter(({ occurrence_of: of }) => of === task);
  expect(copies).toMatchObject([{ occurrence: 2 }]);
  expect(world.server.items.get(task)).toMatchObject({ occurrence: 3 });
  await expectInStep(world, one);
});

test('[REPEAT-13] an undo names what it leaves if the date has changed since', async () => {
  const { world, one } = await repeating();
  const { effects } = await one.setStatus(task, 'completed');
  await one.edit(task, { due_date: '2026-03-01' });
  const back = await undoEffects(one.device, effects);
  expect(back).toMatchObject({ ok: true, value: { exemptions: [{ fields: ['due_date'] }] } });
  expect(await one.row(task)).toMatchObject({ due_date: '2026-03-01', occurrence: 2 });
  await one.engine.run('sync_now');
  expect(world.server.living().map(({ uuid }) => uuid)).toEqual([task]);
  await expectInStep(world, one);
});

test('[REPEAT-13] an undo restores a guest’s children, except those that were changed since', async () => {
  const guest = newGuest(new TestWorld());
  const { item } = await done(createItem(guest, { type: 'task', title: 'new', ...daily }));
  const children: string[] = [];
  for (const title of ['left', 'changed']) {
    const input = { type: 'todo', title, parent_uuid: item.uuid } as const;
    const { item: child } = await done(createItem(guest, input));
    await done(setStatus(guest, child.uuid, 'completed'));
    children.push(child.uuid);
  }
  const [left = '', changed = ''] = children;
  const held = async (uuid: string) => guest.store.read((tx) => tx.itemByUuid(uuid));
  const before = await held(left);
  const { effects } = await done(setStatus(guest, item.uuid, 'completed'));
  await done(setStatus(guest, changed, 'in_progress'));
  await done(undoEffects(guest, effects));
  const { status, completed_at } = before.ok && before.value ? before.value : item;
  expect(status).toBe('completed');
  expect(await held(left)).toMatchObject({ value: { status, completed_at } });
  expect(await held(changed)).toMatchObject({ value: { status: 'in_progress' } });
});
