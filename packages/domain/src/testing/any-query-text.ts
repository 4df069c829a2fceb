import fc from 'fast-check';
import { dayKeys, dayOperators, ownedFields, states } from '../queries/query.ts';

const anyCase = (text: string) => fc.constantFrom(text, text.toUpperCase());

const anyDays = fc
  .tuple(
    fc.constantFrom('', ...dayOperators.filter((one) => one !== 'on')),
    fc.constantFrom(
      'today',
      'tomorrow',
      'yesterday',
      'week',
      '+3d',
      '-2d',
      '+1w',
      '-1w',
      '2026-12-01',
    ),
  )
  .map((parts) => parts.join(''));

const anyName = fc.constantFrom('home', '"two words"', 'none', '"none"', '"CAFE"', 'x');

/** The text of one condition or word. */
const anyPart = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('milk', 'tea', 'Café', '"go or stay"', '"or"', 'a:b') },
  fc.constantFrom('campaign', 'task', 'todo').map((type) => `type:${type}`),
  { weight: 2, arbitrary: fc.constantFrom(...states).map((state) => `is:${state}`) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...dayKeys), anyDays).map((of) => of.join(':')),
  },
  fc.constantFrom('due:none', 'completed:none'),
  anyName.map((label) => `label:${label}`),
  fc.constantFrom('high', 'medium', 'low', 'none').map((priority) => `priority:${priority}`),
  fc.constantFrom('me', 'none', 'ann', 'anna', '"Anna Smith"', 'zoe').map((to) => `assigned:${to}`),
  fc.constantFrom('"spring fair"', 'cafe', 'nowhere').map((title) => `in:${title}`),
  fc.tuple(fc.constantFrom('has', 'no'), fc.constantFrom(...ownedFields)).map((of) => of.join(':')),
);

const anyGap = fc.constantFrom(' ', '  ', '\t', '\u3000');

/** The text of a correct query, with every way to join conditions. */
export const anyText: fc.Arbitrary<string> = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 3 },
    anyPart.chain(anyCase),
    anyPart,
    tie('text').map((text) => `-(${text})`),
    anyPart.map((part) => `-${part}`),
    tie('text').map((text) => `( ${text})`),
    fc.tuple(tie('text'), anyGap, tie('text')).map((parts) => parts.join('')),
    fc.tuple(tie('text'), anyGap, tie('text')).map(([a, gap, b]) => `${a}${gap}or${gap}${b}`),
    fc.tuple(tie('text'), anyGap, tie('text')).map(([a, gap, b]) => `(${a}${gap}OR ${b})`),
  ),
})).text;
