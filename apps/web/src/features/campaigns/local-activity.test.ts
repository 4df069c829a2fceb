import { expect, test } from 'vitest';
import { localActivity } from './local-activity.ts';
import type { ActivitySource } from './local-activity.ts';

const item: ActivitySource = {
  uuid: 'a',
  type: 'task',
  title: 'Sails',
  user_id: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  completed_at: null,
};

function told(items: readonly ActivitySource[]): readonly string[] {
  return localActivity(items).map(
    ({ action, itemUuid, userId }) => `${itemUuid} ${action} ${userId}`,
  );
}

test('an item that was only made has one entry, by its creator', () => {
  expect(told([{ ...item, user_id: 1001 }])).toEqual(['a created 1001']);
});

test('completing is told once, not as an update too', () => {
  const at = '2026-01-02T00:00:00.000Z';
  expect(told([{ ...item, updated_at: at, completed_at: at }])).toEqual([
    'a completed 0',
    'a created 0',
  ]);
});

test('entries of all items are in one order, the newest first; who changed a shared item is not claimed', () => {
  const other = {
    ...item,
    uuid: 'b',
    user_id: 1001,
    created_at: '2026-01-03T00:00:00.000Z',
    updated_at: '2026-01-04T00:00:00.000Z',
  };
  expect(told([item, other])).toEqual(['b updated null', 'b created 1001', 'a created 0']);
});
