import * as fc from 'fast-check';
import type { ModelAct } from './acts.ts';
import type { ModelPlace } from './facts.ts';

/** The people who act in random scripts. */
export const actors = ['ann', 'ben', 'cem', 'dia'] as const;
/** The items that random scripts name. */
export const itemNames = Array.from({ length: 9 }, (_, index) => `item ${index}`);

/** An act of a person, with the number of its key: acts of one person with the same key repeat or misuse it. */
export interface ModelStep {
  readonly person: string;
  readonly act: ModelAct;
  readonly key: string | null;
}

/** Some value of ten, or null. */
const seldom = <T>(value: fc.Arbitrary<T>, weight: number) =>
  fc.oneof(
    { weight: 10 - weight, arbitrary: fc.constant(undefined) },
    { weight, arbitrary: value },
  );
const optional = <T extends object>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(parts).map((made) => JSON.parse(JSON.stringify(made)) as T);

/** Mostly those that families begin with. */
const item = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...itemNames.slice(0, 6)) },
  { weight: 1, arbitrary: fc.constantFrom(...itemNames) },
);
const by = fc.constantFrom('number' as const, 'uuid' as const);
const person = fc.constantFrom(...actors);
const assignee = fc.constantFrom(null, ...actors, 'sample 3', 'nobody');
const status = fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const);
const place: fc.Arbitrary<ModelPlace> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ item, by }) },
  { weight: 2, arbitrary: fc.constant('top' as const) },
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

const move = fc.record({ kind: fc.constant('change' as const), item, place });
const progress = fc.record({
  kind: fc.constant('change' as const),
  item,
  status: fc.constantFrom('in_progress' as const, 'completed' as const, 'completed' as const),
});

/** The acts on items, with how often each is drawn. */
const weighted: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<ModelAct> }[] =
  [
    { weight: 10, arbitrary: create },
    { weight: 8, arbitrary: change },
    { weight: 8, arbitrary: move },
    { weight: 5, arbitrary: progress },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('assign' as const), item, assignee }) },
    { weight: 3, arbitrary: labels },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('removePerson' as const), item, person }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('delete' as const),
        item,
        by,
        children: fc.uniqueArray(item, { maxLength: 4 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('restore' as const), item }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('occurrence' as const),
        item,
        act: fc.constantFrom('complete' as const, 'skip' as const),
        n: fc.constant(1),
      }),
    },
  ];
const contact = fc.record({
  kind: fc.constantFrom('block', 'block', 'unblock', 'unblock', 'removeContact'),
  person,
}) as fc.Arbitrary<ModelAct>;

/** An act on items, contacts or the account. */
export const anyAct: fc.Arbitrary<ModelAct> = fc.oneof(
  ...weighted,
  { weight: 2, arbitrary: contact },
  { weight: 1, arbitrary: fc.constant({ kind: 'leave' as const }) },
);

/** A step of one of the people; changes of items come seldom under a key that was used before. */
export const anyModelStep: fc.Arbitrary<ModelStep> = fc
  .record({
    person,
    act: anyAct,
    key: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('key 0', 'key 1') },
    ),
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
      { weight: 8, arbitrary: change },
      { weight: 1, arbitrary: fc.constant({ kind: 'leave' as const }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('block' as const), person }) },
    ),
    key: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('key 0', 'key 1') },
    ),
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

/** The step that creates an item by uuid, at the top level without a parent. */
export const make = (
  who: string,
  name: string,
  type: 'campaign' | 'task' | 'todo',
  parent: string | null,
  to: string | null,
): ModelStep => ({
  person: who,
  key: null,
  act: {
    kind: 'create',
    item: name,
    type,
    assignee: to,
    place: parent === null ? 'top' : { item: parent, by: 'uuid' },
  },
});

/**
 * Two campaigns that several people share, so that random acts have something to meet: one of Ann with a task
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
 * A task of Ben's in a campaign of Ann's, with todos of both, one completed and one deleted, and a campaign of Ben's to
 * which it can move.
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
