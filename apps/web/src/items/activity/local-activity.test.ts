import { localItem } from '@foray/sync/testing';
import { localActivity, type ActivitySource } from './local-activity.ts';

const [me, other] = [1001, 1002];
const created = '2026-01-01T00:00:00.000Z';
const later = '2026-01-02T00:00:00.000Z';
const latest = '2026-01-03T00:00:00.000Z';

const item: ActivitySource = {
  ...localItem(1, { type: 'task', title: 'Sails' }),
  uuid: 'a',
  user_id: me,
  created_at: created,
  updated_at: created,
};

/** The server's row of the item, in the version that `by` made. */
function confirmed(
  fields: Partial<ActivitySource>,
  version = 2,
  by: number | null = other,
): ActivitySource {
  const row = { ...item, ...fields };
  const base = { ...localItem(1), ...row, version, rev: 1, updated_by: by };
  return { ...row, base: { ...base, children_count: 0, completed_count: 0 } };
}

/** An item of another user in the campaign. */
const shared: ActivitySource = { ...item, uuid: 'z', user_id: other };

function entries(items: readonly ActivitySource[], ownId = me): readonly string[] {
  return localActivity(items, ownId)
    .filter(({ key }) => !key.startsWith('z'))
    .map(({ key, userId, isAutomatic }) => `${key} ${userId}${isAutomatic ? ' auto' : ''}`);
}

test('an item that was only created has one entry, by its creator', () => {
  expect(entries([item])).toEqual(['a:created 1001']);
  // The server received it a moment later.
  expect(entries([confirmed({ updated_at: later }, 1), shared])).toEqual(['a:created 1001']);
});

test("in a guest's history the guest is the author of every entry", () => {
  const done = { ...item, user_id: 0, updated_at: latest, completed_at: later };
  expect(entries([done], 0)).toEqual(['a:updated 0', 'a:completed 0', 'a:created 0']);
});

test('completing an item adds one entry, not an update as well', () => {
  const changed = { updated_at: later, completed_at: later };
  expect(entries([{ ...item, ...changed }, shared])).toEqual([
    'a:completed 1001',
    'a:created 1001',
  ]);
  // The server has received it shortly after the claimed time, or long after.
  const moment = { completed_at: later, updated_at: '2026-01-02T00:00:00.250Z' };
  expect(entries([confirmed(moment, 5, me), shared])[0]).toBe('a:completed 1001');
  const sentLater = { completed_at: later, updated_at: latest };
  expect(entries([confirmed(sentLater, 2, me), shared])).toEqual([
    'a:completed 1001',
    'a:created 1001',
  ]);
});

test('[ACT-05] unsent changes are the user’s own; others belong to the author that the server names', () => {
  const theirs = confirmed({ updated_at: later });
  expect(entries([theirs, shared])).toEqual(['a:updated 1002', 'a:created 1001']);
  const mine = { ...theirs, updated_at: latest };
  expect(entries([mine, shared])).toEqual(['a:updated 1001', 'a:created 1001']);
  const completed = { ...theirs, updated_at: latest, completed_at: latest };
  expect(entries([completed, shared])).toEqual(['a:completed 1001', 'a:created 1001']);
});

test('[ACT-05] an unknown author stays unknown, except in a campaign without other people, where it is the user', () => {
  const untold = confirmed({ updated_at: latest, completed_at: later }, 3, null);
  expect(entries([untold, shared])).toEqual([
    'a:updated null',
    'a:completed null',
    'a:created 1001',
  ]);
  const sample = { ...untold, assigned_to: 2 };
  expect(entries([sample])).toEqual(['a:updated 1001', 'a:completed 1001', 'a:created 1001']);
});

test('[ACT-05] a roll-up has no author', () => {
  const rolled = confirmed({ updated_at: later, completed_at: latest });
  expect(entries([rolled, shared])).toEqual([
    'a:completed null auto',
    'a:updated 1002',
    'a:created 1001',
  ]);
});

test('entries of all items are sorted, newest first', () => {
  const second = { ...item, uuid: 'b', created_at: latest, updated_at: latest };
  expect(entries([item, second])).toEqual(['b:created 1001', 'a:created 1001']);
});
