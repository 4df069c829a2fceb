import * as fc from 'fast-check';
import { compareHits, matches, normaliseQuery, searchText, titleMatches } from '@foray/domain';
import { createAuthority } from '../authority.ts';
import { maxSearchResults } from '../queries/read-items.ts';
import type { Store } from '../store/store.ts';
import { slotUuid } from './slot-uuid.ts';
import type { AuthorityTables } from './tables.ts';
import { itemOf } from './world.ts';

/** Wildcards, escapes and quotes of SQL, letters in two cases and two forms, and a surrogate pair. */
const pieces = [
  '%',
  '_',
  '\\',
  "'",
  '"',
  '--',
  '$1',
  'it',
  'a',
  'A',
  'ä',
  'Ä',
  'a\u0308',
  'ß',
  'İ',
  'é',
  'e',
  'ss',
  'i',
  '’',
];
const words = fc.array(fc.constantFrom(...pieces, '🙂', ' '), { minLength: 1, maxLength: 4 });
const text = words.map((some) => some.join(''));

const itemCount = 90;

/**
 * On an empty store: the hits of a person among more items than a search returns equal those of a device's
 * search among the items that they see, in its order (sync.md, section 1).
 */
export async function checkSearch(
  store: Store,
  tables: () => Promise<AuthorityTables>,
  settings: { readonly seed?: number; readonly numRuns: number },
): Promise<void> {
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  let uuids = 0;
  const authority = createAuthority({
    store,
    nowMs: () => nowMs,
    newUuid: () => slotUuid(uuids++),
    digest: (long) => long,
    reportBug: (error) => {
      throw error;
    },
  });
  const people: number[] = [];
  for (const phone of ['+4912345678', '+4912345679']) {
    const who = { phone, name: 'A', placeholder: false, verified: false };
    people.push((await authority.signIn(who)).id);
  }
  const [reader = 0, other = 0] = people;
  const made = fc.record({
    title: text.map((title) => `${title}.`),
    description: fc.option(text),
    isOfOther: fc.nat({ max: 5 }).map((one) => one === 0),
    afterMs: fc.constantFrom(0, 0, 1, 1000),
  });
  for (const { isOfOther, afterMs, ...fields } of fc.sample(made, {
    numRuns: itemCount,
    seed: 1,
  })) {
    nowMs += afterMs;
    const data = { type: 'todo', ...fields, due_date: '2026-03-01', repeat: 'FREQ=DAILY' };
    const request = { method: 'POST', url: '/api/items', data };
    const caller = { userId: isOfOther ? other : reader };
    const answer = await authority.request(caller, request);
    expect(answer.status).toBe(201);
    if (afterMs > 0) continue;
    // It is found as a past occurrence, too.
    const url = `/api/items/${itemOf(answer).uuid}/occurrences`;
    await authority.request(caller, { method: 'POST', url, data: { n: 1 } });
  }
  const { items } = await tables();
  const mine = items.filter((item) => item.user_id === reader);
  const query = fc.oneof(text, fc.constant('it'), fc.constant('.'), fc.constant('a.'));
  await fc.assert(
    fc.asyncProperty(query, async (typed) => {
      const found = await authority.search({ userId: reader }, typed);
      const sought = normaliseQuery(typed);
      const hits = mine.flatMap(({ id, title, description, updated_at, occurrence_of: of }) => {
        const whole = searchText(title, description);
        if (sought === null || !matches(whole, sought)) return [];
        return { id, updated_at, inTitle: titleMatches(whole, sought), isPast: of !== null };
      });
      const expected = hits.sort(compareHits).slice(0, maxSearchResults);
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    settings,
  );
}
