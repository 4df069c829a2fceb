import { feedPageItems } from '@foray/domain';
import { uuidOf } from '../testing/rows.ts';
import { TestWorld, type TestDevice } from '../testing/test-world.ts';

const all = feedPageItems * 2 + 100;

/** A new device of a user whose todos fill three pages. */
async function newDevice(): Promise<{ world: TestWorld; one: TestDevice }> {
  const world = new TestWorld();
  for (let n = 0; n < all; n += 1) {
    await world.server.seed({ uuid: uuidOf(n), type: 'todo', title: `${n}` });
  }
  return { world, one: world.newDevice() };
}

/** The cursors from which todos are requested, in order; `before` is awaited before each answer. */
function watchTodos(of: TestDevice, before: (asked: number) => Promise<void> | void): number[] {
  const asked: number[] = [];
  const fetchItems = of.transport.fetchItems.bind(of.transport);
  of.transport.fetchItems = async (type, since, ...rest) => {
    if (type !== 'todo') return fetchItems(type, since, ...rest);
    asked.push(since);
    const page = await fetchItems(type, since, ...rest);
    await before(asked.length);
    return page;
  };
  return asked;
}

async function cursorOf(of: TestDevice): Promise<number> {
  return (await of.read((tx) => tx.meta('cursor', 'todo')))?.cursor ?? 0;
}

test('the next page is requested while one page is being applied, and none is requested twice', async () => {
  const { world, one } = await newDevice();
  const asked = watchTodos(one, () => undefined);
  const askedAtFirstRow: number[] = [];
  one.device.changes.publish = () => askedAtFirstRow.push(asked.length);
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  expect(askedAtFirstRow[0]).toBe(2);
  expect(asked).toHaveLength(3);
  expect(await one.shown()).toHaveLength(all);
  expect(await cursorOf(one)).toBe(world.server.head());
});

test('[I10] a page requested ahead that fails does not affect the page before it', async () => {
  const { one } = await newDevice();
  const asked = watchTodos(one, () => undefined);
  one.transport.fault = () => (asked.length === 2 ? 'request_lost' : 'none');
  expect(await one.engine.run('start')).toMatchObject({
    kind: 'failed',
    problem: { code: 'no_answer' },
  });
  const held = await one.shown();
  expect(held).toHaveLength(feedPageItems);
  expect(await cursorOf(one)).toBe(Math.max(...held.map(({ base }) => base?.rev ?? 0)));
  one.transport.fault = () => 'none';
  expect(await one.engine.run('sync_now')).toEqual({ kind: 'complete' });
  expect(await one.shown()).toHaveLength(all);
});

test('[I10] a page requested ahead is not used if another tab has moved the cursor', async () => {
  const { world, one } = await newDevice();
  const two = world.newTab(one);
  one.locks.isOpen = true;
  const asked = watchTodos(one, async (count) => {
    if (count === 2) await two.engine.run('start');
  });
  expect(await one.engine.run('start')).toEqual({ kind: 'complete' });
  expect(asked.at(-1)).toBe(await cursorOf(one));
  expect(await cursorOf(one)).toBe(world.server.head());
  expect(await one.shown()).toHaveLength(all);
});

test('[I10] a cycle that cannot write ends only after its page requested ahead has arrived', async () => {
  const { one } = await newDevice();
  let isInTheAir = false;
  watchTodos(one, async (count) => {
    if (count !== 2) return;
    isInTheAir = true;
    for (let turn = 0; turn < 20_000; turn += 1) await Promise.resolve();
    isInTheAir = false;
  });
  one.store.faults.beforeCommit = (): { code: 'broken'; detail: string } | null =>
    isInTheAir ? { code: 'broken', detail: 'on purpose' } : null;
  expect(await one.engine.run('start')).toMatchObject({
    kind: 'failed',
    problem: { code: 'store' },
  });
  expect(isInTheAir).toBe(false);
});
