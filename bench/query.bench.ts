import { newItem, searchText, type Item } from '@foray/domain';
import { matchQuery, parseQuery, type QueryContext } from '@foray/domain/queries';

const today = '2026-12-02';
const names = ['Anna Smith', 'Ben Okafor', 'Chen Li'];
const dayOf = (n: number) =>
  new Date(Date.parse(today) + ((n % 61) - 30) * 86_400_000).toISOString();

/** A device with 100,000 items in 50 campaigns. */
const items: readonly Item[] = Array.from({ length: 100_000 }, (_, n): Item => {
  const made = newItem(
    { id: n, uuid: `item-${n}`, userId: 1000, at: dayOf(n * 7) },
    { title: `harbour inlet ${n * 7919} keel`, description: `lagoon ${n}` },
  );
  return {
    ...made,
    type: n < 50 ? 'campaign' : 'todo',
    status: n % 3 === 0 ? 'completed' : 'pending',
    parent_uuid: n < 50 ? null : `item-${n % 50}`,
    due_date: n % 4 === 0 ? null : dayOf(n).slice(0, 10),
    labels: n % 5 === 0 ? ['home'] : [],
    priority: n % 7 === 0 ? 'high' : null,
    assigned_to: n % 11 === 0 ? 1000 + (n % 3) : null,
  };
});
const byUuid = new Map(items.map((item) => [item.uuid, item]));
const texts = new Map(
  items.map((item) => [item, searchText(item.title, item.description)] as const),
);

const context: QueryContext = {
  today,
  zone: 'America/St_Johns',
  weekStart: 1,
  userId: 1000,
  personName: (id) => names[id - 1000],
  itemOf: (uuid) => byUuid.get(uuid),
  textOf: (item) => texts.get(item) ?? '',
};

/** Reads a query, and tries it on every item. */
function hits(text: string): number {
  const { query } = parseQuery(text);
  const matches = matchQuery(query ?? { kind: 'text', text }, context);
  let found = 0;
  for (const item of items) if (matches(item)) found += 1;
  return found;
}

/** A bare loop that compares one property. */
function compareOne(): number {
  let found = 0;
  for (const item of items) if (item.status === 'pending') found += 1;
  return found;
}

const queries = [
  ['fields', '-is:done label:home (priority:high or has:time)'],
  ['days', 'due:<=+7d -is:done changed:>=-14d'],
  ['a name and a place', 'assigned:anna in:"harbour inlet 79190 keel"'],
  ['words', 'keel lagoon -type:campaign'],
] as const;

/** A query read once and tried on 100,000 items, against a loop that compares one property of each. */
export const cases = queries.map(([name, text]) => ({
  name: `query of ${name}, 100,000 items`,
  unit: 'ms',
  ours: () => hits(text),
  floor: compareOne,
}));
