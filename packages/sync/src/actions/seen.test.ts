import { describe, expect, test } from 'vitest';
import { assignItem, createItem, deleteItem, editItem, moveItem, setStatus } from './actions.ts';
import type { LocalItem } from '../store/local-item.ts';
import { done } from '../testing/done.ts';
import { storedName } from '../store/stored-names.ts';
import { TestWorld } from '../testing/test-world.ts';
import type { TestDevice } from '../testing/test-world.ts';
import { uuidOf } from '../testing/rows.ts';
import { otherId, userId } from '../testing/test-server.ts';
import { settleMicrotasks } from '../testing/virtual-time.ts';

const x = uuidOf(1);
const child = uuidOf(2);
const elsewhere = uuidOf(3);
const third = uuidOf(4);

interface Opened {
  readonly world: TestWorld;
  readonly one: TestDevice;
  /** The item as it was shown when an editor of it opened. */
  readonly seen: LocalItem;
}

/** An editor of the task `x` is open on a device. */
async function opened(): Promise<Opened> {
  const world = new TestWorld();
  const one = world.newDevice();
  await world.server.seed({ uuid: x, type: 'task', title: 'start', description: 'about' });
  await world.server.seed({ uuid: child, type: 'todo', title: 'child', parent_uuid: x });
  await world.server.seed({ uuid: elsewhere, type: 'campaign', title: 'elsewhere' });
  await world.server.seed({ uuid: third, type: 'campaign', title: 'third place' });
  await one.engine.run('start');
  return { world, one, seen: await one.row(x) };
}

/** Another device changes the item, and the change arrives. */
async function arrives({ world, one }: Opened, fields: Parameters<typeof world.server.change>[1]) {
  await world.time.pass(5000);
  await world.server.change(x, fields);
  await one.engine.run('event');
  await world.time.pass(5000);
}

async function conflictsOf({ one }: Opened) {
  return one.engine.conflicts();
}

describe('a change that arrived while the editor was open', () => {
  test('[CONF-06] [CONF-07] of the same field is a conflict between what was typed and what arrived', async () => {
    const open = await opened();
    await arrives(open, { title: 'theirs' });
    const { item } = await done(editItem(open.one.device, x, { title: 'mine' }, open.seen));
    expect(item).toMatchObject({ title: 'mine', _conflictType: 'update' });
    expect(await conflictsOf(open)).toMatchObject([
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

  test('of other fields is kept, and only what the person changed is sent', async () => {
    const open = await opened();
    await arrives(open, { description: 'theirs' });
    const typed = { title: 'mine', description: 'about', due_date: null };
    await done(editItem(open.one.device, x, typed, open.seen));
    expect(await conflictsOf(open)).toEqual([]);
    expect((await open.one.queue()).map(({ data }) => data)).toEqual([{ title: 'mine' }]);
    await open.one.engine.run('action');
    expect(open.world.server.items.get(x)).toMatchObject({ title: 'mine', description: 'theirs' });
  });

  test('[TIME-02] of the date is a conflict with a time that was typed, and both are kept as one', async () => {
    const open = await opened();
    await arrives(open, { due_date: '2026-03-04', due_time: '17:00' });
    const seen = await open.one.row(x);
    await arrives(open, { due_date: '2026-03-05' });
    await done(editItem(open.one.device, x, { title: 'mine', due_time: '18:00' }, seen));
    expect(await conflictsOf(open)).toMatchObject([{ kind: 'update', canKeepBoth: true }]);
    const none = { repeat: null, repeat_from: null, repeat_start: null };
    const typed = { title: 'mine', due_date: '2026-03-04', due_time: '18:00', ...none };
    expect((await open.one.queue()).map(({ data }) => data)).toEqual([typed]);
  });

  test('[TIME-02] of the time alone is a conflict with another time that was typed', async () => {
    const open = await opened();
    await arrives(open, { due_date: '2026-03-04', due_time: '17:00' });
    const seen = await open.one.row(x);
    await arrives(open, { due_time: '16:00' });
    await done(editItem(open.one.device, x, { due_time: '18:00' }, seen));
    expect(await conflictsOf(open)).toMatchObject([{ kind: 'update', canKeepBoth: false }]);
  });

  test('[REPEAT-06] [REPEAT-08] a rule starts at the date and is sent with it, and collides with another date', async () => {
    const open = await opened();
    await arrives(open, { due_date: '2026-03-04' });
    const seen = await open.one.row(x);
    await arrives(open, { due_date: '2026-03-05' });
    await done(editItem(open.one.device, x, { repeat: 'FREQ=DAILY' }, seen));
    expect(await conflictsOf(open)).toMatchObject([{ kind: 'update', canKeepBoth: false }]);
    const daily = { repeat: 'FREQ=DAILY', repeat_from: 'due', repeat_start: '2026-03-04' };
    const typed = { due_date: '2026-03-04', due_time: null, ...daily };
    expect((await open.one.queue()).map(({ data }) => data)).toEqual([typed]);
  });

  test('[REPEAT-06] another rule starts at the date that it is set on', async () => {
    const open = await opened();
    const daily = { repeat: 'FREQ=DAILY', repeat_start: '2026-03-01' };
    await arrives(open, { due_date: '2026-03-04', ...daily });
    const seen = await open.one.row(x);
    await done(editItem(open.one.device, x, { repeat: 'FREQ=WEEKLY' }, seen));
    const weekly = { repeat: 'FREQ=WEEKLY', repeat_start: '2026-03-04' };
    expect(await open.one.row(x)).toMatchObject(weekly);
    expect((await open.one.queue()).map(({ data }) => data)).toMatchObject([weekly]);
  });

  test('[TIME-03] that took the date away is a conflict with a time that was typed', async () => {
    const open = await opened();
    await arrives(open, { due_date: '2026-03-04' });
    const seen = await open.one.row(x);
    await arrives(open, { due_date: null });
    await done(editItem(open.one.device, x, { due_time: '18:00' }, seen));
    expect(await conflictsOf(open)).toMatchObject([{ kind: 'update', canKeepBoth: false }]);
  });

  test('[CONF-06] to the value that was typed causes no conflict', async () => {
    const open = await opened();
    await arrives(open, { title: 'same' });
    await done(editItem(open.one.device, x, { title: 'same' }, open.seen));
    expect(await conflictsOf(open)).toEqual([]);
    expect(await open.one.queue()).toEqual([]);
  });

  test('[CONF-06] to the value that was typed causes no conflict beside another change either', async () => {
    const open = await opened();
    await arrives(open, { title: 'same' });
    const typed = { title: 'same', description: 'mine' };
    await done(editItem(open.one.device, x, typed, open.seen));
    expect(await conflictsOf(open)).toEqual([]);
    await open.one.engine.run('action');
    expect(open.world.server.items.get(x)).toMatchObject(typed);
  });

  test('[CONF-07] of one field of two offers to keep both, and the colliding one is asked alone', async () => {
    const open = await opened();
    await arrives(open, { title: 'theirs' });
    const typed = { title: 'mine', description: 'my text' };
    await done(editItem(open.one.device, x, typed, open.seen));
    expect(await conflictsOf(open)).toMatchObject([{ canKeepBoth: true }]);
    await open.one.engine.resolve(x, { both: [] });
    await open.one.engine.run('action');
    const now = { title: 'theirs', description: 'my text' };
    expect(open.world.server.items.get(x)).toMatchObject(now);
  });

  test('[CONF-07] of its field and another offers to keep both too', async () => {
    const open = await opened();
    await arrives(open, { title: 'theirs', description: 'their text' });
    await done(editItem(open.one.device, x, { title: 'mine' }, open.seen));
    expect(await conflictsOf(open)).toMatchObject([{ canKeepBoth: true }]);
    await open.one.engine.resolve(x, { both: ['title'] });
    await open.one.engine.run('action');
    const now = { title: 'mine', description: 'their text' };
    expect(open.world.server.items.get(x)).toMatchObject(now);
  });

  test('meets the status chosen in a menu', async () => {
    const open = await opened();
    await arrives(open, { status: 'completed' });
    await done(setStatus(open.one.device, x, 'in_progress', open.seen));
    expect(await conflictsOf(open)).toMatchObject([
      { base: { status: 'pending' }, server: { status: 'completed' } },
    ]);
  });

  test('meets the person chosen in a menu', async () => {
    const open = await opened();
    await arrives(open, { assigned_to: 2 });
    await done(assignItem(open.one.device, x, 3, open.seen));
    expect(await conflictsOf(open)).toMatchObject([{ server: { assigned_to: 2 } }]);
    expect(await open.one.row(x)).toMatchObject({ assigned_to: 3 });
  });

  test('meets the place chosen in the dialog', async () => {
    const open = await opened();
    await arrives(open, { parent_uuid: elsewhere });
    await done(moveItem(open.one.device, x, third, open.seen));
    expect(await conflictsOf(open)).toMatchObject([
      { base: { parent_uuid: null }, server: { parent_uuid: elsewhere } },
    ]);
  });

  test('meets the delete that was confirmed', async () => {
    const open = await opened();
    await arrives(open, { title: 'theirs' });
    await done(deleteItem(open.one.device, x, [], new Map([[x, open.seen]])));
    expect(await conflictsOf(open)).toMatchObject([{ kind: 'delete', server: { version: 2 } }]);
    await open.one.engine.run('action');
    expect(open.world.server.items.get(x)?.deleted).toBe(false);
  });

  test('[I8] of a child that a delete names asks about the child; Keep Server keeps it', async () => {
    const open = await opened();
    const seen = new Map([
      [x, open.seen],
      [child, await open.one.row(child)],
    ]);
    await open.world.server.change(child, { title: 'theirs' });
    await open.one.engine.run('event');
    await done(deleteItem(open.one.device, x, [child], seen));
    expect(await conflictsOf(open)).toMatchObject([{ uuid: child, kind: 'delete' }]);
    await open.one.engine.run('action');
    expect(open.world.server.items.get(x)?.deleted).toBe(false);
    await open.one.engine.resolve(child, 'server');
    await open.one.engine.run('action');
    expect(open.world.server.items.get(x)?.deleted).toBe(true);
    expect(open.world.server.items.get(child)?.deleted).toBe(false);
    expect(await open.one.row(child)).toMatchObject({ _deleted: false, _syncStatus: 'synced' });
  });

  test('by a roll-up causes no conflict', async () => {
    const open = await opened();
    await open.world.server.change(child, { status: 'in_progress' });
    await open.one.engine.run('event');
    expect((await open.one.row(x)).status).toBe('in_progress');
    await done(setStatus(open.one.device, x, 'completed', open.seen));
    expect(await conflictsOf(open)).toEqual([]);
  });

  /** The item in progress, with a child that stands in its way of being completed. */
  async function inProgress(): Promise<Opened> {
    const open = await opened();
    await open.world.server.change(child, { status: 'in_progress' });
    await open.one.engine.run('event');
    return { ...open, seen: await open.one.row(x) };
  }

  test('[I18] of the status is asked about below what has rolled up here since', async () => {
    const open = await inProgress();
    await arrives(open, { status: 'completed' });
    await done(createItem(open.one.device, { type: 'todo', title: 'more', parent_uuid: x }));
    expect(await open.one.row(x)).toMatchObject({
      status: 'in_progress',
      rolled: { status: 'in_progress' },
      base: { status: 'completed' },
    });
    const { item } = await done(setStatus(open.one.device, x, 'pending', open.seen));
    expect(item).toMatchObject({ status: 'pending', _conflictType: 'update' });
    expect(await conflictsOf(open)).toMatchObject([
      { base: { status: 'in_progress' }, server: { status: 'completed' } },
    ]);
    await open.one.engine.resolve(x, 'server');
    await open.one.engine.run('action');
    expect(open.world.server.items.get(x)?.status).toBe('in_progress');
    expect(await open.one.row(x)).toMatchObject({ status: 'in_progress', _syncStatus: 'synced' });
  });

  test('[I20] of the status causes no conflict if the same is chosen, or was sent from here', async () => {
    const open = await inProgress();
    await arrives(open, { status: 'completed' });
    await done(createItem(open.one.device, { type: 'todo', title: 'more', parent_uuid: x }));
    await done(setStatus(open.one.device, x, 'completed', open.seen));
    expect(await conflictsOf(open)).toEqual([]);

    const own = await inProgress();
    await done(setStatus(own.one.device, x, 'completed', own.seen));
    const seen = await own.one.row(x);
    await own.one.engine.run('action');
    await done(createItem(own.one.device, { type: 'todo', title: 'more', parent_uuid: x }));
    await done(setStatus(own.one.device, x, 'pending', seen));
    expect(await conflictsOf(own)).toEqual([]);
  });

  test('that this device sent itself is not one', async () => {
    const open = await opened();
    await done(editItem(open.one.device, x, { title: 'mine' }, open.seen));
    const seen = await open.one.row(x);
    await open.one.engine.run('action');
    await done(editItem(open.one.device, x, { title: 'mine again' }, seen));
    expect(await conflictsOf(open)).toEqual([]);
  });
});

describe('a conflict that was found while saving', () => {
  async function inConflict(): Promise<Opened> {
    const open = await opened();
    await arrives(open, { title: 'theirs', description: 'theirs' });
    await done(editItem(open.one.device, x, { title: 'mine' }, open.seen));
    return open;
  }

  test('[CONF-05] Keep Local sends what was typed over the version that was shown', async () => {
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

  test('[CONF-05] Keep Server drops what was typed', async () => {
    const { one } = await inConflict();
    await one.engine.resolve(x, 'server');
    expect(await one.queue()).toEqual([]);
    expect(await one.row(x)).toMatchObject({ title: 'theirs', _syncStatus: 'synced' });
    expect((await one.row(x))._conflictType).toBeUndefined();
  });

  test('keeps what both sides started from when a third change arrives', async () => {
    const open = await inConflict();
    await arrives(open, { due_date: '2026-03-04' });
    expect(await conflictsOf(open)).toMatchObject([
      { base: { title: 'start' }, server: { title: 'theirs', due_date: '2026-03-04' } },
    ]);
    expect(await open.one.row(x)).toMatchObject({ title: 'mine' });
  });

  test('[CONF-08] a third change that is older than the decision asks again', async () => {
    const { one, world } = await inConflict();
    await world.server.change(x, { title: 'third' });
    await world.time.pass(5000);
    await one.engine.resolve(x, 'local');
    await one.engine.run('action');
    expect(world.server.items.get(x)?.title).toBe('third');
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
    expect(await one.row(x)).toMatchObject({ title: 'mine' });
  });

  test('[I11] is answered for what was on its way when it was found', async () => {
    const open = await opened();
    const { one, world } = open;
    await arrives(open, { title: 'theirs' });
    await done(setStatus(one.device, x, 'in_progress'));
    one.transport.fault = (call) => (call === 'batch' ? 'answer_lost' : 'none');
    await one.engine.run('action');
    one.transport.fault = () => 'none';
    await done(editItem(one.device, x, { title: 'mine' }, open.seen));
    await one.engine.run('sync_now');
    expect(await one.queue()).toHaveLength(1);
    expect(await one.engine.conflicts()).toMatchObject([
      { server: { title: 'theirs', status: 'in_progress' } },
    ]);
    await one.engine.resolve(x, 'local');
    await one.engine.run('sync_now');
    expect(await one.engine.conflicts()).toEqual([]);
    expect(world.server.items.get(x)).toMatchObject({ title: 'mine', status: 'in_progress' });
  });
});

describe('Keep Local and Keep Server', () => {
  test('[I1] what is on its way when a conflict is resolved arrives all the same', async () => {
    const open = await opened();
    const { one, world } = open;
    await arrives(open, { title: 'theirs' });
    await done(setStatus(one.device, x, 'in_progress'));
    one.transport.fault = (call) => (call === 'batch' ? 'request_lost' : 'none');
    await one.engine.run('action');
    await done(editItem(one.device, x, { title: 'mine' }, open.seen));
    await one.engine.resolve(x, 'server');
    expect(await one.queue()).toMatchObject([{ sent: true, data: { status: 'in_progress' } }]);
    one.transport.fault = () => 'none';
    await one.engine.run('sync_now');
    expect(world.server.items.get(x)).toMatchObject({ title: 'theirs', status: 'in_progress' });
  });

  test('[SHARE-26] Keep Local sends no move that is not for the person to make any more', async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    const theirs = { user_id: otherId, assigned_to: userId };
    await world.server.seed({ uuid: third, type: 'campaign', title: 'theirs', ...theirs });
    await world.server.seed({ uuid: elsewhere, type: 'campaign', title: 'mine' });
    const shared = { parent_uuid: elsewhere, assigned_to: otherId };
    await world.server.seed({ uuid: x, type: 'task', title: 'shared', ...shared });
    const place = { parent_uuid: x, user_id: otherId };
    await world.server.seed({ uuid: child, type: 'todo', title: 'start', ...place });
    await one.engine.run('start');
    await done(editItem(one.device, child, { title: 'mine' }));
    await done(moveItem(one.device, child, elsewhere));
    await world.time.pass(5000);
    await world.server.change(child, { title: 'theirs', parent_uuid: third });
    await one.engine.run('event');
    expect(await one.engine.conflicts()).toMatchObject([{ uuid: child }]);
    await one.engine.resolve(child, 'local');
    await one.engine.run('action');
    expect(world.server.items.get(child)).toMatchObject({ title: 'mine', parent_uuid: third });
    expect(await one.queue()).toEqual([]);
  });
});

describe('a decision about a conflict', () => {
  async function offlineConflict() {
    const open = await opened();
    const { one, world } = open;
    await done(editItem(one.device, x, { title: 'mine' }));
    await arrives(open, { title: 'theirs' });
    const [conflict] = await one.engine.conflicts();
    if (conflict === undefined) throw new Error('no conflict');
    return { one, world, shown: { conflict, row: await one.row(x) } };
  }

  test('[CONF-08] is asked for again if a newer version came while the dialog was open', async () => {
    const { one, world, shown } = await offlineConflict();
    await world.server.change(x, { title: 'third' });
    await one.engine.run('event');
    const changed = { ok: false, error: 'changed' };
    expect(await one.engine.resolve(x, 'server', shown)).toEqual(changed);
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
  });

  test.each(['local', 'server'] as const)(
    '[CONF-05] [CONF-08] to keep the %s version keeps a newer change that is fetched and not yet compared',
    async (keep) => {
      const { one, world, shown } = await offlineConflict();
      await world.server.change(x, { title: 'third' });
      one.transport.beforeAnswer = async (call) => {
        if (call !== 'changes') return;
        one.transport.beforeAnswer = () => undefined;
        await settleMicrotasks();
        expect(await one.read((tx) => tx.metaOf(storedName.buffered))).toHaveLength(1);
        expect(await one.engine.resolve(x, keep, shown)).toMatchObject({ ok: true });
      };
      await one.engine.run('event');
      await one.engine.run('action');
      expect(world.server.items.get(x)?.title).toBe('third');
      const asked = keep === 'local' ? [{ server: { title: 'third' } }] : [];
      expect(await one.engine.conflicts()).toMatchObject(asked);
      expect(await one.row(x)).toMatchObject({ title: keep === 'local' ? 'mine' : 'third' });
    },
  );

  test('[CONF-08] is asked for again if the local version changed in another tab', async () => {
    const { one, shown } = await offlineConflict();
    await done(editItem(one.device, x, { description: 'more of mine' }));
    const changed = { ok: false, error: 'changed' };
    expect(await one.engine.resolve(x, 'server', shown)).toEqual(changed);
    expect(await one.row(x)).toMatchObject({ description: 'more of mine' });
  });

  test('stands where nothing that was shown has changed', async () => {
    const { one, world, shown } = await offlineConflict();
    await world.server.touch(x);
    await one.engine.run('event');
    expect(await one.engine.resolve(x, 'local', shown)).toMatchObject({ ok: true });
    await one.engine.run('action');
    expect(world.server.items.get(x)?.title).toBe('mine');
  });

  test('[CONF-08] of Keep Local asks again when others changed the item before it was sent', async () => {
    const { one, world } = await offlineConflict();
    await world.server.change(x, { title: 'third' });
    await world.time.pass(5000);
    await one.engine.resolve(x, 'local');
    await one.engine.run('action');
    expect(world.server.items.get(x)?.title).toBe('third');
    expect(await one.engine.conflicts()).toMatchObject([{ server: { title: 'third' } }]);
  });
});

describe('what this device changed in another tab', () => {
  test('and has not sent yet is asked about before anything is written', async () => {
    const { one, seen, world } = await opened();
    await done(editItem(world.newTab(one).device, x, { title: 'other tab' }));
    const outcome = await editItem(one.device, x, { title: 'mine' }, seen);
    expect(outcome).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
    expect(await one.row(x)).toMatchObject({ title: 'other tab' });
    const gone = await deleteItem(one.device, x, [], new Map([[x, seen]]));
    expect(gone).toMatchObject({ error: { code: 'changed' } });
    await done(editItem(one.device, x, { title: 'mine' }, await one.row(x)));
    expect(await one.row(x)).toMatchObject({ title: 'mine' });
  });

  test('[I20] and changed back again is no version of the server', async () => {
    const { one, world } = await opened();
    await done(editItem(one.device, x, { title: 'mine' }));
    const seen = await one.row(x);
    await done(editItem(world.newTab(one).device, x, { title: 'start' }));
    const gone = await deleteItem(one.device, x, [], new Map([[x, seen]]));
    expect(gone).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
    const outcome = await editItem(one.device, x, { title: 'mine again' }, seen);
    expect(outcome).toMatchObject({ error: { code: 'changed', fields: ['title'] } });
    expect(await one.engine.conflicts()).toEqual([]);
  });

  test('as a guest is asked about before anything is written', async () => {
    const world = new TestWorld();
    const one = world.newDevice();
    const device = { ...one.device, account: { kind: 'guest' } as const };
    const { item } = await done(createItem(device, { type: 'todo', title: 'start' }));
    await world.time.pass(1000);
    await done(editItem(device, item.uuid, { title: 'other tab' }));
    const outcome = await editItem(device, item.uuid, { title: 'mine' }, item);
    expect(outcome).toMatchObject({ error: { code: 'changed', item: { title: 'other tab' } } });
    await done(editItem(device, item.uuid, { description: 'mine' }, item));
    expect(await one.row(item.uuid)).toMatchObject({ title: 'other tab', description: 'mine' });
  });
});
