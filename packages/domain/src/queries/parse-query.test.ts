import fc from 'fast-check';
import { maxQueryDepth, maxQueryTextChars } from '../values/limits.ts';
import { anyQuery } from '../testing/any-query.ts';
import { anyText } from '../testing/any-query-text.ts';
import {
  bindNames,
  namesIn,
  neededTexts,
  parseQuery,
  printQuery,
  queryErrorCodes,
} from './index.ts';

/** The codes of a text's mistakes, each with the part of the text that it marks. */
function mistakes(text: string): string[] {
  return parseQuery(text).errors.map(({ code, from, to }) => `${code} ${text.slice(from, to)}`);
}

/** The printed form of a text. */
function printed(text: string): string {
  return printQuery(parseQuery(text).query).text;
}

test('[QUERY-01] every query is printed as a text that reads as the same query, with the same ids', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const { text, ids } = printQuery(query);
      expect(parseQuery(text, ids)).toEqual({ query, errors: [] });
    }),
    { numRuns: 1_000 },
  );
});

test('[QUERY-01] printing a text that was read settles it: read again and printed again it is the same', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyHostileText), (text) => {
      const query = parseQuery(text).query;
      const once = printQuery(query).text;
      expect(parseQuery(once)).toEqual({ query, errors: [] });
      expect(printed(once)).toBe(once);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['  buy   milk ', 'buy   milk'],
  ['Due:TODAY  Type:todo', 'due:today type:todo'],
  ['(milk) (is:done)', 'milk is:done'],
  ['(a or b) or c', '(a or b) or c'],
  ['a (b c)', 'a (b c)'],
  ['a b or -c d', 'a b or -c d'],
  ['(a b)', '"a" b'],
  ['"buy milk" due:today', '"buy milk" due:today'],
  ['"milk" due:today', 'milk due:today'],
  ['-(-milk)', '-(-milk)'],
  ['-"or" x', '-"or" x'],
  ['--force x:y http://a.b', '--force x:y http://a.b'],
  ['label:"home"', 'label:home'],
  ['label:"none"', 'label:"none"'],
  ['label:NONE assigned:Me', 'label:none assigned:me'],
  ['in:"say \\"hi\\" \\\\o/"', 'in:"say \\"hi\\" \\\\o/"'],
  ['“two words” x', '"two words" x'],
  ['\u200fdue:today\u200f x', 'due:today x'],
  ['say "a"or b', 'say a or b'],
])('[QUERY-02] %j reads as %j', (text, expected) => {
  expect(mistakes(text)).toEqual([]);
  expect(printed(text)).toBe(expected);
});

test.each([
  'or',
  ':-)',
  'f(x)',
  '100%',
  '- a',
  'a -',
  "o'clock",
  '5" pipe',
  'a:b',
  'due',
  '--',
  '#home',
])('[QUERY-02] %j is text without any other meaning', (text) => {
  expect(parseQuery(text)).toEqual({ query: { kind: 'text', text }, errors: [] });
});

test.each([
  ['milk (a', '"milk" a', 'bracket_unclosed ('],
  ['a) or b) c', '"a)" or "b)" c', null],
  ['(a b)) c', '(a b) c', 'bracket_unopened )'],
  ['a ( ) b', '"a" b', 'bracket_empty ( )'],
  ['is:done "milk tea', 'is:done "milk tea"', 'quote_unclosed "milk tea'],
  ['is:done ""', 'is:done', 'text_empty ""'],
  ['is:done -"\u200b"', 'is:done', 'text_empty "\u200b"'],
  ['or milk', 'milk', 'or_alone or'],
  ['milk or', 'milk', 'or_alone or'],
  ['a or or b', 'a or b', 'or_alone or'],
  ['milk (or is:done)', 'milk is:done', 'or_alone or'],
  ['milk due:', 'milk', 'value_missing due:'],
  ['milk label:"" or is:done', 'milk or is:done', 'value_missing label:""'],
  ['milk is:open', 'milk', 'value_unknown is:open'],
  ['milk type:item', 'milk', 'value_unknown type:item'],
  ['milk priority:urgent', 'milk', 'value_unknown priority:urgent'],
  ['milk has:time no:children', 'milk has:time', 'value_unknown no:children'],
  ['milk created:none', 'milk', 'value_unknown created:none'],
  ['milk due:2026-02-30', 'milk', 'not_a_day due:2026-02-30'],
  ['milk due:<none', 'milk', 'not_a_day due:<none'],
  ['milk due:1850-01-01', 'milk', 'not_a_day due:1850-01-01'],
  ['milk due:7d', 'milk', 'not_a_day due:7d'],
  ['milk due:+07d', 'milk', 'not_a_day due:+07d'],
])('[QUERY-03] a mistake in %j is left out and named, with its place', (text, rest, mistake) => {
  expect(mistakes(text)).toEqual(mistake === null ? [] : [mistake]);
  expect(printed(text)).toBe(rest);
});

test('[QUERY-03] a text that is too long is read up to its limit, and so are brackets that are too deep', () => {
  const long = `${'a'.repeat(maxQueryTextChars)} is:done`;
  expect(mistakes(long)).toEqual(['too_long  is:done']);
  expect(parseQuery(long).query).toEqual({ kind: 'text', text: 'a'.repeat(maxQueryTextChars) });
  const nested = (depth: number) => `is:done ${'('.repeat(depth)}milk${')'.repeat(depth)}`;
  expect(printed(nested(maxQueryDepth))).toBe('is:done milk');
  expect(mistakes(nested(maxQueryDepth))).toEqual([]);
  expect(printed(nested(maxQueryDepth + 1))).toBe('is:done');
  expect(mistakes(nested(maxQueryDepth + 1))).toContain('too_deep (milk)');
});

/** Texts as nobody types them. */
const anyHostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom(
      ...'()-":\\ ao',
      'or',
      'due:',
      'in:',
      '\u202e',
      '\ud83d',
      '\udc00',
      '\u0000',
    ),
    maxLength: 200,
  }),
);

test('[QUERY-08] no text makes the reader fail or take long: each is read, and its mistakes are in the text', () => {
  const bounded = (text: string) => {
    const { errors } = parseQuery(text);
    expect(errors.length).toBeLessThanOrEqual(maxQueryTextChars + 1);
    for (const { code, from, to } of errors) {
      expect(queryErrorCodes).toContain(code);
      expect(from >= 0 && from < to && to <= text.length).toBe(true);
    }
  };
  fc.assert(fc.property(anyHostileText, bounded), { numRuns: 2_000 });
  const pieces = [
    '(',
    ')',
    '-(',
    '"',
    'or ',
    'a ',
    'due:',
    '\u202e',
    '\ud800',
    '(a or ',
    '\\',
    '-',
  ];
  for (const piece of pieces) bounded(piece.repeat(10_000));
  bounded(`${'('.repeat(1_000)}${')'.repeat(1_000)}`);
});

test('[QUERY-09] a name with an id is printed as it is called now, and keeps its id', () => {
  const { query } = parseQuery('in:"Spring fair" (assigned:Ann or in:Shop)', ['fair', 1001]);
  const names = new Map<unknown, string>([
    ['fair', 'Summer "fair"'],
    [1001, 'Anna'],
  ]);
  const renamed = printQuery(query, ({ id }) => names.get(id));
  expect(renamed).toEqual({
    text: 'in:"Summer \\"fair\\"" (assigned:Anna or in:Shop)',
    ids: ['fair', 1001, null],
  });
  expect(printQuery(query).text).toBe('in:"Spring fair" (assigned:Ann or in:Shop)');
});

test('[QUERY-09] names without an id are looked up, and those with one are kept', () => {
  const { query } = parseQuery('-in:a (assigned:b or label:c) assigned:me in:d', [null, null, 'd']);
  if (query === null) throw new Error('no query');
  const bound = bindNames(query, { person: () => 7, place: (name) => (name === 'a' ? 'A' : null) });
  expect(printQuery(bound).ids).toEqual(['A', 7, 'd']);
  expect(namesIn(bound)).toEqual([
    { kind: 'place', named: { name: 'a', id: 'A' } },
    { kind: 'person', named: { name: 'b', id: 7 } },
    { kind: 'label', label: 'c' },
    { kind: 'place', named: { name: 'd', id: 'd' } },
  ]);
});

test('[QUERY-10] the texts for a server are those that every hit contains', () => {
  const needed = (text: string) =>
    neededTexts(parseQuery(text).query ?? { kind: 'text', text: '' });
  expect(needed('buy milk')).toEqual(['buy milk']);
  expect(needed('milk (tea "oat bar") is:done')).toEqual(['milk', 'tea', 'oat bar']);
  expect(needed('milk -tea (oat or bar)')).toEqual(['milk']);
  expect(needed('milk or tea')).toEqual([]);
});
