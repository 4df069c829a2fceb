import * as fc from 'fast-check';
import type { ModelAct } from './acts.ts';
import type { ModelPlace } from './facts.ts';
import { make, type ModelStep } from './named-acts.ts';

/** The people who act in random scripts. */
export const actors = ['ann', 'ben', 'cem', 'dia'] as const;
/** The items that random scripts name. */
export const itemNames = Array.from({ length: 9 }, (_, index) => `item ${index}`);

/** One of several kinds of values, with the weight by which it is drawn. */
const times = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
/** A value in `weight` of ten draws, otherwise undefined. */
const seldom = <T>(value: fc.Arbitrary<T>, weight: number) =>
  fc.oneof(times(10 - weight, fc.constant(undefined)), times(weight, value));
/** An act of a kind with these parts. */
const actOf = <K extends ModelAct['kind'], T extends object>(
  kind: K,
  parts: { [P in keyof T]: fc.Arbitrary<T[P]> },
) => fc.record(parts).map((made) => ({ kind, ...made }));
const optional = <T extends object>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(parts).map((made) => JSON.parse(JSON.stringify(made)) as T);

/** Mostly one of the items with which families begin. */
const item = fc.oneof(
  times(4, fc.constantFrom(...itemNames.slice(0, 6))),
  times(1, fc.constantFrom(...itemNames)),
);
const by = fc.constantFrom('number' as const, 'uuid' as const);
const person = fc.constantFrom(...actors);
const assignee = fc.constantFrom(null, ...actors, 'sample 3', 'nobody');
const status = fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const);
const place: fc.Arbitrary<ModelPlace> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ item, by }) },
  times(2, fc.constant('top' as const)),
);
const title = fc.constantFrom('Plan', 'plan 100%', 'Läufe_', 'x\\y');

const create = optional<ModelAct & { kind: 'create' }>({
  kind: fc.constant('create'),
  item: fc.constantFrom(...itemNames),
  type: fc.constantFrom('campaign', 'task', 'todo'),
  place,
  status: seldom(status, 3) as fc.Arbitrary<'pending'>,
  assignee: seldom(assignee, 6) as fc.Arbitrary<string | null>,
});
const change = optional<ModelAct & { kind: 'change' }>({
  kind: fc.constant('change'),
  item,
  by,
  fields: seldom(fc.record({ title }), 4) as fc.Arbitrary<{ title: string }>,
  status: seldom(status, 4) as fc.Arbitrary<'pending'>,
  place: seldom(place, 4) as fc.Arbitrary<'top'>,
  assignee: seldom(assignee, 3) as fc.Arbitrary<string | null>,
});
const labels = fc
  .record({
    kind: fc.constant('label' as const),
    item,
    add: fc.subarray(['home', 'Läufe', 'x\\y, "z"'], { minLength: 1 }),
    remove: fc.subarray(['HOME', 'later']),
  })
  // No request adds and removes the same label.
  .map((made) => (made.add.includes('home') ? { ...made, remove: [] } : made));

const move = actOf('change', { item, place });
const progress = actOf('change', {
  item,
  status: fc.constantFrom('in_progress' as const, 'completed' as const, 'completed' as const),
});

const anyEnd = fc.constantFrom('complete' as const, 'skip' as const);

/** The acts on items, with how often each is drawn. */
const weighted: readonly fc.WeightedArbitrary<ModelAct>[] = [
  times(10, create),
  times(8, change),
  times(8, move),
  times(5, progress),
  times(4, actOf('assign', { item, assignee })),
  times(3, labels),
  times(3, actOf('place', { item, position: fc.constantFrom('A', 'Kb', null) })),
  times(2, actOf('removePerson', { item, person })),
  times(5, actOf('delete', { item, by, children: fc.uniqueArray(item, { maxLength: 4 }) })),
  times(6, actOf('restore', { item })),
  times(2, actOf('occurrence', { item, act: anyEnd, n: fc.constant(1) })),
];
const contact = fc.record({
  kind: fc.constantFrom('block', 'block', 'unblock', 'unblock', 'removeContact'),
  person,
}) as fc.Arbitrary<ModelAct>;

/** An act on items, contacts or the account. */
export const anyAct: fc.Arbitrary<ModelAct> = fc.oneof(...weighted, times(2, contact), {
  weight: 1,
  arbitrary: fc.constant({ kind: 'leave' as const }),
});

/** A step of one of the people; changes of items rarely reuse a key. */
export const anyModelStep: fc.Arbitrary<ModelStep> = fc
  .record({
    person,
    act: anyAct,
    key: fc.oneof(times(3, fc.constant(null)), times(1, fc.constantFrom('key 0', 'key 1'))),
  })
  .map((step) => ('item' in step.act ? step : { ...step, key: null }));

/**
 * A step that changes items, mostly their places, by one of the first two people, blocks somebody, or deletes
 * the account of one of the first three. Items have these names, and are named by uuid: numbers would tell the
 * order.
 */
export function placingOf(names: readonly string[]): fc.Arbitrary<ModelStep> {
  const named = (text: string) =>
    text.replaceAll(/item (\d)/g, (whole, index: string) => names[Number(index)] ?? whole);
  return anyPlacing.map((step) => JSON.parse(named(JSON.stringify(step))) as ModelStep);
}

const anyPlacing: fc.Arbitrary<ModelStep> = fc
  .record({
    person: fc.nat({ max: 5 }),
    act: fc.oneof(
      ...weighted,
      times(8, change),
      { weight: 1, arbitrary: fc.constant({ kind: 'leave' as const }) },
      times(2, actOf('block', { person })),
    ),
    key: fc.oneof(times(3, fc.constant(null)), times(1, fc.constantFrom('key 0', 'key 1'))),
  })
  .map((step) => ({
    person: actors[step.person % (step.act.kind === 'leave' ? 3 : 2)] ?? 'ann',
    act: namedByUuid(step.act),
    key: 'item' in step.act ? step.key : null,
  }));

function namedByUuid(act: ModelAct): ModelAct {
  const { place } = act as { readonly place?: ModelPlace };
  return {
    ...act,
    ...('by' in act && { by: 'uuid' as const }),
    ...(typeof place === 'object' && { place: { ...place, by: 'uuid' as const } }),
  } as ModelAct;
}

/**
 * Two campaigns that several people share, so that random acts affect the same items: one of Ann with a task
 * of Ben's and todos of Ben and Cem; one of Cem with a task.
 */
export const sharedFamilies: readonly ModelStep[] = [
  make('ann', 'item 0', 'campaign', null, null),
  make('ann', 'item 1', 'task', 'item 0', 'ben'),
  make('ben', 'item 2', 'todo', 'item 1', 'cem'),
  make('cem', 'item 3', 'campaign', null, null),
  make('cem', 'item 4', 'task', 'item 3', 'dia'),
];

/** The same after two blocks and two deletes: of an item alone, and of an item with everything below it. */
export const deletedFamilies: readonly ModelStep[] = [
  ...sharedFamilies,
  make('ben', 'item 5', 'todo', 'item 1', null),
  make('dia', 'item 6', 'todo', 'item 4', 'cem'),
  { person: 'ben', key: null, act: { kind: 'block', person: 'cem' } },
  { person: 'cem', key: null, act: { kind: 'block', person: 'dia' } },
  { person: 'cem', key: null, act: { kind: 'delete', item: 'item 4' } },
  {
    person: 'ann',
    key: null,
    act: { kind: 'delete', item: 'item 0', children: ['item 1', 'item 2'] },
  },
];

/**
 * A task of Ben's in a campaign of Ann's, with todos of both, one completed and one deleted, and a campaign
 * of Ben's to which it can move.
 */
const mixedFamilies: readonly ModelStep[] = [
  make('ann', 'item 0', 'campaign', null, 'ben'),
  make('ben', 'item 1', 'task', 'item 0', null),
  make('ann', 'item 2', 'todo', 'item 1', null),
  make('ann', 'item 3', 'todo', 'item 1', null),
  make('ben', 'item 4', 'todo', 'item 1', 'cem'),
  make('ben', 'item 5', 'campaign', null, 'ann'),
  { person: 'ann', key: null, act: { kind: 'change', item: 'item 2', status: 'completed' } },
  { person: 'ann', key: null, act: { kind: 'delete', item: 'item 3' } },
];

/** Steps of several people on a few items, long enough to have a history. */
export const anyModelScript: fc.Arbitrary<readonly ModelStep[]> = fc
  .tuple(
    fc.constantFrom(
      [],
      sharedFamilies,
      mixedFamilies,
      mixedFamilies,
      deletedFamilies,
      deletedFamilies,
    ),
    fc.array(anyModelStep, { minLength: 1, maxLength: 25, size: 'max' }),
  )
  .map(([first, steps]) => [...first, ...steps]);

const day = fc.constantFrom('2026-02-25', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-05');
const series = fc.constantFrom('item 1', 'item 1', 'item 3');
const occurrence = optional<ModelAct & { kind: 'occurrence' }>({
  kind: fc.constant('occurrence'),
  item: series,
  act: fc.constantFrom('complete', 'complete', 'skip', 'undo', 'unskip'),
  n: fc.constantFrom(1, 1, 2, 2, 3, 4),
  on: seldom(day, 5) as fc.Arbitrary<string>,
  from: seldom(day, 5) as fc.Arbitrary<string>,
  own: seldom(day, 2) as fc.Arbitrary<string>,
});
const newPlace = fc.constantFrom('top' as const, { item: 'item 0', by: 'uuid' as const });
const seriesAct: fc.Arbitrary<ModelAct> = fc.oneof(
  times(12, occurrence),
  times(4, actOf('change', { item: series, fields: fc.record({ due_date: day }) })),
  times(3, actOf('change', { item: series, status })),
  times(1, actOf('change', { item: series, place: newPlace })),
  times(1, actOf('assign', { item: series, assignee })),
  times(1, actOf('delete', { item: series })),
  times(1, actOf('restore', { item: series })),
);

/**
 * Steps on occurrences of two todos that repeat: one of Ann's in her campaign, which Ben may edit, and one in
 * Ben's task there.
 */
export const anySeriesScript: fc.Arbitrary<readonly ModelStep[]> = fc
  .record({
    repeat: fc.constantFrom('FREQ=DAILY', 'FREQ=DAILY;INTERVAL=3;COUNT=3', 'FREQ=DAILY;COUNT=2'),
    repeat_from: fc.constantFrom('due', 'due', 'completion'),
    due_date: day,
    steps: fc.array(
      fc.record({
        person: fc.constantFrom('ann', 'ann', 'ben', 'ben', 'cem'),
        act: seriesAct,
        key: fc.constant(null),
      }),
      { minLength: 4, maxLength: 16, size: 'max' },
    ),
  })
  .map(({ steps, ...fields }) => [
    make('ann', 'item 0', 'campaign', null, 'ben'),
    make('ann', 'item 1', 'todo', 'item 0', null, fields),
    make('ben', 'item 2', 'task', 'item 0', null),
    make('ben', 'item 3', 'todo', 'item 2', null, fields),
    ...steps,
  ]);
