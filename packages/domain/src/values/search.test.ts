import fc from 'fast-check';
import { anyTime, at, item } from '../testing/arbitraries.ts';
import { compareHits, formerQuery, matches, normaliseQuery, titleMatches } from './search.ts';
import { foldForSearch, formerSearchText, searchText } from './folded-text.ts';

/** The ids of items whose text contains the query, in the order of results. */
function found(items: Parameters<typeof item>[1][], typed: string): number[] {
  const query = normaliseQuery(typed) ?? '';
  const hits = items.flatMap((fields, index) => {
    const { id, title, description, updated_at, occurrence_of: of } = item(index + 1, fields);
    const text = searchText(title, description);
    if (!matches(text, query)) return [];
    return { id, updated_at, inTitle: titleMatches(text, query), isPast: of !== null };
  });
  return hits.sort(compareHits).map(({ id }) => id);
}

test('[SEARCH-07] a hit contains the query in title or description; title hits come first, then the most recently updated', () => {
  const items = [
    { title: 'Plan', description: 'buy MILK', updated_at: at(9) },
    { title: 'Milk run', updated_at: at(1) },
    { title: 'Almond milk', updated_at: at(5) },
    { title: 'Bread', description: 'and butter', updated_at: at(8) },
    { title: 'Shop', description: 'milk', updated_at: at(9) },
    { title: 'Oat milk', description: 'milk', updated_at: at(5) },
  ];
  expect(found(items, ' Milk ')).toEqual([6, 3, 2, 5, 1]);
});

test('[SEARCH-07] the item updated last comes first, and of equal times the newest item', () => {
  const [older, newer] = [{ updated_at: at(1) }, { updated_at: at(2) }];
  const titled = (one: object) => ({ title: 'milk', ...one });
  expect(found([newer, older, newer].map(titled), 'milk')).toEqual([3, 1, 2]);
});

test('[REPEAT-26] copies of past occurrences come after everything else', () => {
  const past = { title: 'milk', updated_at: at(9), occurrence_of: 'item-2' };
  const others = [{ title: 'milk' }, { title: 'Shop', description: 'milk' }];
  expect(found([past, ...others, { ...past, updated_at: at(8) }], 'milk')).toEqual([2, 3, 1, 4]);
});

test('a query without a match is not in the title', () => {
  expect(titleMatches(searchText('Milk', 'and bread'), 'butter')).toBe(false);
});

test('[SEARCH-05] a query needs two characters after trimming', () => {
  expect(normaliseQuery(' M ')).toBe(null);
  expect(normaliseQuery('')).toBe(null);
  expect(normaliseQuery(' Mi ')).toBe('mi');
});

test.each(['100%', 'a_b', 'a.*b', '\\d+', "o'clock", '(x', '[y]', '$&', '--'])(
  'special characters match literally: %s',
  (query) => {
    expect(
      found([{ title: `Try ${query} now` }, { title: 'Try 100 axb aab d1 now' }], query),
    ).toEqual([1]);
  },
);

test('control characters and unpaired surrogates in a query count as spaces', () => {
  expect(normaliseQuery('a\u0000b\nc\ud800')).toBe('a b c');
});

test('every part of a title finds it, in any case and composition', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aZéÉßñΣσςδИй😀 %_\\'), minLength: 2 });
  fc.assert(
    fc.property(letters, fc.nat(), fc.nat(), (title, from, length) => {
      const start = from % title.length;
      const part = title.slice(start, start + 2 + (length % title.length));
      for (const typed of [part, part.toUpperCase().toLowerCase(), part.normalize('NFD')]) {
        const query = normaliseQuery(typed);
        fc.pre(query !== null && !/\p{Surrogate}/u.test(part) && !part.includes('ß'));
        const text = searchText(title, 'else');
        expect(matches(text, query) && titleMatches(text, query)).toBe(true);
      }
    }),
  );
});

test('a part of a Greek word finds the word, although its last sigma is written differently', () => {
  expect(found([{ title: 'ΟΔΟΣΑΜΟΥ' }], 'ΟΔΟΣ')).toEqual([1]);
  expect(found([{ title: 'οδός' }], 'ΌΣ')).toEqual([1]);
});

test('a match in the description alone is not a match in the title', () => {
  const text = searchText('Plan', 'Buy milk');
  expect(matches(text, 'milk')).toBe(true);
  expect(titleMatches(text, 'milk')).toBe(false);
  expect(titleMatches(searchText('Milk', 'milk'), 'milk')).toBe(true);
});

test('the newer of two hits that were updated at the same time comes first', () => {
  const hit = { updated_at: at(1), inTitle: true, isPast: false };
  expect([1, 3, 2].map((id) => ({ ...hit, id })).sort(compareHits)).toMatchObject([
    { id: 3 },
    { id: 2 },
    { id: 1 },
  ]);
});

test('the order of results is total', () => {
  const anyHits = fc
    .array(fc.record({ inTitle: fc.boolean(), isPast: fc.boolean(), updated_at: anyTime }))
    .map((hits) => hits.map((hit, id) => ({ ...hit, id })));
  fc.assert(
    fc.property(anyHits, (hits) => {
      expect(hits.toReversed().sort(compareHits)).toEqual(hits.toSorted(compareHits));
    }),
  );
});

test.each([
  ['İstanbul gezisi', 'istanbul'],
  ['Istanbul', 'ıstanbul'],
  ['Café crème', 'cafe'],
  ['Cafe', 'CAFÉ'],
  ['Straße kehren', 'strasse'],
  ['STRASSE', 'straße'],
  ['Zürich', 'zurich'],
  ['Ελλάδα', 'ελλαδα'],
  ['Smørrebrød', 'smorrebrod'],
  ['Łódź', 'lodz'],
  ['ＦＵＬＬ　width', 'full width'],
  ['ｶﾀｶﾅ', 'カタカナ'],
  ['Ada’s “boat” – red', `ada's "boat" - red`],
  ['a\u00a0b', 'a b'],
  ['ﬁnd', 'find'],
  ['½ cup of flour', '1/2 cup'],
  ['1⁄4 and 3∕4', '3/4'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['كِتَاب', 'كتاب'],
  ['שָׁלוֹם', 'שלום'],
])('[SEARCH-09] %s is found by %s', (title, typed) => {
  expect(found([{ title }, { title: 'Else' }], typed)).toEqual([1]);
});

test.each([
  ['かき', 'がき'],
  ['की', 'का'],
  ['각', '가나'],
  ['resume', 'résumés'],
])('[SEARCH-09] %s is not found by %s', (title, typed) => {
  expect(found([{ title }], typed)).toEqual([]);
});

test('[SEARCH-09] a query that is empty after folding searches nothing', () => {
  expect(normaliseQuery('\u200b\u200b')).toBe(null);
  expect(normaliseQuery('\u0301\u0301')).toBe(null);
  expect(normaliseQuery('ß')).toBe(null);
});

const anyLetters = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'aAéÉßẞIİıΣσςŁø’“– \u0301\u0308', ...'ㅎㅏㄴㄳ하\uffbe\uffc2'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

test('[SEARCH-07] [SEARCH-09] every match without folding is a match with folding', () => {
  fc.assert(
    fc.property(anyLetters, anyLetters, anyLetters, (before, typed, after) => {
      const title = `${before}${typed}${after}`;
      const [former, query] = [formerQuery(typed), normaliseQuery(typed)];
      fc.pre(query !== null && formerSearchText(title, null).includes(former));
      expect(matches(searchText(title, null), query)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('[SEARCH-09] folding a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = foldForSearch(text);
      expect(foldForSearch(once)).toBe(once);
    }),
    { numRuns: 500 },
  );
});

test('[SEARCH-09] a single Korean letter matches in a text of single letters', () => {
  for (const [title, typed] of [
    ['ㅎㅏ', 'ㅎㅏ'],
    ['ㅎㅏㅎㅏ', 'ㅏㅎ'],
    ['하ㄳ', '하ㄳ'],
    ['와 ㅋㅋ하', 'ㅋㅋ'],
  ] as const) {
    expect(titleMatches(searchText(title, null), normaliseQuery(typed) ?? '-')).toBe(true);
  }
  // A part of a text folds to a part of its folded form.
  for (const text of ['ㅎㅏ', '하ㄳ', '\uffbe\uffc2']) {
    const [first = '', second = ''] = text;
    expect(foldForSearch(text)).toBe(foldForSearch(first) + foldForSearch(second));
  }
  expect(foldForSearch('\u1112\u1161')).toBe('하');
});
