import { storedName } from '../store/stored-names.ts';
import { newWorld } from '../testing/test-world.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { settleMicrotasks } from '../testing/virtual-time.ts';
import { arrives, child, elsewhere, opened, third, x } from '../testing/open-editor.ts';
import type { OpenEditor } from '../testing/open-editor.ts';

async function inConflict(): Promise<OpenEditor> {
  const open = await opened();
  await arrives(open, { title: 'theirs', description: 'theirs' });
  await open.one.edit(x, { title: 'mine' }, open.seen);
  return open;
}

test('[CONF-05] Keep Local of a conflict found while saving sends the typed values over the displayed version', async () => {
  const { one, world } = await inConflict();
  await one.engine.resolve(x, 'local');
  expect(await one.queue()).toMatchObject([
    { data: { title: 'mine' }, basis: { ifMatch: '"e1:2"' } },
  ]);
  await one.engine.run('action');
  const now = { title: 'mine', description: 'theirs' };
  expect(world.server.items.get(x)).toMatchObject(now);
  expect(await one.row(x)).toMatchObject({ ...now, _syncStatus: 'synced' });
});

test('[CONF-05] Keep Server of a conflict found while saving drops the typed values', async () => {
  const { one } = await inConflict();
  await one.engine.resolve(x, 'server');
  expect(await one.queue()).toEqual([]);
  expect(await one.row(x)).toMatchObject({ title: 'theirs', _syncStatus: 'synced' });
  expect((await one.row(x))._conflictType).toBeUndefined();
});

test('a conflict found while saving keeps its common base when a third change arrives', async () => {
  const open = await inConflict();
  await arrives(open, { due_date: '2026-03-04' });
  expect(await open.one.engine.conflicts()).toMatchObject([
    { base: { title: 'start' }, server: { title: 'theirs', due_date: '2026-03-04' } },
  ]);
  expect(await open.one.row(x)).toMatchObject({ title: 'mine' });
});

test('[CONF-08] a third change older than the decision about a conflict found while saving causes another question', async () => {
  const { one, world } = await inConflict();
  await world.server.change(x, { title: 'third' });
  await world.time.pass(5000);
  await one.runsAfter(one.engine.resolve(x, 'local'), 'action');
  expect(world.server.items.get(x)?.title).toBe('third');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
  expect(await one.row(x)).toMatchObject({ title: 'mine' });
});

test('[I11] the decision about a conflict found while saving includes requests that were in flight', async () => {
  const open = await opened();
  const { one, world } = open;
  await arrives(open, { title: 'theirs' });
  await one.setStatus(x, 'in_progress');
  await one.runsWith((call) => (call === 'batch' ? 'answer_lost' : 'none'), 'action');
  await one.runsAfter(one.edit(x, { title: 'mine' }, open.seen), 'sync_now');
  expect(await one.queue()).toHaveLength(1);
  expect(await one.engine.conflicts()).toMatchObject([
    { server: { title: 'theirs', status: 'in_progress' } },
  ]);
  await one.runsAfter(one.engine.resolve(x, 'local'), 'sync_now');
  expect(await one.engine.conflicts()).toEqual([]);
  expect(world.server.items.get(x)).toMatchObject({ title: 'mine', status: 'in_progress' });
});

test('[I1] a request in flight when a conflict is resolved is still sent', async () => {
  const open = await opened();
  const { one, world } = open;
  await arrives(open, { title: 'theirs' });
  await one.setStatus(x, 'in_progress');
  one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
  await one.engine.run('action');
  await one.edit(x, { title: 'mine' }, open.seen);
  await one.engine.resolve(x, 'server');
  expect(await one.queue()).toMatchObject([{ sent: true, data: { status: 'in_progress' } }]);
  one.transport.fault = () => 'none';
  await one.engine.run('sync_now');
  expect(world.server.items.get(x)).toMatchObject({ title: 'theirs', status: 'in_progress' });
});

test('[SHARE-26] Keep Local does not send a move that the person may no longer make', async () => {
  const { world, one } = newWorld();
  const theirs = { user_id: otherId, assigned_to: userId };
  await world.server.seed({ uuid: third, type: 'campaign', title: 'theirs', ...theirs });
  await world.server.seed({ uuid: elsewhere, type: 'campaign', title: 'mine' });
  const shared = { parent_uuid: elsewhere, assigned_to: otherId };
  await world.server.seed({ uuid: x, type: 'task', title: 'shared', ...shared });
  const place = { parent_uuid: x, user_id: otherId };
  await world.server.seed({ uuid: child, type: 'todo', title: 'start', ...place });
  await one.engine.run('start');
  await one.edit(child, { title: 'mine' });
  await one.move(child, elsewhere);
  await one.runsAfter(world.changes(child, { title: 'theirs', parent_uuid: third }), 'event');
  expect(await one.engine.conflicts()).toMatchObject([{ uuid: child }]);
  await one.runsAfter(one.engine.resolve(child, 'local'), 'action');
  expect(world.server.items.get(child)).toMatchObject({ title: 'mine', parent_uuid: third });
  expect(await one.queue()).toEqual([]);
});

async function offlineConflict() {
  const open = await opened();
  const { one, world } = open;
  await one.edit(x, { title: 'mine' });
  await arrives(open, { title: 'theirs' });
  const [conflict] = await one.engine.conflicts();
  if (conflict === undefined) throw new Error('no conflict');
  return { one, world, shown: { conflict, row: await one.row(x) } };
}

test('[CONF-08] a decision about a conflict is asked for again if a newer version arrived while the dialog was open', async () => {
  const { one, world, shown } = await offlineConflict();
  await one.runsAfter(world.server.change(x, { title: 'third' }), 'event');
  const changed = { ok: false, error: 'changed' };
  expect(await one.engine.resolve(x, 'server', shown)).toEqual(changed);
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
});

test.each(['local', 'server'] as const)(
  '[CONF-05] [CONF-08] keeping the %s version also keeps a newer change that was fetched but not yet compared',
  async (keep) => {
    const { one, world, shown } = await offlineConflict();
    await world.server.change(x, { title: 'third' });
    one.transport.isEarlierNode = true;
    one.transport.once('beforeAnswer', 'changes', async () => {
      await settleMicrotasks();
      expect(await one.read((tx) => tx.metaOf(storedName.buffered))).toHaveLength(1);
      expect(await one.engine.resolve(x, keep, shown)).toMatchObject({ ok: true });
    });
    await one.runs('event', 'action');
    expect(world.server.items.get(x)?.title).toBe('third');
    const asked = keep === 'local' ? [{ server: { title: 'third' } }] : [];
    expect(await one.engine.conflicts()).toMatchObject(asked);
    expect(await one.row(x)).toMatchObject({ title: keep === 'local' ? 'mine' : 'third' });
  },
);

test('[CONF-08] a decision about a conflict is asked for again if the local version changed in another tab', async () => {
  const { one, shown } = await offlineConflict();
  await one.edit(x, { description: 'more of mine' });
  const changed = { ok: false, error: 'changed' };
  expect(await one.engine.resolve(x, 'server', shown)).toEqual(changed);
  expect(await one.row(x)).toMatchObject({ description: 'more of mine' });
});

test('a decision about a conflict is accepted if nothing in the dialog has changed', async () => {
  const { one, world, shown } = await offlineConflict();
  await one.runsAfter(world.server.touch(x), 'event');
  expect(await one.engine.resolve(x, 'local', shown)).toMatchObject({ ok: true });
  await one.engine.run('action');
  expect(world.server.items.get(x)?.title).toBe('mine');
});

test('[CONF-08] Keep Local asks again if others changed the item before it was sent', async () => {
  const { one, world } = await offlineConflict();
  await world.server.change(x, { title: 'third' });
  await world.time.pass(5000);
  await one.runsAfter(one.engine.resolve(x, 'local'), 'action');
  expect(world.server.items.get(x)?.title).toBe('third');
  expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
});
