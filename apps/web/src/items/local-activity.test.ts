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

function entries(items: readonly ActivitySource[]): readonly string[] {
  return localActivity(items).map(({ key, userId }) => `${key} ${userId}`);
}

test('an item that was only created has one entry, by its creator', () => {
  expect(entries([{ ...item, user_id: 1001 }])).toEqual(['a:created 1001']);
});

test('completing has one entry, not an update as well', () => {
  const at = '2026-01-02T00:00:00.000Z';
  expect(entries([{ ...item, updated_at: at, completed_at: at }])).toEqual([
    'a:completed 0',
    'a:created 0',
  ]);
});

test('entries of all items are sorted, the newest first; who changed a shared item is unknown', () => {
  const other = {
    ...item,
    uuid: 'b',
    user_id: 1001,
    created_at: '2026-01-03T00:00:00.000Z',
    updated_at: '2026-01-04T00:00:00.000Z',
  };
  expect(entries([item, other])).toEqual(['b:updated null', 'b:created 1001', 'a:created 0']);
});
