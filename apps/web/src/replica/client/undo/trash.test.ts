import type { TrashedItem, TrashList as TrashPage } from '@foray/contract';
import { err, ok, type Result } from '@foray/domain';
import { createItem, deleteItem } from '@foray/sync';
import { done, uuidOf } from '@foray/sync/testing';
import { TestWorld } from '@foray/sync/testing/test-world';
import { TrashReader } from './trash.ts';

/** The value of a promise that must succeed. */
async function valueOf<T>(coming: Promise<Result<T, unknown>>): Promise<T> {
  const result = await coming;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The trash as it is known after the server was asked. */
async function fetchedList(...asked: Parameters<TrashReader['fetch']>) {
  const list = new TrashReader();
  await valueOf(list.fetch(...asked));
  return list.read(asked[0]);
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** A device with one delete per minute, and a server that knows others in between. */
async function trash(counts: { readonly here: number; readonly there: number }) {
  const world = new TestWorld();
  const { device } = world.newDevice();
  const startMs = world.time.trueMs();
  for (let index = 0; index < counts.here; index += 1) {
    const { item } = await done(createItem(device, { type: 'todo', title: `here ${index}` }));
    await done(deleteItem(device, item.uuid));
    await world.time.pass(60_000);
  }
  const person = world.user;
  const data: TrashedItem[] = [];
  for (let index = 0; index < counts.there; index += 1) {
    const uuid = uuidOf(index);
    await world.server.seed({ uuid, type: 'todo', title: `there ${index}` });
    data.unshift({
      ...(await world.server.view(uuid)),
      created_by: person,
      user: person,
      assignedUser: null,
      parent: null,
      deleted_at: instant(startMs + index * 60_000 + 30_000),
      taken_along: index,
    });
  }
  const asked: (string | null)[] = [];
  const page = async (before: string | null): Promise<Result<TrashPage, { code: string }>> => {
    asked.push(before);
    const left = data.filter(
      ({ deleted_at }) => before === null || deleted_at < before.slice(0, 24),
    );
    const last = left.length > 10 ? left[9] : undefined;
    const next = last === undefined ? null : `${last.deleted_at}_1:1`;
    return ok({ data: left.slice(0, 10), next });
  };
  return { device, page, asked };
}

test('only the needed pages are requested, and rows keep their places as more arrive', async () => {
  const { device, page, asked } = await trash({ here: 40, there: 40 });
  const read = (count: number) => fetchedList(device, page, count);
  const first = await read(5);
  expect(asked).toEqual([null]);
  expect(first).toMatchObject({ isComplete: true, hasMore: true });
  expect(first.items.length).toBeGreaterThanOrEqual(10);

  const more = await read(45);
  expect(more.items.length).toBeGreaterThanOrEqual(45);
  expect(more.items.slice(0, first.items.length)).toEqual(first.items);

  const all = await read(1000);
  expect(all).toMatchObject({ isComplete: true, hasMore: false });
  expect(all.items).toHaveLength(80);
  expect(all.items.slice(0, more.items.length)).toEqual(more.items);
  const times = all.items.map(({ deletedAt }) => deletedAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('[TRASH-02] items deleted on this device are listed before the server responds', async () => {
  const { device } = await trash({ here: 12, there: 0 });
  const read = await new TrashReader().read(device);
  expect(read).toMatchObject({ isComplete: false, hasMore: false });
  expect(read.items).toHaveLength(12);
});

test('a failed page fails the whole request', async () => {
  const { device, page } = await trash({ here: 2, there: 15 });
  const second = async (before: string | null) =>
    before === null ? page(null) : err({ code: 'no_answer' });
  const list = new TrashReader();
  expect(await list.fetch(device, second, 5)).toMatchObject({ ok: true });
  expect(await list.fetch(device, second, 15)).toEqual(err({ code: 'no_answer' }));
});

test('[TRASH-02] the server’s last list is kept if the next request has no response', async () => {
  const { device, page } = await trash({ here: 2, there: 3 });
  const list = new TrashReader();
  await valueOf(list.fetch(device, page, 5));
  const before = await list.read(device);
  expect(before).toMatchObject({ items: { length: 5 }, isComplete: true });
  expect(await list.fetch(device, async () => err({ code: 'no_answer' }), 5)).toMatchObject({
    ok: false,
  });
  expect(await list.read(device)).toEqual({ ...before, isComplete: false });
  expect(list.fetchedItem(device, uuidOf(1))).toMatchObject({ title: 'there 1' });
});

test('a server that does not know pages is asked once', async () => {
  const { device, page, asked } = await trash({ here: 2, there: 5 });
  const whole = async (before: string | null) => ok({ data: (await valueOf(page(before))).data });
  const read = await fetchedList(device, whole, 100);
  expect(asked).toEqual([null]);
  expect(read).toMatchObject({ isComplete: true, hasMore: false });
  expect(read.items).toHaveLength(7);
});
