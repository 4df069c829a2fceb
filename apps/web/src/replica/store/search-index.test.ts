import fc from 'fast-check';
import { SearchIndex } from './search-index.ts';

test('finds exactly the rows whose text contains the query, whatever was added and removed', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', '.'), maxLength: 6 });
  const step = fc.record({ row: fc.nat(700), text: fc.option(word) });
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 900 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '%', '.'), minLength: 2, maxLength: 3 }),
      (steps, needle) => {
        const texts = new Map<string, string>();
        const index = new SearchIndex((uuid) => texts.get(uuid) ?? '');
        for (const { row, text } of steps) {
          const uuid = `row-${row}`;
          if (text === null) {
            texts.delete(uuid);
            index.delete(uuid);
          } else {
            texts.set(uuid, text);
            index.put(uuid);
          }
          // Only at times, so that some blocks are joined before the next change and some are not.
          if (row % 97 === 0) expectFound(index, texts, needle);
        }
        expectFound(index, texts, needle);
      },
    ),
    { numRuns: 50 },
  );
});

function expectFound(index: SearchIndex, texts: Map<string, string>, needle: string): void {
  const found = [...index.find(needle)].map(({ uuid, text }) => [uuid, text] as const);
  expect(new Map(found)).toEqual(new Map([...texts].filter(([, text]) => text.includes(needle))));
  expect(found).toHaveLength(new Set(found.map(([uuid]) => uuid)).size);
}
