import fc from 'fast-check';
import { paginate } from './page.ts';

test('[DATA-05] a page has data, current_page, last_page, per_page and total, with 20 entries a page', () => {
  const items = Array.from({ length: 41 }, (_, at) => at);
  expect(paginate(items, 3)).toEqual({
    data: [40],
    current_page: 3,
    last_page: 3,
    per_page: 20,
    total: 41,
  });
  expect(paginate(items, 1).data).toEqual(items.slice(0, 20));
  expect(paginate([], 1)).toEqual({
    data: [],
    current_page: 1,
    last_page: 1,
    per_page: 20,
    total: 0,
  });
  expect(paginate(items, 4).data).toEqual([]);
});

test('all pages together make up the list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (items, perPage) => {
      const { last_page } = paginate(items, 1, perPage);
      const pages = Array.from({ length: last_page }, (_, at) => paginate(items, at + 1, perPage));
      expect(pages.flatMap(({ data }) => data)).toEqual(items);
    }),
  );
});
