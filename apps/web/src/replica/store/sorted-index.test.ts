import fc from 'fast-check';
import { SortedIndex } from './sorted-index.ts';

interface Row {
  readonly key: number;
  readonly id: number;
}
const compare = (a: Row, b: Row) => b.key - a.key || b.id - a.id;

test('stays sorted and complete through any insertions and removals', () => {
  const keys = fc.array(fc.nat(20), { maxLength: 60 });
  const step = fc.record({ addedKeys: keys, goneKeys: keys });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const index = new SortedIndex<Row>(compare, ({ id }) => `row ${id}`);
      let expected: Row[] = [];
      let id = 0;
      for (const { addedKeys, goneKeys } of steps) {
        const gone = expected.filter((row) => goneKeys.includes(row.key));
        const added = addedKeys.map((key) => ({ key, id: ++id }));
        index.change(gone, added);
        expect(gone.some((row) => index.has(row))).toBe(false);
        expected = [...expected.filter((row) => !gone.includes(row)), ...added];
        const sorted = [...expected].sort(compare);
        expect(expected.every((row) => index.has(row))).toBe(true);
        expect(sorted.some((row) => index.has({ ...row }))).toBe(false);
        expect(index.keys).toEqual(sorted.map((row) => `row ${row.id}`));
      }
    }),
  );
});

test('[I25] removes exactly the given row, even if another compares as equal', () => {
  const index = new SortedIndex<Row>(compare, ({ id }) => `row ${id}`);
  const [first, second] = [
    { key: 1, id: 1 },
    { key: 1, id: 1 },
  ] as const;
  for (const gone of [first, second]) {
    index.change([], [first, second]);
    index.change([gone], []);
    expect(index.keys.length).toBe(1);
    expect([first, second].filter((row) => index.has(row))).toEqual([
      gone === first ? second : first,
    ]);
    index.change([first, second], []);
  }
});

test('keeps its array of keys while only values change', () => {
  const index = new SortedIndex<Row>(compare, ({ id }) => `row ${id}`);
  const row = { key: 1, id: 1 };
  index.change([], [row]);
  const before = index.keys;
  index.change([], []);
  const next = { ...row };
  index.swap(row, next);
  expect(index.keys).toBe(before);
  expect([index.has(row), index.has(next)]).toEqual([false, true]);
});
