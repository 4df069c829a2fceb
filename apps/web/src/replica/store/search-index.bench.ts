import { SearchIndex } from './search-index.ts';

const texts = Array.from(
  { length: 100_000 },
  (_, n) => `harbour inlet ${n * 7919} keel\nlagoon ${n}`,
);
const index = new SearchIndex((uuid) => texts[Number(uuid)] ?? '');
texts.forEach((_, n) => index.put(String(n)));
const everything = texts.join('\n');
// The first search joins the blocks; a person notices only the ones after it.
index.find('harbour').next();

function exhaust(needle: string): number {
  let found = 0;
  for (const _ of index.find(needle)) found += 1;
  return found;
}

/** Local search on a device with 100,000 items, against one scan of all its text. */
export const cases = [
  {
    name: 'device search, 100,000 items, no hit',
    unit: 'ms',
    ours: () => exhaust('no such thing'),
    floor: () => everything.includes('no such thing'),
  },
];
