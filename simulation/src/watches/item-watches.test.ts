import { MemoryStore } from '@foray/authority/testing';
import type { ItemRow } from '@foray/authority';
import { Census } from '../record/census.ts';
import { DeleteWatch } from './delete-watch.ts';
import { EventLog } from '../record/event-log.ts';
import type { NewAction } from '../steps/perform.ts';
import { LabelWatch, type AtRest } from './label-watch.ts';
import { OccurrenceWatch } from './occurrence-watch.ts';

const item = { id: 1, uuid: 'item', occurrence_of: null, occurrence: 1, deleted_at: null };

/** Watches of a server with one item on which a person has acted. */
function watched(...actions: readonly Omit<NewAction, 'uuids'>[]) {
  const failures: string[] = [];
  const eventLog = new EventLog({ nowMs: () => 0 });
  const fail = (error: unknown) => failures.push(String(error));
  const ports = { eventLog, fail, isEnding: () => false };
  for (const action of actions) {
    const begun = eventLog.begin({ browser: 1, userId: 1, uuids: ['item'], ...action });
    eventLog.end(begun, true);
  }
  let before: ReadonlyMap<number, ItemRow> = new Map();
  const store = new MemoryStore('epoch');
  const watches = {
    labels: new LabelWatch(ports, new Census()),
    occurrences: new OccurrenceWatch(ports, new Census()),
  };
  /** A commit that leaves the item with these fields. */
  const commit = (fields: Partial<ItemRow>): void => {
    const row = { ...item, labels: [], ...fields } as unknown as ItemRow;
    store.rows = () => [row] as never;
    for (const watch of Object.values(watches)) watch.look({ store, before, entries: [] });
    before = new Map([[1, row]]);
  };
  const server = { store, restores: 0, hasEnded: () => false };
  const watch = { server: { hasGone: () => false } };
  const profile = { tables: { erasures: 0 }, droppedByEarlierTab: new Set() };
  const world = { server, watch, profiles: [profile] } as unknown as AtRest;
  return { commit, failures, atRest: () => watches.occurrences.checkAtRest(world) };
}

const completion = { kind: 'occurrence', occurrence: { act: 'complete', n: 1 } } as const;

test('the completion of a last occurrence is not lost if its item was reopened', () => {
  const { commit, failures, atRest } = watched(completion);
  for (const status of ['pending', 'completed', 'pending'] as const) commit({ status });
  atRest();
  expect(failures).toEqual([]);
});

test('[I1] the completion of a last occurrence is lost if its item was never completed', () => {
  const { commit, failures, atRest } = watched(completion);
  for (const status of ['pending', 'in_progress'] as const) commit({ status });
  atRest();
  expect(failures).toEqual([expect.stringContaining('the completion 1 of item is lost')]);
});

test('[I18] a new item has the labels that its creator gave it', () => {
  const title = { title: 'new' };
  const labelled = { kind: 'text', writes: title, labels: { add: ['work'], remove: [] } } as const;
  const made = watched(labelled);
  made.commit({ labels: ['Work'] });
  expect(made.failures).toEqual([]);
  const unlabelled = watched({ kind: 'text', writes: title });
  unlabelled.commit({ labels: ['work'] });
  expect(unlabelled.failures).toEqual([expect.stringContaining('nobody has added the label work')]);
});

test("a copy of an item that others deleted has the item's labels, even if it was edited since", () => {
  const { commit, failures } = watched({
    kind: 'text',
    writes: { title: 'edited' },
    seen: { title: 'of the original' },
  });
  commit({ labels: ['work'] });
  expect(failures).toEqual([]);
});

/**
 * The findings of the watch of deletes for an item after everything has settled, on which its owner has
 * acted.
 */
function deletesAtRest(
  { isHidden = false, ...row }: Partial<ItemRow> & { readonly isHidden?: boolean },
  ...actions: readonly Omit<NewAction, 'uuids'>[]
) {
  const failures: string[] = [];
  const eventLog = new EventLog({ nowMs: () => 0 });
  for (const action of actions) {
    const begun = eventLog.begin({ browser: 1, userId: 1, uuids: ['item'], ...action });
    eventLog.end(begun, true);
  }
  const store = new MemoryStore('epoch');
  store.rows = () => [{ ...item, user_id: 1, ...row }] as never;
  const server = { store, hasEnded: () => false };
  const watch = { server: { wasHidden: () => isHidden } };
  const world = { server, watch, profiles: [{ tables: { erasures: 0 } }] } as unknown as AtRest;
  const fail = (error: unknown) => failures.push(String(error));
  new DeleteWatch({ eventLog, fail }).checkAtRest(world);
  return failures;
}

test('[I8] a deleted item that is back without a restore breaks the rule', () => {
  const back = [expect.stringContaining('item, which 1 deleted, is back')];
  expect(deletesAtRest({}, { kind: 'delete' })).toEqual(back);
  expect(deletesAtRest({}, { kind: 'delete' }, { kind: 'text' })).toEqual(back);
});

test('an item may be back if it was restored, decided on, hidden, or belongs to another person', () => {
  for (const kind of ['restore', 'resolve', 'discard', 'import'] as const) {
    expect(deletesAtRest({}, { kind: 'delete' }, { kind })).toEqual([]);
  }
  expect(deletesAtRest({ isHidden: true }, { kind: 'delete' })).toEqual([]);
  expect(deletesAtRest({ user_id: 2 }, { kind: 'delete' })).toEqual([]);
  expect(deletesAtRest({ deleted_at: '2026' }, { kind: 'delete' })).toEqual([]);
});
