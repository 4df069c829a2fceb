import { MemoryStore } from '@foray/authority/testing';
import type { ActivityRow } from '@foray/authority';
import { EventLog } from '../record/event-log.ts';
import { ImportWatch } from './import-watch.ts';

const [guest, account] = [0, 1];
const parent = { id: 1, uuid: 'parent', root_id: 1, user_id: account };
const todo = { id: 2, uuid: 'todo', root_id: 1, user_id: account };

/** The findings for a commit that creates an imported todo and rolls its parent up. */
function findingsAfter(...restorers: readonly number[]): readonly string[] {
  const failures: string[] = [];
  const eventLog = new EventLog({ nowMs: () => 0 });
  const fail = (error: unknown) => failures.push(String(error));
  const watch = new ImportWatch({
    eventLog,
    householdOf: () => undefined,
    fail,
    isEnding: () => false,
  });
  watch.expect([{ uuid: 'todo', item: todo }] as never);
  for (const userId of restorers) {
    eventLog.begin({ browser: 1, userId, kind: 'restore', uuids: ['todo'] });
  }
  const store = new MemoryStore('epoch');
  store.row = (_, id) => [parent, todo].find((one) => one.id === id) as never;
  store.rows = () => [];
  const created = { action: 'created', item_id: 2, user_id: account, automatic: false };
  const rolledUp = { action: 'updated', item_id: 1, user_id: account, automatic: true };
  watch.look({ store, before: new Map(), entries: [created, rolledUp] as ActivityRow[] });
  return failures;
}

test('[I22] an import rolls nothing up, even if a guest restored its items before the sign-in', () => {
  const found = [expect.stringContaining('I22: an import rolls 1 up')];
  expect(findingsAfter()).toEqual(found);
  expect(findingsAfter(guest)).toEqual(found);
});

test('an imported item that the account restores rolls its parent up', () => {
  expect(findingsAfter(account)).toEqual([]);
});
