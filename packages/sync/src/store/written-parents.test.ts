import type { LocalItem } from './local-item.ts';
import type { LocalChange } from './ports.ts';
import { localItem } from '../testing/rows.ts';
import { TestWorld } from '../testing/test-world.ts';
import { UnitOfWork } from './unit-of-work.ts';
import { WrittenParents } from './written-parents.ts';

const campaign = localItem(1, { type: 'campaign' });
const todo = localItem(2);

function setUp() {
  const { device } = new TestWorld().newDevice();
  const parents = new WrittenParents();
  const write = async <T>(work: (unit: UnitOfWork) => T): Promise<[T, LocalChange | null]> => {
    const written = await device.store.write(async (tx) => {
      const unit = await UnitOfWork.open(tx, device);
      return [work(unit), await unit.finish()] as [T, LocalChange | null];
    });
    if (!written.ok) throw new Error(written.error.code);
    return written.value;
  };
  const place = async (...rows: LocalItem[]): Promise<LocalChange> => {
    const [, change] = await write((unit) => rows.forEach((row) => unit.put(row)));
    if (change === null) throw new Error('nothing was written');
    return change;
  };
  /** Those of the two items that a new write now has without reading. */
  const known = async (): Promise<string[]> => {
    const [uuids] = await write((unit) => {
      parents.recall(unit);
      return [campaign.uuid, todo.uuid].filter((uuid) => unit.knows(uuid));
    });
    return uuids;
  };
  return { parents, place, write, known };
}

test('the parents that a cycle wrote are known to its next write, and todos are not', async () => {
  const { parents, place, known } = setUp();
  parents.keep(await place(campaign, todo));
  expect(await known()).toEqual([campaign.uuid]);
  parents.keep(await place(localItem(3)));
  expect(await known()).toEqual([campaign.uuid]);
});

test('[I17] the cache is invalid once another writer has written', async () => {
  const { parents, place, known } = setUp();
  parents.keep(await place(campaign));
  await place({ ...campaign, _deleted: true });
  expect(await known()).toEqual([]);
  parents.keep(await place(localItem(3)));
  expect(await known()).toEqual([]);
});

test('a cycle does not count an erased row as present', async () => {
  const { parents, place, write, known } = setUp();
  parents.keep(await place(campaign));
  const [, change] = await write((unit) => unit.remove(campaign));
  if (change !== null) parents.keep(change);
  expect(await known()).toEqual([]);
});
