import fc from 'fast-check';
import { foldQuery } from '../values/search.ts';
import { itemTypes, priorities } from '../values/item-values.ts';
import { dayKeys, dayOperators, ownedFields, states } from '../queries/query.ts';
import type { Query } from '../queries/query.ts';
import { cleanText } from '../queries/query-tokens.ts';

/** Characters that mean something to the language, that look like them, or that show nothing. */
const oddText = fc.string({
  unit: fc.constantFrom(
    ...'ab -"\\():<>=.',
    'or',
    ' or ',
    'is:',
    'due:today',
    'none',
    'é',
    'ß',
    'م',
    '“',
    '”',
    '\u202e',
    '\u200f',
    '\u0000',
    '\n',
    '\ud800',
    '\u{1f600}',
  ),
  minLength: 1,
  maxLength: 8,
});

const word = fc.constantFrom('milk', 'Tea', 'café', 'go', 'Anna', 'none', 'me', 'or', '--', '-x');

/** A text as queries keep it: nothing at its ends, and something to find. */
const anyName = fc
  .oneof(word, oddText)
  .map(cleanText)
  .filter((text) => foldQuery(text) !== '');

const anySpan = fc.oneof(
  fc.constantFrom('today', 'tomorrow', 'yesterday', 'week', '+7d', '-30d', '+0d', '-2w'),
  fc.integer({ min: 1, max: 28 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
);

const anyCondition: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constant('text'), text: anyName }),
  fc.record({ kind: fc.constant('type'), type: fc.constantFrom(...itemTypes) }),
  fc.record({ kind: fc.constant('is'), state: fc.constantFrom(...states) }),
  fc.record({
    kind: fc.constant('day'),
    key: fc.constantFrom(...dayKeys),
    operator: fc.constantFrom(...dayOperators),
    span: anySpan,
  }),
  fc.record({
    kind: fc.constant('day'),
    key: fc.constantFrom('due', 'completed'),
    operator: fc.constant('on'),
    span: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('label'), label: fc.option(anyName) }),
  fc.record({ kind: fc.constant('priority'), priority: fc.constantFrom(null, ...priorities) }),
  fc.record({
    kind: fc.constant('assigned'),
    to: fc.oneof(
      fc.constantFrom('me' as const, null),
      fc.record({ name: anyName, id: fc.option(fc.integer({ min: 1000, max: 1005 })) }),
    ),
  }),
  fc.record({
    kind: fc.constant('in'),
    place: fc.record({ name: anyName, id: fc.option(fc.constantFrom('item-1', 'item-2')) }),
  }),
  fc.record({
    kind: fc.constant('has'),
    field: fc.constantFrom(...ownedFields),
    isThere: fc.boolean(),
  }),
);

/** Any query that a text can have. */
export const anyQuery: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyCondition,
    fc.record({ kind: fc.constant('not'), part: tie('query') }),
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      parts: fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).query;
