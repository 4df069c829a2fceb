import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SortedIndex } from './sorted-index.ts';

interface Row {
  readonly key: number;
  readonly id: number;
}
const compare = (a: Row, b: Row) => b.key - a.key || b.id - a.id;

test('stays sorted and complete through any insertions and removals', () => {
  const step = fc.record({ add: fc.boolean(), keys: fc.array(fc.nat(20), { maxLength: 60 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const index = new SortedIndex<Row>(compare, ({ id }) => `row ${id}`);
      let expected: Row[] = [];
      let id = 0;
      for (const { add, keys } of steps) {
        if (add) {
          const rows = keys.map((key) => ({ key, id: ++id }));
          index.insert(rows);
          expected.push(...rows);
        } else {
          const gone = expected.filter((row) => keys.includes(row.key));
          index.remove(gone);
          expect(gone.some((row) => index.has(row))).toBe(false);
          expected = expected.filter((row) => !gone.includes(row));
        }
        const sorted = [...expected].sort(compare);
        expect(expected.every((row) => index.has(row))).toBe(true);
        expect(sorted.some((row) => index.has({ ...row }))).toBe(false);
        expect(index.keys).toEqual(sorted.map((row) => `row ${row.id}`));
      }
    }),
  );
});

test('[I25] removes the very row, though another one compares as equal', () => {
  const index = new SortedIndex<Row>(compare, ({ id }) => `row ${id}`);
  const [first, second] = [
    { key: 1, id: 1 },
    { key: 1, id: 1 },
  ] as const;
  for (const gone of [first, second]) {
    index.insert([first, second]);
    index.remove([gone]);
    expect(index.keys.length).toBe(1);
    expect([first, second].filter((row) => index.has(row))).toEqual([
      gone === first ? second : first,
    ]);
    index.remove([first, second]);
  }
});

test('keeps the identity of its array while nothing changes', () => {
  const index = new SortedIndex<Row>(compare, ({ id }) => `row ${id}`);
  index.insert([{ key: 1, id: 1 }]);
  const before = index.keys;
  index.insert([]);
  index.remove([]);
  expect(index.keys).toBe(before);
});
