import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SearchIndex } from './search-index.ts';

test('finds exactly the rows whose text contains the needle, whatever came and went', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', '.'), maxLength: 6 });
  const step = fc.record({ row: fc.nat(700), text: fc.option(word) });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 900 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '%', '.'), minLength: 2, maxLength: 3 }),
      (steps, needle) => {
        const index = new SearchIndex();
        const texts = new Map<string, string>();
        for (const { row, text } of steps) {
          const uuid = `row-${row}`;
          if (text === null) {
            index.delete(uuid);
            texts.delete(uuid);
          } else {
            index.put(uuid, text);
            texts.set(uuid, text);
          }
        }
        const expected = [...texts]
          .filter(([, text]) => text.includes(needle))
          .map(([uuid]) => uuid);
        expect([...index.find(needle)].sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: 50 },
  );
});
