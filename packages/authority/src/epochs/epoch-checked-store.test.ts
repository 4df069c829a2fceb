import type { Position, WireItem } from '@foray/contract';
import { EpochChangedError } from './epoch-checked-store.ts';
import type { Caller } from '../store/request.ts';
import type { FeedPosition } from '../store/store.ts';
import type { Backup } from '../testing/memory-store.ts';
import { slotUuid } from '../testing/slot-uuid.ts';
import { itemOf, makeWorld, refusalOf, type AuthorityWorld } from '../testing/world.ts';

let world: AuthorityWorld;
let ann: Awaited<ReturnType<AuthorityWorld['person']>>;
let backup: Backup;
/** Created before the backup. */
let kept: WireItem;

beforeEach(async () => {
  world = makeWorld();
  ann = await world.person('Ann');
  kept = await ann.create({ type: 'todo', title: 'kept' });
  backup = world.store.backup();
});

/** A device of Ann's that remembers its epoch and its last position. */
class Device {
  epoch: string | null = null;
  position: Position | null = null;

  get caller(): Caller & { readonly positions: readonly Position[] } {
    return {
      userId: ann.id,
      epoch: this.epoch,
      positions: this.position === null ? [] : [this.position],
      onPosition: ({ run, head, epoch }: FeedPosition) => {
        this.position = { run, head };
        this.epoch = epoch;
      },
    };
  }

  look(): Promise<readonly WireItem[]> {
    return world.authority.list(this.caller, { type: null, page: 1 }).then(({ data }) => data);
  }

  async create(title: string): Promise<WireItem> {
    return itemOf(await this.send('POST', '/api/items', { type: 'todo', title }));
  }

  send(method: string, url: string, data?: unknown, ifMatch?: string) {
    return world.authority.request(this.caller, { method, url, data, ifMatch });
  }

  /** The refusal of its next call. */
  async refusal(): Promise<EpochChangedError> {
    const refused = await this.look().catch((error: unknown) => error);
    if (!(refused instanceof EpochChangedError))
      throw new Error(`answered ${JSON.stringify(refused)}`);
    return refused;
  }
}

async function inStep(): Promise<Device> {
  const device = new Device();
  await device.look();
  return device;
}

const headOf = (device: Device): number => device.position?.head ?? Number.NaN;

test('after a restore: a device that received more is refused, and the refusal names the head that both share', async () => {
  const device = await inStep();
  const keptHead = headOf(device);
  await device.create('lost');
  expect(headOf(device)).toBe(keptHead + 1);
  world.store.restore(backup);
  const { knownHead, position } = await device.refusal();
  expect(knownHead).toBe(keptHead);
  expect(position.head).toBe(keptHead);
});

test('after a restore: the device is also refused when other writes have overtaken its position', async () => {
  const device = await inStep();
  const keptHead = headOf(device);
  await device.create('lost');
  world.store.restore(backup);
  for (const title of ['one', 'two', 'three']) await ann.create({ type: 'todo', title });
  const { knownHead, position } = await device.refusal();
  expect(knownHead).toBe(keptHead);
  expect(position.head).toBe(keptHead + 3);
});

test('after a restore: a refused write has no effect', async () => {
  const device = await inStep();
  await device.create('lost');
  world.store.restore(backup);
  const before = world.store.tables();
  await expect(device.create('not now')).rejects.toThrow(EpochChangedError);
  expect(world.store.tables()).toEqual(before);
});

test('after a restore: a device that received no more than the backup contains is not refused', async () => {
  const device = await inStep();
  await ann.create({ type: 'todo', title: 'lost, and never received' });
  world.store.restore(backup);
  const { epoch } = device;
  expect((await device.look()).map(({ title }) => title)).toEqual(['kept']);
  await ann.create({ type: 'todo', title: 'new' });
  expect((await device.look()).map(({ title }) => title)).toEqual(['new', 'kept']);
  expect(device.epoch).toBe(epoch);
});

test('after a restore: the epoch is renewed once, for this user only', async () => {
  const devices = [await inStep(), await inStep(), await inStep()];
  for (const device of devices) await device.create('lost');
  const bob = await world.stranger('Bob');
  const later = world.store.backup();
  world.store.restore({ ...later, tables: backup.tables, runs: backup.runs });
  const [first, second, third] = devices as [Device, Device, Device];
  await Promise.all([first.refusal(), second.refusal()]);
  const { epoch } = await inStep();
  expect(epoch).not.toBe(first.epoch);
  // A device of the earlier epoch is refused, which changes nothing for those that started again.
  await third.refusal();
  expect((await inStep()).epoch).toBe(epoch);
  let epochOfBob = '';
  const onPosition = (standing: FeedPosition): void => void (epochOfBob = standing.epoch);
  await world.authority.me({ userId: bob.id, onPosition });
  expect(epochOfBob).toBe(first.epoch);
});

test('after a restore: a request based on the lost history is stale', async () => {
  const device = await inStep();
  const changed = await device.send('PATCH', `/api/items/${kept.id}`, { title: 'lost' });
  world.store.restore(backup);
  await ann.send('PATCH', `/api/items/${kept.id}`, { title: 'new' });
  await device.refusal();
  const fresh = await inStep();
  const again = await fresh.send('PATCH', `/api/items/${kept.id}`, { title: 'x' }, changed.etag);
  expect(refusalOf(again)).toMatchObject({ code: 'stale', item: { title: 'new' } });
});

test('after a restore: the name of a run missing from the backup contains the heads at the end of earlier runs', async () => {
  const device = await inStep();
  const keptHead = headOf(device);
  await device.create('lost');
  for (const title of ['lost too', 'and this']) {
    world.store.restart();
    await device.create(title);
  }
  world.store.restore(backup);
  for (const title of ['one', 'two', 'three']) await ann.create({ type: 'todo', title });
  expect((await device.refusal()).knownHead).toBe(keptHead);
});

test('after a restore: a run in which the user’s feed did not move ends at the head of the previous run', async () => {
  const device = await inStep();
  const keptHead = headOf(device);
  world.store.restart();
  const restarted = world.store.backup();
  await device.create('lost');
  world.store.restore(restarted);
  for (const title of ['one', 'two', 'three']) await ann.create({ type: 'todo', title });
  expect((await device.refusal()).knownHead).toBe(keptHead);
});

test('after a restore: each of several positions must be known, and the lowest counts', async () => {
  const device = await inStep();
  const keptHead = headOf(device);
  const first = device.position as Position;
  await device.create('lost');
  world.store.restore(backup);
  const lost = device.position as Position;
  const calls = [
    [first, lost],
    [lost, first],
    [first, { run: 'unknown', head: 1 }],
  ];
  const known: number[] = [];
  for (const positions of calls) {
    const refused = await world.authority
      .me({ ...device.caller, positions })
      .catch((error: unknown) => error);
    known.push((refused as EpochChangedError).knownHead);
  }
  expect(known).toEqual([keptHead, keptHead, 0]);
  // A device that received nothing has lost nothing.
  const none = [first, { run: 'unknown', head: 0 }];
  expect(await world.authority.me({ userId: ann.id, positions: none })).not.toBeNull();
});

test('after a restore: a batch during which the restore happens is refused completely', async () => {
  const device = await inStep();
  const entry = (slot: number, title: string) => ({
    id: title,
    method: 'POST' as const,
    url: '/api/items',
    data: { uuid: slotUuid(slot), type: 'todo', title },
  });
  const { epoch } = device;
  let commits = 0;
  const cut = makeWorld({
    afterCommit: () => {
      commits += 1;
      if (commits === 1) cut.store.restore(backup);
    },
  });
  cut.store.restore(backup);
  const entries = Array.from({ length: 51 }, (_, at) => entry(at + 1, `lost ${at}`));
  const batch = cut.authority.batch({ userId: ann.id, epoch }, entries, Infinity);
  await expect(batch).rejects.toThrow(EpochChangedError);
  const titles = cut.store.tables().items.map(({ title }) => title);
  expect(titles).toEqual(['kept']);
});

test('a restart of the database changes nothing for any device, nor for later writes', async () => {
  const [idle, busy] = [await inStep(), await inStep()];
  const { epoch, position } = idle;
  await busy.create('first');
  for (const title of ['second', 'third']) {
    world.store.restart();
    await busy.create(title);
  }
  expect(idle.position).toEqual(position);
  expect(await idle.look()).toHaveLength(4);
  expect([idle.epoch, busy.epoch]).toEqual([epoch, epoch]);
  expect(idle.position).toEqual(busy.position);
});

test('the position in a response is the head after the commit of a write, and covers everything that the response shows', async () => {
  const device = await inStep();
  const before = headOf(device);
  await device.create('mine');
  expect(headOf(device)).toBe(before + 1);
  const renamed = await ann.send('PATCH', `/api/items/${kept.id}`, { title: 'by another' });
  const etag = '"e1:1"';
  const refused = await device.send('PATCH', `/api/items/${kept.id}`, { title: 'x' }, etag);
  expect(refusalOf(refused)).toMatchObject({ item: { rev: itemOf(renamed).rev } });
  expect(headOf(device)).toBe(itemOf(renamed).rev);
});

test('the position in a response to a batch is that of its last entry, with the epoch of the user', async () => {
  const device = await inStep();
  const before = headOf(device);
  const entries = ['a', 'b'].map((id) => ({
    id,
    method: 'POST' as const,
    url: '/api/items',
    data: { type: 'todo', title: id },
  }));
  const answer = await world.authority.batch(device.caller, entries, Infinity);
  expect(headOf(device)).toBe(before + 2);
  expect(answer.epoch).toBe(device.epoch);
});

const query = { type: 'todo', limit: 10 } as const;

test('a cursor: beyond the head it proves a loss, even if the device sends no position', async () => {
  const device = await inStep();
  const { epoch } = device;
  const caller = { userId: ann.id, epoch };
  const refused = await world.authority.delta(caller, { ...query, since: 1000 });
  expect(refused).toMatchObject({ ok: false, error: { knownHead: 0, lostEpoch: epoch } });
  expect((await inStep()).epoch).not.toBe(epoch);
});
