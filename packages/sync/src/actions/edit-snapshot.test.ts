import { arrives, child, elsewhere, opened, third, x } from '../testing/open-editor.ts';
import type { OpenEditor } from '../testing/open-editor.ts';

test('[CONF-06] [CONF-07] a change of the same field that arrives while the editor is open conflicts with the typed value', async () => {
  const open = await opened();
  await arrives(open, { title: 'theirs' });
  const { item } = await open.one.edit(x, { title: 'mine' }, open.seen);
  expect(item).toMatchObject({ title: 'mine', _conflictType: 'update' });
  expect(await open.one.engine.conflicts()).toMatchObject([
    {
      kind: 'update',
      base: { title: 'start', version: 0 },
      server: { title: 'theirs', version: 2 },
      canKeepBoth: false,
      isAside: false,
    },
  ]);
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)?.title).toBe('theirs');
  expect(open.one.engine.state()).toMatchObject({ conflicts: 1, pending: 1 });
});

test('a change of other fields that arrives while the editor is open is kept, and only the edited fields are sent', async () => {
  const open = await opened();
  await arrives(open, { description: 'theirs' });
  const typed = { title: 'mine', description: 'about', due_date: null };
  await open.one.edit(x, typed, open.seen);
  expect(await open.one.engine.conflicts()).toEqual([]);
  expect((await open.one.queue()).map(({ data }) => data)).toEqual([{ title: 'mine' }]);
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)).toMatchObject({ title: 'mine', description: 'theirs' });
});

test('[TIME-02] a change of the date that arrives while the editor is open conflicts with a typed time, and date and time are kept as one', async () => {
  const open = await opened();
  await arrives(open, { due_date: '2026-03-04', due_time: '17:00' });
  const seen = await open.one.row(x);
  await arrives(open, { due_date: '2026-03-05' });
  await open.one.edit(x, { title: 'mine', due_time: '18:00' }, seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ kind: 'update', canKeepBoth: true }]);
  const none = { repeat: null, repeat_from: null, repeat_start: null, occurrence_day: null };
  const typed = { title: 'mine', due_date: '2026-03-04', due_time: '18:00', ...none };
  expect((await open.one.queue()).map(({ data }) => data)).toEqual([typed]);
});

test('[TIME-02] a change of only the time that arrives while the editor is open conflicts with another typed time', async () => {
  const open = await opened();
  await arrives(open, { due_date: '2026-03-04', due_time: '17:00' });
  const seen = await open.one.row(x);
  await arrives(open, { due_time: '16:00' });
  await open.one.edit(x, { due_time: '18:00' }, seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ kind: 'update', canKeepBoth: false }]);
});

test('[REPEAT-06] [REPEAT-08] a rule starts at the date and is sent with it, and conflicts with another date that arrives while the editor is open', async () => {
  const open = await opened();
  await arrives(open, { due_date: '2026-03-04' });
  const seen = await open.one.row(x);
  await arrives(open, { due_date: '2026-03-05' });
  await open.one.edit(x, { repeat: 'FREQ=DAILY' }, seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ kind: 'update', canKeepBoth: false }]);
  const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2026-03-04' };
  const typed = { due_date: '2026-03-04', due_time: null, ...daily, occurrence_day: null };
  expect((await open.one.queue()).map(({ data }) => data)).toEqual([typed]);
});

test('[REPEAT-06] a new rule starts at the date on which it is set', async () => {
  const open = await opened();
  const daily = { repeat: 'FREQ=DAILY', repeat_start: '2026-03-01' };
  await arrives(open, { due_date: '2026-03-04', ...daily });
  const seen = await open.one.row(x);
  await open.one.edit(x, { repeat: 'FREQ=WEEKLY' }, seen);
  const weekly = { repeat: 'FREQ=WEEKLY', repeat_start: '2026-03-04' };
  expect(await open.one.row(x)).toMatchObject(weekly);
  expect((await open.one.queue()).map(({ data }) => data)).toMatchObject([weekly]);
});

test('[TIME-03] a removal of the date that arrives while the editor is open conflicts with a typed time', async () => {
  const open = await opened();
  await arrives(open, { due_date: '2026-03-04' });
  const seen = await open.one.row(x);
  await arrives(open, { due_date: null });
  await open.one.edit(x, { due_time: '18:00' }, seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ kind: 'update', canKeepBoth: false }]);
});

test('[CONF-06] a change to the typed value that arrives while the editor is open causes no conflict', async () => {
  const open = await opened();
  await arrives(open, { title: 'same' });
  await open.one.edit(x, { title: 'same' }, open.seen);
  expect(await open.one.engine.conflicts()).toEqual([]);
  expect(await open.one.queue()).toEqual([]);
});

test('[CONF-06] a change to the typed value that arrives while the editor is open causes no conflict, even with another change beside it', async () => {
  const open = await opened();
  await arrives(open, { title: 'same' });
  const typed = { title: 'same', description: 'mine' };
  await open.one.edit(x, typed, open.seen);
  expect(await open.one.engine.conflicts()).toEqual([]);
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)).toMatchObject(typed);
});

test('[CONF-07] a change to one of two edited fields that arrives while the editor is open offers Keep both, and asks only about that field', async () => {
  const open = await opened();
  await arrives(open, { title: 'theirs' });
  const typed = { title: 'mine', description: 'my text' };
  await open.one.edit(x, typed, open.seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ canKeepBoth: true }]);
  await open.one.engine.resolve(x, { both: [] });
  await open.one.engine.run('action');
  const now = { title: 'theirs', description: 'my text' };
  expect(open.world.server.items.get(x)).toMatchObject(now);
});

test('[CONF-07] a change to the edited field and another field that arrives while the editor is open offers Keep both too', async () => {
  const open = await opened();
  await arrives(open, { title: 'theirs', description: 'their text' });
  await open.one.edit(x, { title: 'mine' }, open.seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ canKeepBoth: true }]);
  await open.one.engine.resolve(x, { both: ['title'] });
  await open.one.engine.run('action');
  const now = { title: 'mine', description: 'their text' };
  expect(open.world.server.items.get(x)).toMatchObject(now);
});

test('a change that arrives while a menu is open conflicts with the status chosen in it', async () => {
  const open = await opened();
  await arrives(open, { status: 'completed' });
  await open.one.setStatus(x, 'in_progress', open.seen);
  expect(await open.one.engine.conflicts()).toMatchObject([
    { base: { status: 'pending' }, server: { status: 'completed' } },
  ]);
});

test('a change that arrives while a menu is open conflicts with the person chosen in it', async () => {
  const open = await opened();
  await arrives(open, { assigned_to: 2 });
  await open.one.assign(x, 3, open.seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ server: { assigned_to: 2 } }]);
  expect(await open.one.row(x)).toMatchObject({ assigned_to: 3 });
});

test('a change that arrives while the dialog is open conflicts with the place chosen in it', async () => {
  const open = await opened();
  await arrives(open, { parent_uuid: elsewhere });
  await open.one.move(x, third, open.seen);
  expect(await open.one.engine.conflicts()).toMatchObject([
    { base: { parent_uuid: null }, server: { parent_uuid: elsewhere } },
  ]);
});

test('a change that arrives while a question is open conflicts with the confirmed delete', async () => {
  const open = await opened();
  await arrives(open, { title: 'theirs' });
  await open.one.delete(x, [], new Map([[x, open.seen]]));
  expect(await open.one.engine.conflicts()).toMatchObject([
    { kind: 'delete', server: { version: 2 } },
  ]);
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)?.deleted).toBe(false);
});

test('[I8] a change of a child that arrives while a delete is confirmed asks about the child, and Keep Server keeps it', async () => {
  const open = await opened();
  const seen = new Map([
    [x, open.seen],
    [child, await open.one.row(child)],
  ]);
  await open.world.server.change(child, { title: 'theirs' });
  await open.one.engine.run('event');
  await open.one.delete(x, [child], seen);
  expect(await open.one.engine.conflicts()).toMatchObject([{ uuid: child, kind: 'delete' }]);
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)?.deleted).toBe(false);
  await open.one.engine.resolve(child, 'server');
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)?.deleted).toBe(true);
  expect(open.world.server.items.get(child)?.deleted).toBe(false);
  expect(await open.one.row(child)).toMatchObject({ _deleted: false, _syncStatus: 'synced' });
});

test('a roll-up that arrives while the editor is open causes no conflict', async () => {
  const open = await opened();
  await open.world.server.change(child, { status: 'in_progress' });
  await open.one.engine.run('event');
  expect((await open.one.row(x)).status).toBe('in_progress');
  await open.one.setStatus(x, 'completed', open.seen);
  expect(await open.one.engine.conflicts()).toEqual([]);
});

/** The item in progress, with a child that prevents its completion. */
async function inProgress(): Promise<OpenEditor> {
  const open = await opened();
  await open.world.server.change(child, { status: 'in_progress' });
  await open.one.engine.run('event');
  return { ...open, seen: await open.one.row(x) };
}

test('[I18] a change of the status that arrives while the editor is open is asked about even below a later roll-up', async () => {
  const open = await inProgress();
  await arrives(open, { status: 'completed' });
  await open.one.create({ type: 'todo', title: 'more', parent_uuid: x });
  expect(await open.one.row(x)).toMatchObject({
    status: 'in_progress',
    rolled: { status: 'in_progress' },
    base: { status: 'completed' },
  });
  const { item } = await open.one.setStatus(x, 'pending', open.seen);
  expect(item).toMatchObject({ status: 'pending', _conflictType: 'update' });
  expect(await open.one.engine.conflicts()).toMatchObject([
    { base: { status: 'in_progress' }, server: { status: 'completed' } },
  ]);
  await open.one.engine.resolve(x, 'server');
  await open.one.engine.run('action');
  expect(open.world.server.items.get(x)?.status).toBe('in_progress');
  expect(await open.one.row(x)).toMatchObject({ status: 'in_progress', _syncStatus: 'synced' });
});

test('[I20] a change of the status that arrives while the editor is open causes no conflict if the same status is chosen, or if this device sent it', async () => {
  const open = await inProgress();
  await arrives(open, { status: 'completed' });
  await open.one.create({ type: 'todo', title: 'more', parent_uuid: x });
  await open.one.setStatus(x, 'completed', open.seen);
  expect(await open.one.engine.conflicts()).toEqual([]);

  const own = await inProgress();
  await own.one.setStatus(x, 'completed', own.seen);
  const seen = await own.one.row(x);
  await own.one.engine.run('action');
  await own.one.create({ type: 'todo', title: 'more', parent_uuid: x });
  await own.one.setStatus(x, 'pending', seen);
  expect(await own.one.engine.conflicts()).toEqual([]);
});

test('a change that this device sent itself does not conflict with the editor', async () => {
  const open = await opened();
  await open.one.edit(x, { title: 'mine' }, open.seen);
  const seen = await open.one.row(x);
  await open.one.engine.run('action');
  await open.one.edit(x, { title: 'mine again' }, seen);
  expect(await open.one.engine.conflicts()).toEqual([]);
});
