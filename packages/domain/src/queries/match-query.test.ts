import fc from 'fast-check';
import { addDays, type Item } from '../index.ts';
import { item } from '../testing/arbitraries.ts';
import { anyText } from '../testing/any-query-text.ts';
import { naiveMatches } from '../testing/naive-query.ts';
import { matchQuery, parseQuery, type QueryContext } from './index.ts';

const today = '2026-12-02';
const names = new Map([
  [1000, 'Anna Smith'],
  [1001, 'Ann'],
  [1002, 'Zoë'],
]);
const above = new Map([
  ['fair', { uuid: 'fair', parent_uuid: null, title: 'Spring fair' }],
  ['cafe', { uuid: 'cafe', parent_uuid: 'fair', title: 'CAFÉ' }],
]);
const context: QueryContext = {
  today,
  zone: 'UTC',
  weekStart: 1,
  userId: 1000,
  personName: (id) => names.get(id),
  itemOf: (uuid) => above.get(uuid),
};

/** Whether an item with these fields is a hit. */
function isHit(text: string, fields: Partial<Item> = {}, of: Partial<QueryContext> = {}): boolean {
  const { query, errors } = parseQuery(text);
  expect(errors).toEqual([]);
  if (query === null) throw new Error(text);
  return matchQuery(query, { ...context, ...of })(item(1, fields));
}

const anyDay = fc.integer({ min: -10, max: 10 }).map((days) => addDays(today, days));
const anyInstant = fc
  .integer({ min: -14_400, max: 14_400 })
  .map((minutes) =>
    new Date(Date.parse(`${today}T12:00:00.000Z`) + minutes * 60_000).toISOString(),
  );
const anyItem: fc.Arbitrary<Item> = fc
  .record({
    type: fc.constantFrom('campaign', 'task', 'todo'),
    title: fc.constantFrom('Milk', 'milk tea', 'Tea Café', 'A “go or stay” B', 'a:b'),
    description: fc.constantFrom(null, 'MILK', 'to go'),
    status: fc.constantFrom('pending', 'in_progress', 'completed'),
    due_date: fc.option(anyDay),
    due_time: fc.constantFrom(null, '09:00'),
    end_date: fc.option(anyDay),
    priority: fc.constantFrom(null, 'low', 'medium', 'high'),
    repeat: fc.constantFrom(null, 'FREQ=DAILY'),
    occurrence_of: fc.constantFrom(null, 'item-9'),
    labels: fc.subarray(['Home', 'café', 'two words', 'none']),
    user_id: fc.constantFrom(0, 1000, 1001),
    assigned_to: fc.constantFrom(null, 0, 1000, 1001, 1002, 1003),
    parent_uuid: fc.constantFrom(null, 'fair', 'cafe', 'gone'),
    created_at: anyInstant,
    updated_at: anyInstant,
    completed_at: fc.option(anyInstant),
  })
  .map((fields) => item(1, fields as Partial<Item>));
const anyContext = fc
  .record({
    today: anyDay,
    zone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns'),
    weekStart: fc.integer({ min: 0, max: 6 }),
    userId: fc.constantFrom(0, 1000),
  })
  .map((drawn): QueryContext => ({ ...context, ...drawn }));

test('[QUERY-04] a query finds the items that its grammar says, read and tried piece by piece', () => {
  let hits = 0;
  let all = 0;
  fc.assert(
    fc.property(
      anyText,
      anyContext,
      fc.array(anyItem, { minLength: 5, maxLength: 5 }),
      (text, of, items) => {
        const { query, errors } = parseQuery(text);
        expect(errors).toEqual([]);
        if (query === null) throw new Error(text);
        const matches = matchQuery(query, of);
        for (const one of items) {
          const isExpected = naiveMatches(text, one, of);
          expect(matches(one)).toBe(isExpected);
          hits += Number(isExpected);
          all += 1;
        }
      },
    ),
    { numRuns: 1_000 },
  );
  // The draws decide something only if hits are neither rare nor the rule.
  expect(hits / all).toBeGreaterThan(0.2);
  expect(hits / all).toBeLessThan(0.8);
});

test('[QUERY-05] words alone are one text, as before; beside something else each word counts for itself', () => {
  expect(isHit('buy milk', { title: 'Buy MILK and bread' })).toBe(true);
  expect(isHit('milk buy', { title: 'Buy milk' })).toBe(false);
  expect(isHit('buy  milk', { title: 'Buy milk' })).toBe(false);
  expect(isHit('milk buy type:todo', { title: 'Buy milk' })).toBe(true);
  expect(isHit('"milk buy" type:todo', { title: 'Buy milk' })).toBe(false);
  expect(isHit('"buy" "milk"', { title: 'milk', description: 'buy' })).toBe(true);
});

test('[QUERY-05] texts, labels, names and titles are found without regard to case and accents', () => {
  expect(isHit('cafe', { title: 'CAFÉ' })).toBe(true);
  expect(isHit('Straße', { title: 'strasse' })).toBe(true);
  expect(isHit('label:CAFE', { labels: ['café'] })).toBe(true);
  expect(isHit('assigned:zoe', { assigned_to: 1002 })).toBe(true);
  expect(isHit('in:cafe', { parent_uuid: 'cafe' })).toBe(true);
});

test('[QUERY-06] a name is a whole name or its first words, and an id is the person alone', () => {
  expect(isHit('assigned:anna', { assigned_to: 1000 })).toBe(true);
  expect(isHit('assigned:"anna smith"', { assigned_to: 1000 })).toBe(true);
  expect(isHit('assigned:smith', { assigned_to: 1000 })).toBe(false);
  expect(isHit('assigned:ann', { assigned_to: 1000 })).toBe(false);
  const { query } = parseQuery('assigned:ann', [1000]);
  expect(query && matchQuery(query, context)(item(1, { assigned_to: 1000 }))).toBe(true);
  expect(query && matchQuery(query, context)(item(1, { assigned_to: 1001 }))).toBe(false);
});

test('[QUERY-06] below a title is everything at any depth, and below an id only what that item contains', () => {
  expect(isHit('in:"spring fair"', { parent_uuid: 'cafe' })).toBe(true);
  expect(isHit('in:"spring fair"', { uuid: 'fair' })).toBe(false);
  expect(isHit('in:"spring fair"', { parent_uuid: 'gone' })).toBe(false);
  const { query } = parseQuery('in:"an old title"', ['cafe']);
  expect(query && matchQuery(query, context)(item(1, { parent_uuid: 'cafe' }))).toBe(true);
  expect(query && matchQuery(query, context)(item(1, { parent_uuid: 'fair' }))).toBe(false);
});

test('[QUERY-07] a day is that of the time zone, also where an hour of it comes twice', () => {
  const late = { created_at: '2026-12-02T11:30:00.000Z' };
  expect(isHit('created:today', late)).toBe(true);
  expect(isHit('created:tomorrow', late, { zone: 'Pacific/Kiritimati' })).toBe(true);
  expect(isHit('created:>today', late, { zone: 'Pacific/Kiritimati' })).toBe(true);
  // In 2009 the clocks of St. John's went from 00:01 back to 23:01.
  const twice = { created_at: '2009-11-01T02:30:30.000Z' };
  const once = { created_at: '2009-11-01T02:31:30.000Z' };
  const there = { zone: 'America/St_Johns' };
  expect(isHit('created:2009-11-01', twice, there)).toBe(true);
  expect(isHit('created:2009-11-01', once, there)).toBe(false);
});

test('[QUERY-07] a week has seven days from the first day of the person, and the next day moves it on', () => {
  const on = (due_date: string) => ({ due_date });
  const days = Array.from({ length: 14 }, (_, index) => addDays('2026-11-25', index));
  const ofWeek = (weekStart: number, of = today) =>
    days.filter((day) => isHit('due:week', on(day), { weekStart, today: of }));
  expect(ofWeek(1)).toEqual(days.slice(5, 12));
  expect(ofWeek(0)).toEqual(days.slice(4, 11));
  expect(ofWeek(3)).toEqual(days.slice(7, 14));
  expect(ofWeek(1, '2026-11-29').at(-1)).toBe('2026-11-29');
  expect(isHit('due:<week', on('2026-11-30'))).toBe(false);
  expect(isHit('due:>=week', on('2026-11-30'))).toBe(true);
  expect(isHit('due:>week', on('2026-12-06'))).toBe(false);
  expect(isHit('due:<=+1w', on('2026-12-09'))).toBe(true);
  expect(isHit('due:<=+1w', on('2026-12-10'))).toBe(false);
});

test('a campaign is due on its end date', () => {
  expect(isHit('due:today', { type: 'campaign', end_date: today, due_date: null })).toBe(true);
});

test('an indexed text takes the place of the computed one', () => {
  expect(isHit('milk', { title: 'Tea' }, { textOf: () => 'milk\n' })).toBe(true);
});
