import { parseQuery } from '@foray/domain/queries';
import { localItem } from '@foray/sync/testing';
import { queryListOf } from './query-list.ts';
import { contextOf, searchSpec } from './query-specs.ts';
import { Replica } from './replica.ts';

const days = { today: '2026-12-02', zone: 'UTC', weekStart: 1 };
const rows = Array.from({ length: 100_000 }, (_, n) =>
  localItem(n + 1, {
    title: `harbour inlet ${n * 7919}`,
    status: n % 3 === 0 ? 'completed' : 'pending',
    due_date: n % 4 === 0 ? null : `2026-12-${String((n % 28) + 1).padStart(2, '0')}`,
    labels: n % 50 === 0 ? ['home'] : [],
    _localVersion: 1,
  }),
);
const replica = new Replica(() => 0);
replica.apply(rows);
let asked = 0;

/** A query that nobody has asked before. */
function begin(text: string) {
  asked += 1;
  const { query } = parseQuery(`${text} -label:"${asked}"`);
  if (query === null) throw new Error(text);
  return queryListOf(replica, searchSpec(replica, query, contextOf(replica, 0, days), 'found'));
}

function whole(text: string): number {
  const list = begin(text);
  while (list.tryMore());
  return list.uuids().length;
}

const kept = begin('-is:done due:<=today');
while (kept.tryMore());
kept.subscribe(() => undefined);
let version = 1;

/** One changed item of 100,000. */
function change(): number {
  version += 1;
  replica.apply([{ ...rows[version % 1_000], _localVersion: version } as (typeof rows)[number]]);
  return kept.uuids().length;
}

/** A bare loop that compares one property. */
function compareOne(): number {
  let found = 0;
  for (const row of replica.rows()) if (row.status === 'pending') found += 1;
  return found;
}

/** Hits of a query on a device with 100,000 items, against a loop over all of them. */
export const cases = [
  {
    name: 'first hits of a query, 100,000 items',
    unit: 'ms',
    ours: () => begin('-is:done due:<=today').uuids().length,
    floor: compareOne,
  },
  {
    name: 'all hits of a query, 100,000 items',
    unit: 'ms',
    ours: () => whole('-is:done due:<=today'),
    floor: compareOne,
  },
  {
    name: 'a changed item, 20,000 hits of 100,000',
    unit: 'ms',
    ours: change,
    floor: compareOne,
  },
];
