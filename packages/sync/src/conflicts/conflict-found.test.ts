import { storedName } from '../store/stored-names.ts';
import { userId } from '../testing/test-server.ts';
import { newWorld } from '../testing/test-world.ts';
import { uuidOf } from '../testing/rows.ts';
import { editBoth, shared, x } from '../testing/shared-todo.ts';

describe('detection', () => {
  test('[SYNC-05] an item changed here and later elsewhere is an update conflict, and the rest continues to sync', async () => {
    const { world, one } = await shared();
    await editBoth(world, one);
    const other = await one.create({ type: 'todo', title: 'other' });
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(await one.engine.conflicts()).toMatchObject([
      { uuid: x, kind: 'update', isAside: true, server: { title: 'theirs' } },
    ]);
    expect(await one.row(x)).toMatchObject({ title: 'mine', _conflictType: 'update' });
    expect(world.server.items.get(x)?.title).toBe('theirs');
    expect(world.server.items.get(other.item.uuid)?.title).toBe('other');
    expect(one.engine.state()).toMatchObject({ conflicts: 1, pending: 1 });
  });

  test('[CONF-09] a conflict names the author and the time of the others’ version or delete', async () => {
    const { world, one } = await shared();
    await editBoth(world, one);
    await one.engine.run('timer');
    const changed = world.server.items.get(x);
    expect(await one.engine.conflicts()).toMatchObject([
      { server: { updated_by: userId, updated_at: changed?.updated_at } },
    ]);
    await world.time.pass(60_000);
    await world.server.remove(x);
    await one.engine.run('timer');
    const gone = world.server.items.get(x);
    expect(await one.engine.conflicts()).toMatchObject([
      { kind: 'removed', server: null, deletion: { at: gone?.deleted_at, by: userId } },
    ]);
  });

  test('[SYNC-05] a local change that is newer than the remote one is kept without asking', async () => {
    const { world, one } = await shared();
    await world.server.change(x, { title: 'theirs' });
    await world.time.pass(5000);
    await one.edit(x, { title: 'mine' });
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toEqual([]);
    expect(world.server.items.get(x)?.title).toBe('mine');
  });

  test('[SYNC-05] a local change is dated by its action, however long the device takes to store it', async () => {
    const { world, one } = await shared();
    let letGo = (): void => undefined;
    const held = one.store.write(() => new Promise<void>((resolve) => (letGo = resolve)));
    const edited = one.edit(x, { title: 'mine' });
    await world.time.pass(1000);
    await world.server.change(x, { title: 'theirs' });
    await world.time.pass(1000);
    letGo();
    await Promise.all([held, edited]);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'theirs' } }]);
    expect(world.server.items.get(x)?.title).toBe('theirs');
  });

  test("[I13] a conflict ends by itself when the server's version equals the displayed state", async () => {
    const { world, one } = await shared();
    await editBoth(world, one);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toHaveLength(1);
    await world.server.change(x, { title: 'mine' });
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toEqual([]);
    expect(one.engine.state()).toMatchObject({ conflicts: 0, pending: 0 });
    expect(await one.row(x)).toMatchObject({ title: 'mine', _syncStatus: 'synced' });
    expect((await one.row(x))._conflictType).toBeUndefined();
  });

  test('[SYNC-05] an item deleted here and changed elsewhere is a delete conflict', async () => {
    const { world, one } = await shared();
    await one.delete(x);
    await world.server.change(x, { title: 'theirs' });
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'delete' }]);
    expect(world.server.items.get(x)?.deleted).toBe(false);
  });

  test('[I13] a delete conflict ends when the server deletes the item too', async () => {
    const { world, one } = await shared();
    await one.delete(x);
    await world.server.change(x, { title: 'theirs' });
    await one.engine.run('timer');
    await world.server.remove(x);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toEqual([]);
    expect(one.engine.state()).toMatchObject({ conflicts: 0, pending: 0 });
    expect(await one.shown()).toEqual([]);
  });

  test('[I16] [I18] a change that a wrong clock dated in the future does not win without a question', async () => {
    const { world, one } = await shared();
    world.time.skewMs = 86_400_000;
    await one.edit(x, { title: 'mine' });
    world.time.skewMs = 0;
    await world.changes(x, { title: 'theirs' });
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: x, server: { title: 'theirs' } }]);
    expect(world.server.items.get(x)?.title).toBe('theirs');
  });

  test('an item deleted here and unchanged elsewhere is removed without a question', async () => {
    const { world, one } = await shared();
    await one.delete(x);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toEqual([]);
    expect(world.server.items.get(x)?.deleted).toBe(true);
  });

  test.each(['deleted', 'hidden'] as const)(
    'an item changed here and %s elsewhere is a conflict',
    async (how) => {
      const { world, one } = await shared();
      await one.edit(x, { title: 'mine' });
      if (how === 'deleted') await world.server.remove(x);
      else await world.server.hide(x);
      await one.engine.run('timer');
      expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed', removal: how }]);
      expect((await one.row(x)).title).toBe('mine');
    },
  );

  test('[I12] a restore that the server refuses is asked about, and not sent again with every full fetch', async () => {
    const { world, one } = await shared();
    await one.edit(x, { title: 'mine' });
    await world.server.remove(x);
    await one.engine.run('timer');
    await one.engine.resolve(x, 'local');
    // As after thirty days: the item's text is gone, and only the removal is pulled.
    const decide = world.server.run.bind(world.server);
    world.server.run = (entry, caller) =>
      decide({ ...entry, url: entry.url.replace(x, uuidOf(99)) }, caller);
    for (let run = 0; run < 3; run += 1) {
      await one.runsWith(() => ({ status: 409, code: 'epoch_changed' }), 'sync_now');
      await one.engine.run('sync_now');
    }
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'removed', removal: 'hidden' }]);
    const restores = one.transport.batches
      .flatMap(({ requests }) => requests)
      .filter(({ url }) => url.endsWith('/restore'));
    expect(restores.length).toBe(1);
    await one.engine.resolve(x, 'local');
    await one.engine.run('sync_now');
    expect(world.server.living()).toMatchObject([{ title: 'mine' }]);
  });

  test('[I18] the user’s own text of an item that is visible again overwrites nothing unseen', async () => {
    const { world, one } = await shared();
    await world.server.change(x, { description: 'of theirs', due_date: '2026-03-04' });
    await one.engine.run('timer');
    await one.edit(x, { title: 'mine' });
    await world.server.hide(x);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ removal: 'hidden' }]);
    // They change it, and give this user access again.
    await world.server.touch(x);
    await world.server.change(x, { title: 'theirs' });
    await one.engine.run('timer');
    expect(world.server.living()).toMatchObject([{ title: 'theirs' }]);
    expect(await one.engine.conflicts()).toMatchObject([
      { kind: 'update', base: null, server: { title: 'theirs' } },
    ]);
    const seen = { title: 'mine', description: 'of theirs', due_date: '2026-03-04' };
    expect(await one.row(x)).toMatchObject(seen);
    await one.engine.resolve(x, 'local');
    await one.engine.run('timer');
    expect(world.server.living()).toMatchObject([seen]);
  });

  test('[I18] a conflict without a common base stays when its item only rolls up', async () => {
    const { world, one } = await shared();
    await one.edit(x, { title: 'mine' });
    await world.server.hide(x);
    await one.engine.run('timer');
    await world.server.touch(x);
    await world.server.change(x, { title: 'theirs' });
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
    await world.server.touch(x);
    await one.runs('timer', 'timer');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update', base: null }]);
    expect(world.server.living()).toMatchObject([{ title: 'theirs' }]);
  });

  test('[I6] a hidden item leaves only the text that the user wrote on the device', async () => {
    const { world, one } = newWorld();
    const top = await world.server.seed({ uuid: uuidOf(2), type: 'task', title: 'secret top' });
    const secret = { title: 'secret title', description: 'secret text', assigned_to: 4 };
    await world.server.seed({
      uuid: x,
      type: 'todo',
      ...secret,
      parent_uuid: top.uuid,
      due_date: '2026-03-04',
    });
    await one.engine.run('start');
    await one.edit(x, { description: 'my words' });
    await world.server.hide(x);
    await world.server.hide(top.uuid);
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ removal: 'hidden', base: null }]);
    const held = JSON.stringify([
      [...one.tables.items.values()],
      await one.engine.conflicts(),
      await one.queue(),
      await one.read((tx) => tx.metaOf(storedName.buffered)),
    ]);
    expect(held).not.toMatch(/secret|"assigned_to":4|2026-03-04/);
    expect(await one.row(x)).toMatchObject({ title: 'my words', description: 'my words' });
    await one.engine.resolve(x, 'local');
    await one.engine.run('sync_now');
    expect(await one.shown()).toMatchObject([{ title: 'my words', _syncStatus: 'synced' }]);
    expect(one.tables.items.size).toBe(1);
  });

  test('a change made between pull and push is detected by its version', async () => {
    const { world, one } = await shared();
    await one.setStatus(x, 'in_progress');
    await one.edit(x, { title: 'mine' });
    const send = one.transport.sendBatch.bind(one.transport);
    one.transport.sendBatch = async (batch, context) => {
      one.transport.sendBatch = send;
      await world.changes(x, { title: 'theirs' });
      return send(batch, context);
    };
    await one.engine.run('timer');
    expect(await one.engine.conflicts()).toMatchObject([{ kind: 'update' }]);
    expect(world.server.items.get(x)).toMatchObject({ title: 'theirs', status: 'pending' });
    expect((await one.queue()).every(({ state }) => state.kind === 'queued')).toBe(true);
  });

  test('[CONF-04] while the dialog is open nothing is pushed', async () => {
    const { world, one } = await shared();
    await editBoth(world, one);
    await one.create({ type: 'todo', title: 'other' });
    one.isResolving = true;
    expect(await one.engine.run('timer')).toEqual({ kind: 'conflicts', count: 1 });
    expect(world.server.living().length).toBe(1);
    one.isResolving = false;
    expect(await one.engine.run('timer')).toEqual({ kind: 'complete' });
    expect(world.server.living().length).toBe(2);
  });
});
