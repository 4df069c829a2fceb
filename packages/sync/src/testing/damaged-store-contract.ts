import { storedName } from '../store/stored-names.ts';
import type { Engine } from '../engine/engine.ts';
import type { LocalStore } from '../store/ports.ts';
import { isReadableRow, type StoreName } from '../store/readable-row.ts';
import { damageKinds, damagesOf, type Damage, type DamageKind } from './damages.ts';
import { allStores, type DamagedRow } from './damaged-rows.ts';
import type { DamagedStore } from './damaged-rows-contract.ts';
import { notificationRow, uuidOf } from './rows.ts';
import { StoreDevice, TestWorld } from './test-world.ts';

/** A store whose rows a test can see and replace without the reading and writing code. */
export interface RawStore extends DamagedStore {
  rawRows(store: StoreName): Promise<readonly DamagedRow[]>;
  removeRaw(store: StoreName, row: DamagedRow): Promise<void> | void;
}

/** An item that no case damages, and one that is new on the server. */
const [healthy, news] = [uuidOf(90), uuidOf(99)];

/**
 * One row of a device's data in use is damaged, in every store and in every way: sync continues in both
 * directions, a user's actions are confirmed and durable, and the row is reported and kept. `stride` picks
 * only every n-th damage; only the kinds of `inEveryRun` are not tagged `@full`.
 */
export function damagedStoreContract(
  makeStore: () => Promise<RawStore>,
  stride: number,
  inEveryRun: readonly DamageKind[] = damageKinds,
): void {
  const cases = allStores.flatMap((store) =>
    damageKinds.map((kind) => [store, kind, inEveryRun.includes(kind) ? '' : ' @full'] as const),
  );
  test.each(cases)(
    '[DATA-14] [I1] [I12] a row of %s with damage of the kind "%s" stops nothing%s',
    async (name, kind) => {
      const rows = await rowsInUse(name);
      const damages = rows.flatMap((row) =>
        damagesOf(kind, name, row).map((damage) => ({ row, damage })),
      );
      const wrong: string[] = [];
      for (let at = 0; at < damages.length; at += stride) {
        const { row, damage } = damages[at] as (typeof damages)[number];
        try {
          await playDamage(await makeStore(), name, row, damage);
        } catch (error) {
          const { message, stack = '' } = error as Error;
          const where = stack.split('\n').find((line) => line.includes('damaged-store-contract'));
          const about = `${JSON.stringify(row).slice(0, 120)} ${damage.what}`;
          wrong.push(`${about}: ${message} ${where}`.replaceAll('\n', ' '));
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  /** The rows of a store in use, as they are before anything is damaged. */
  async function rowsInUse(name: StoreName): Promise<readonly DamagedRow[]> {
    const made = await makeStore();
    await use(made.store);
    const rows = (await made.rawRows(name)).filter(
      // The name of the store, and the item that each case edits.
      ({ kind, uuid }) => kind !== 'birth' && uuid !== healthy,
    );
    const [first] = rows;
    const isUnique = name === 'items' || name === 'syncQueue';
    const next = isUnique ? { nextUuid: news, nextSeq: 20 } : {};
    return first === undefined ? [] : [{ ...first, ...next }, ...rows.slice(1)];
  }
}

async function playDamage(
  made: RawStore,
  name: StoreName,
  { nextUuid: _, nextSeq: __, ...row }: DamagedRow,
  { isReplaced, row: damaged }: Damage,
): Promise<void> {
  const { world } = await use(made.store);
  if (isReplaced) await made.removeRaw(name, row as DamagedRow);
  const { nextUuid: ___, nextSeq: ____, ...plain } = damaged;
  await made.putRaw(name, plain as DamagedRow);
  const isReadable = isReadableRow(name, plain);

  const one = new StoreDevice(world, 2, await made.reopen());
  await world.server.seed({ uuid: news, type: 'task', title: 'news' });
  await expectRun(one.engine);
  const { item: mine } = await one.create({ type: 'task', title: 'mine' });
  await one.edit(healthy, { title: 'edited' });

  const again = new StoreDevice(world, 3, await made.reopen());
  expect((await again.row(mine.uuid)).title).toBe('mine');
  expect((await again.row(healthy)).title).toBe('edited');
  for (let n = 0; n < 3; n += 1) await expectRun(again.engine);
  expect((await again.row(news)).title).toBe('news');
  expect(world.server.items.get(mine.uuid)?.title).toBe('mine');
  expect(world.server.items.get(healthy)?.title).toBe('edited');

  const unreadable = await again.store.unreadable(allStores);
  if (!unreadable.ok) throw new Error(unreadable.error.detail);
  expect(new Set(unreadable.value.map(({ store, key }) => `${store}/${key}`)).size).toBe(
    unreadable.value.length,
  );
  const isKept = name === 'items' || name === 'syncQueue';
  if (isReadable || !isKept)
    expect(unreadable.value.length).toBeLessThanOrEqual(isReadable ? 0 : 1);
  else expect(unreadable.value.map(({ content }) => content)).toEqual([plain]);
}

async function expectRun(engine: Engine): Promise<void> {
  const outcome = await engine.run('sync_now');
  expect(outcome.kind === 'conflicts' ? 'complete' : outcome.kind).toBe('complete');
  expect(engine.state().lastError).toBe(null);
}

/** A device's data in use: a synced family, and a row of every store and most kinds of meta rows. */
async function use(store: LocalStore) {
  const world = new TestWorld();
  const one = new StoreDevice(world, 1, store);
  for (const number of [1, 2, 3, 4, 90]) {
    await world.server.seed({ uuid: uuidOf(number), type: 'task', title: `task ${number}` });
  }
  await one.engine.run('start');
  const at = new Date(world.time.nowMs()).toISOString();
  await one.edit(uuidOf(2), { title: 'changed' });
  await one.delete(uuidOf(3));
  const task = await one.create({ type: 'task', title: 'made' });
  const { uuid } = task.item;
  await one.create({ type: 'todo', title: 'below', parent_uuid: uuid });
  await one.edit(uuidOf(4), { title: 'blocked' });
  const { base } = await one.row(uuidOf(1));
  if (base === null) throw new Error('not fetched');
  const written = await store.write(async (tx) => {
    const last = (await tx.queue()).at(-1);
    if (last === undefined) throw new Error('nothing queued');
    const why = { kind: 'verdict', code: 'limit', status: 422 } as const;
    await tx.putRequest({ ...last, state: { kind: storedName.blocked, why, since: at } });
    await tx.put('users', { id: 7, name: 'A', phone: '', created_at: at, updated_at: at });
    await tx.put('contacts', { id: 8, user_id: 7, name: 'B', contact_phone: '1' });
    await tx.put('notifications', notificationRow(9, { created_at: at, updated_at: at, rev: 3 }));
    await tx.putMeta('clock', 'server', { offsetMs: 4000 });
    await tx.putMeta('rolled', uuidOf(1), { uuid: uuidOf(1) });
    await tx.putMeta('deleting', uuidOf(80), { requestId: 'x', deletedAt: at });
    await tx.putMeta('trash', uuidOf(81), {
      item: { ...base, id: 81, uuid: uuidOf(81) },
      requestId: 'x',
      deletedAt: at,
    });
    const asked = { base, server: { ...base, title: 'theirs' }, removal: null, rev: base.rev };
    const choice = { canKeepBoth: false, isAside: true, foundAt: at };
    await tx.putMeta('conflict', uuidOf(1), {
      uuid: uuidOf(1),
      kind: 'update',
      ...asked,
      ...choice,
    });
    await tx.putMeta('dueRead', 'due:x', { at });
    await tx.putMeta('imported', 'chunk', { uuids: [uuidOf(82)] });
    await tx.putMeta('importedGuest', 'upgrade', { generation: 'first' });
    await tx.putMeta('restoring', uuidOf(83), {
      id: 83,
      uuid: uuidOf(83),
      reason: 'deleted',
      rev: 2,
    });
    await tx.putMeta(storedName.buffered, uuidOf(1), {
      kind: 'row',
      row: { ...base, title: 'buffered' },
    });
    await tx.putMeta('signOuts', 'account', { decided: 1 });
  });
  if (!written.ok) throw new Error(written.error.detail);
  return { world };
}
