import { itemStatuses, newestFirst } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { localItem, uuidOf } from '@foray/sync/testing';
import * as fc from 'fast-check';
import { itemSearchOf } from './item-search.ts';
import type { ListSpec } from './live-list.ts';
import { Replica } from './replica.ts';

const open: ListSpec = {
  key: 'open',
  has: ({ status }) => status !== 'completed',
  compare: newestFirst('updated'),
};
const family: ListSpec = {
  key: 'orphans',
  has: ({ parent_uuid }, isHeld) => parent_uuid === null || !isHeld(parent_uuid),
  compare: newestFirst('created'),
};

function replicaOf(...rows: LocalItem[]): Replica {
  const replica = new Replica(() => 0);
  replica.apply(rows);
  // Updated from their first read on.
  itemSearchOf(replica);
  replica.list(open);
  replica.list(family);
  return replica;
}

const stored = (number: number, fields: Partial<LocalItem> = {}): LocalItem =>
  localItem(number, { _localVersion: 1, ...fields });
const titleOf = (replica: Replica, number: number) => replica.item(uuidOf(number))?.title;

test('a predicted row is shown in its lists at once, and the stored row once the prediction is over', () => {
  const replica = replicaOf(stored(1), stored(2));
  const told: string[] = [];
  replica.subscribe('list:open', () => told.push('open'));
  const end = replica.predict([stored(1, { status: 'completed' })]);
  expect(replica.list(open)).toEqual([uuidOf(2)]);
  expect(replica.isPredicted(uuidOf(1))).toBe(true);
  expect(told).toEqual(['open']);
  end();
  expect(replica.list(open)).toContain(uuidOf(1));
  expect(replica.isPredicted(uuidOf(1))).toBe(false);
  expect(told).toHaveLength(2);
});

test('a row stored under a prediction is shown only once the prediction is over', () => {
  const replica = replicaOf(stored(1, { title: 'before' }));
  const end = replica.predict([stored(1, { title: 'typed' })]);
  replica.apply([stored(1, { title: 'of another tab', _localVersion: 2 })]);
  expect(titleOf(replica, 1)).toBe('typed');
  end();
  expect(titleOf(replica, 1)).toBe('of another tab');
});

test('the later of two predictions of an item stays when the earlier ends', () => {
  const replica = replicaOf(stored(1, { title: 'before' }));
  const endFirst = replica.predict([stored(1, { title: 'first' })]);
  const endSecond = replica.predict([stored(1, { title: 'second' })]);
  replica.apply([stored(1, { title: 'first', _localVersion: 2 })]);
  endFirst();
  expect(titleOf(replica, 1)).toBe('second');
  endSecond();
  expect(titleOf(replica, 1)).toBe('first');
});

test('a predicted item that is not created disappears, and can be created later', () => {
  const replica = replicaOf();
  const end = replica.predict([stored(1, { _localVersion: 0 })]);
  expect(replica.list(open)).toEqual([uuidOf(1)]);
  end();
  expect(replica.list(open)).toEqual([]);
  expect(replica.row(uuidOf(1))).toBeUndefined();
  replica.apply([stored(1)]);
  expect(replica.list(open)).toEqual([uuidOf(1)]);
});

test('a link to the number of a predicted item works once the item is created', () => {
  const replica = replicaOf();
  const end = replica.predict([stored(1, { id: 9_000_000 })]);
  replica.apply([stored(1, { title: 'made' })]);
  end();
  expect(replica.itemByNumber(9_000_000)?.title).toBe('made');
});

test('[I17] a row removed during its prediction stays removed, and no older row restores it', () => {
  const replica = replicaOf(stored(1, { _localVersion: 5 }));
  const end = replica.predict([stored(1, { title: 'typed' })]);
  replica.apply([], [{ uuid: uuidOf(1), localSeq: 7 }]);
  replica.apply([stored(1, { _localVersion: 6 })]);
  expect(titleOf(replica, 1)).toBe('typed');
  end();
  expect(replica.row(uuidOf(1))).toBeUndefined();
});

const someRow = fc.record({
  number: fc.integer({ min: 1, max: 5 }),
  parent: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  version: fc.integer({ min: 1, max: 9 }),
  title: fc.constantFrom('a', 'b', 'c'),
  status: fc.constantFrom(...itemStatuses),
  isDeleted: fc.boolean(),
});
type SomeRow = typeof someRow extends fc.Arbitrary<infer T> ? T : never;
const someEvent = fc.record({
  kind: fc.constantFrom('apply', 'remove', 'predict', 'end'),
  row: someRow,
});

function rowOf({ number, parent, version, title, status, isDeleted }: SomeRow) {
  const parent_uuid = parent === null || parent === number ? null : uuidOf(parent);
  const rest = { _deleted: isDeleted, _localVersion: version };
  return localItem(number, { title, status, parent_uuid, ...rest });
}

/** Everything that can be read from a replica. */
function readings(replica: Replica): unknown {
  const numbers = [1, 2, 3, 4, 5];
  return {
    rows: [...replica.rows()].toSorted((a, b) => a.id - b.id),
    lists: [replica.list(open), replica.list(family)],
    children: numbers.map((number) => replica.children(uuidOf(number))),
    progress: numbers.map((number) => replica.progress(uuidOf(number))),
    found: ['a', 'b', 'c'].map((text) =>
      [...itemSearchOf(replica).containing(text)]
        .map(({ item }) => item.id)
        .toSorted((a, b) => a - b),
    ),
    predicted: numbers.filter((number) => replica.isPredicted(uuidOf(number))),
  };
}

test('after all predictions are over, the state is the same as without them', () => {
  fc.assert(
    fc.property(fc.array(someEvent, { maxLength: 20 }), (events) => {
      const [replica, plain] = [replicaOf(), replicaOf()];
      const endings: (() => void)[] = [];
      for (const { kind, row } of events) {
        const changed = rowOf(row);
        const gone = [{ uuid: changed.uuid, localSeq: row.version }];
        if (kind === 'predict') endings.push(replica.predict([changed]));
        else if (kind === 'end') endings.splice(row.version % (endings.length || 1), 1)[0]?.();
        else {
          const [rows, removed] = kind === 'apply' ? [[changed], []] : [[], gone];
          replica.apply(rows, removed);
          plain.apply(rows, removed);
        }
      }
      for (const end of endings) end();
      expect(readings(replica)).toEqual(readings(plain));
    }),
    { numRuns: 2000 },
  );
});
