import * as fc from 'fast-check';
import type { BatchEntry } from '@foray/contract';
import { itemStatuses, itemTypes } from '@foray/domain';
import { anyBlock, anyContactAct, type ContactStep } from './contact-acts.ts';

/** How many people act in a script. */
export const actorCount = 4;

/** The name of an item in a script: the uuid of a slot, or the number that the item got. */
export interface SlotRef {
  readonly slot: number;
  readonly byNumber: boolean;
}

/** The reads of a step. */
const readings = [
  'get',
  'list',
  'search',
  'delta',
  'changes',
  'activity',
  'trash',
  'selfCheck',
] as const;
/** Search texts, among them wildcards and escapes of SQL, and letters of both cases. */
export const searchTexts = ['item', '100%', 'm_', 'LÄUFE', 'x\\'] as const;

/** One action of a user on the items of a few slots. */
export interface ScriptStep {
  readonly actor: number;
  readonly afterMs: number;
  readonly act:
    | {
        readonly kind: 'create';
        readonly slot: number;
        readonly type: (typeof itemTypes)[number];
        readonly parent: SlotRef | null;
        readonly status: (typeof itemStatuses)[number];
        readonly assignee: number;
        readonly claimedMs: number;
      }
    | {
        readonly kind: 'patch';
        readonly item: SlotRef;
        readonly title: string | null;
        readonly status: (typeof itemStatuses)[number] | null;
        readonly parent: SlotRef | 'top' | null;
        readonly assignee: number | null;
      }
    | { readonly kind: 'assign' | 'remove'; readonly item: SlotRef; readonly assignee: number }
    | {
        readonly kind: 'occurrence';
        readonly item: SlotRef;
        readonly act: 'complete' | 'skip' | 'undo' | 'unskip';
        readonly n: number;
      }
    | {
        readonly kind: 'label';
        readonly item: SlotRef;
        readonly add: readonly string[];
        readonly remove: readonly string[];
      }
    | { readonly kind: 'delete'; readonly item: SlotRef; readonly children: readonly number[] }
    | { readonly kind: 'restore'; readonly item: SlotRef }
    | { readonly kind: 'rename' | 'signIn'; readonly name: string; readonly placeholder: boolean }
    | { readonly kind: 'import'; readonly people: readonly number[] }
    | ContactStep
    | { readonly kind: 'readInbox'; readonly upTo: number }
    | { readonly kind: 'leave' | 'startEmpty' }
    | { readonly kind: 'cleanUp' }
    | { readonly kind: 'batch'; readonly entries: readonly BatchEntry[] }
    | {
        readonly kind: 'read';
        readonly what: (typeof readings)[number];
        readonly item: SlotRef;
        readonly type: (typeof itemTypes)[number];
        readonly text: (typeof searchTexts)[number];
        readonly since: number;
      };
  /** The number of the key. Steps of an actor with the same number repeat a request, or misuse its key. */
  readonly op: number | null;
  readonly version: number | null;
  readonly after: number | null;
  readonly isImport: boolean;
}

const slots = 9;
const slot = fc.nat({ max: slots - 1 });
const slotRef: fc.Arbitrary<SlotRef> = fc.record({ slot, byNumber: fc.boolean() });
const status = fc.constantFrom(...itemStatuses);
const assignee = fc.nat({ max: actorCount + 2 });
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const create = fc.record({
  kind: fc.constant('create' as const),
  slot,
  type: fc.constantFrom(...itemTypes),
  parent: fc.option(slotRef, { freq: 4 }),
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constant('pending' as const) },
    { weight: 1, arbitrary: status },
  ),
  assignee,
  claimedMs: fc.integer({ min: -90_000_000, max: 90_000_000 }),
});
const patch = fc.record({
  kind: fc.constant('patch' as const),
  item: slotRef,
  title: sometimes(fc.constantFrom('Plan', 'plan 100%', 'Läufe_', 'x\\y')),
  status: sometimes(status),
  parent: sometimes(fc.oneof(slotRef, fc.constant('top' as const))),
  assignee: rarely(assignee),
});
const assign = fc.record({ kind: fc.constant('assign' as const), item: slotRef, assignee });
const removePerson = fc.record({ kind: fc.constant('remove' as const), item: slotRef, assignee });
const label = fc.record({
  kind: fc.constant('label' as const),
  item: slotRef,
  add: fc.subarray(['home', 'Läufe', 'x\\y, "z"']),
  remove: fc.subarray(['HOME', 'later']),
});
const occurrence = fc.record({
  kind: fc.constant('occurrence' as const),
  item: slotRef,
  act: fc.constantFrom('complete', 'complete', 'skip', 'undo', 'unskip'),
  n: fc.integer({ min: 1, max: 3 }),
});
const remove = fc.record({
  kind: fc.constant('delete' as const),
  item: slotRef,
  children: fc.array(slot, { maxLength: 4 }),
});
const restore = fc.record({ kind: fc.constant('restore' as const), item: slotRef });

const person = fc.record({
  kind: fc.constantFrom('rename' as const, 'signIn' as const),
  name: fc.constantFrom('Ada', 'Grace', 'Actor 0'),
  placeholder: fc.boolean(),
});
const importPeople = fc.record({
  kind: fc.constant('import' as const),
  people: fc.array(fc.nat({ max: actorCount + 1 }), { minLength: 1, maxLength: 4 }),
});
const readInbox = fc.record({ kind: fc.constant('readInbox' as const), upTo: fc.nat({ max: 15 }) });
const leave = fc.record({ kind: fc.constant('leave' as const) });
/** Erases an account in several transactions, so it is left out if a command must be a single one. */
const erase = fc.record({ kind: fc.constantFrom('leave' as const, 'startEmpty' as const) });
const cleanUp = fc.record({ kind: fc.constant('cleanUp' as const) });
const read = fc.record({
  kind: fc.constant('read' as const),
  what: fc.constantFrom(...readings),
  item: slotRef,
  type: fc.constantFrom(...itemTypes),
  text: fc.constantFrom(...searchTexts),
  since: fc.nat({ max: 12 }),
});

const entrySlot = fc.nat({ max: slots - 1 }).map(slotUuid);
const entry = (method: BatchEntry['method'], url: fc.Arbitrary<string>, data: object) =>
  fc.record({
    // Several entries of a batch, or of several batches, have the same key.
    id: fc.nat({ max: 30 }).map((number) => `op-${100 + number}`),
    method: fc.constant(method),
    url,
    data: fc.record(data as Record<string, fc.Arbitrary<unknown>>),
  });
const itemUrl = entrySlot.map((uuid) => `/api/items/${uuid}`);
const parent_id = fc.oneof({ weight: 3, arbitrary: entrySlot }, fc.constant(0));
const title = fc.constant('in a batch');
const batch = fc.record({
  kind: fc.constant('batch' as const),
  entries: fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: entry('POST', fc.constant('/api/items'), {
          uuid: entrySlot,
          type: fc.constantFrom(...itemTypes),
          title,
          parent_id,
        }),
      },
      { weight: 4, arbitrary: entry('PATCH', itemUrl, { status }) },
      { weight: 2, arbitrary: entry('PATCH', itemUrl, { parent_id }) },
      {
        weight: 2,
        arbitrary: entry('PATCH', itemUrl, { assigned_to: fc.constantFrom(null, 1, 2) }),
      },
      { weight: 2, arbitrary: entry('DELETE', itemUrl, {}) },
      {
        weight: 1,
        arbitrary: entry(
          'POST',
          itemUrl.map((url) => `${url}/restore`),
          {},
        ),
      },
    ),
    { minLength: 2, maxLength: 6, size: 'max' },
  ),
});

const dayMs = 86_400_000;
const stepOf = (act: fc.Arbitrary<ScriptStep['act']>): fc.Arbitrary<ScriptStep> =>
  fc.record({
    actor: fc.nat({ max: actorCount - 1 }),
    afterMs: fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom(0, 1, 1000, 700_000) },
      { weight: 1, arbitrary: fc.constantFrom(31 * dayMs, 200 * dayMs) },
    ),
    act,
    op: rarely(fc.nat({ max: 1 })),
    version: seldom(fc.integer({ min: 1, max: 3 })),
    after: seldom(fc.nat({ max: 1 })),
    isImport: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  });
const changes = [
  { weight: 10, arbitrary: create },
  { weight: 10, arbitrary: patch },
  { weight: 4, arbitrary: assign },
  { weight: 3, arbitrary: label },
  { weight: 4, arbitrary: occurrence },
  { weight: 2, arbitrary: removePerson },
  { weight: 5, arbitrary: remove },
  { weight: 6, arbitrary: restore },
  { weight: 1, arbitrary: person },
  { weight: 2, arbitrary: importPeople },
  { weight: 2, arbitrary: anyContactAct },
  { weight: 2, arbitrary: readInbox },
  { weight: 1, arbitrary: cleanUp },
] as const;

/** A random step that changes something. */
export const anyChange = stepOf(fc.oneof(...changes));
/**
 * A random step that changes items, mostly their places, by one of the first two actors, blocks somebody, or
 * deletes the account of one of the first three. Items are named by uuid, and all steps happen at one moment.
 */
export const anyPlacing = stepOf(
  fc.oneof(
    { weight: 10, arbitrary: patch },
    { weight: 2, arbitrary: create },
    { weight: 4, arbitrary: remove },
    { weight: 4, arbitrary: restore },
    { weight: 2, arbitrary: assign },
    { weight: 2, arbitrary: label },
    { weight: 2, arbitrary: occurrence },
    { weight: 2, arbitrary: removePerson },
    { weight: 1, arbitrary: leave },
    { weight: 2, arbitrary: anyBlock },
  ),
).map((step): ScriptStep => ({
  ...namedByUuid(step),
  actor: step.actor % (step.act.kind === 'leave' ? 3 : 2),
  afterMs: 0,
  version: null,
  after: null,
}));
/** A random batch of changes. */
export const anyBatch = stepOf(batch);
/** A random step. */
export const anyStep = stepOf(
  fc.oneof(
    ...changes,
    { weight: 6, arbitrary: read },
    { weight: 2, arbitrary: erase },
    { weight: 3, arbitrary: batch },
  ),
);

/** The same step with every item named by its uuid, which does not depend on earlier steps. */
export function namedByUuid(step: ScriptStep): ScriptStep {
  const { act } = step;
  if (!('item' in act) && act.kind !== 'create') return step;
  const byUuid = <T extends SlotRef | 'top' | null>(ref: T): T =>
    ref === null || typeof ref === 'string' ? ref : Object.assign({}, ref, { byNumber: false });
  if (act.kind === 'create') return { ...step, act: { ...act, parent: byUuid(act.parent) } };
  if (act.kind !== 'patch') return { ...step, act: { ...act, item: byUuid(act.item) } };
  return { ...step, act: { ...act, item: byUuid(act.item), parent: byUuid(act.parent) } };
}

/** The uuid of the item in a slot. */
export function slotUuid(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}
