import { MemoryStore } from '@foray/authority/testing';
import type { ActivityRow, ItemRow } from '@foray/authority';
import { EventLog } from './event-log.ts';
import { Ledger } from './ledger.ts';
import type { Household } from '../story/profile.ts';

const moved = '2030-01-15';
const next = '2050-01-05';

/**
 * A ledger of an item in two browsers: `write` is an action of their people, `commit` gives the item a date.
 */
function newLedger() {
  const failures: string[] = [];
  const eventLog = new EventLog({ nowMs: () => 0 });
  const households = [{}, {}] as unknown as readonly Household[];
  const ledger = new Ledger({
    eventLog,
    householdOf: (number) => households[number],
    fail: (error) => failures.push(String(error)),
    isEnding: () => false,
  });
  const write = (browser: number, saw: string, date: string, isUndo: boolean): void => {
    const [writes, seen] = [{ due_date: date }, { due_date: saw }];
    const action = { kind: 'text', uuids: ['item'], writes, seen, isUndo } as const;
    eventLog.end(eventLog.begin({ browser, userId: browser, ...action }), true);
  };
  const commit = (version: number, date: string, what: ActivityRow['metadata']): void => {
    const at = '2026-01-05T08:00:00.000Z';
    const of = { id: 1, uuid: 'item', occurrence_of: null, deleted_at: null, updated_at: at };
    const row = { ...of, version, due_date: date } as ItemRow;
    const store = new MemoryStore('epoch');
    store.rows = () => [row] as never;
    store.row = () => row as never;
    const entry = { item_id: 1, automatic: false, action: 'updated', metadata: what };
    ledger.look({ store, before: new Map(), entries: [entry as ActivityRow] });
  };
  return { write, commit, failures };
}

/**
 * The findings of the ledger for a commit by which a date that somebody moved becomes a date that an undo
 * wrote before.
 */
function saidOf(metadata: ActivityRow['metadata']): readonly string[] {
  const { write, commit, failures } = newLedger();
  write(0, '2070-01-05', next, true);
  write(1, '2030-01-05', moved, false);
  commit(1, moved, {});
  commit(2, next, { ...metadata, due_date: { old: moved, new: next } });
  return failures;
}

test('the next date of a repeating item has no author, although an undo wrote it before', () => {
  expect(saidOf({ occurrence: { old: 3, new: 4 } })).toEqual([]);
});

test('[I18] undoing an occurrence or a change leaves a date that others have moved', () => {
  const lost = expect.stringContaining(`"${moved}" of item is replaced by "${next}"`) as string;
  expect(saidOf({ occurrence: { old: 3, new: 3 } })).toEqual([lost]);
  expect(saidOf({})).toEqual([lost]);
});

test('changing a time does not make its author the author of the displayed date', () => {
  const { write, commit, failures } = newLedger();
  write(0, '2010-01-05', moved, false);
  write(1, next, next, false);
  commit(1, next, {});
  commit(2, moved, { occurrence: { old: 2, new: 1 }, due_date: { old: next, new: moved } });
  expect(failures).toEqual([]);
});
