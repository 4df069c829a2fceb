import type { Notification } from '@foray/contract';
import { notificationList } from './notification-list.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const received = (id: number, updated_at: string, read_at: string | null = null): Notification => ({
  id,
  kind: 'assigned',
  actor_id: 1001,
  item_id: 10_000_000,
  item_uuid: null,
  item_type: 'todo',
  count: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at,
  read_at,
  rev: id,
});
const none = {
  contacts: [],
  notifications: [],
  dueRead: new Set<string>(),
  lostTitles: new Map<string, string>(),
};
const keys = (...given: Parameters<typeof notificationList>) =>
  notificationList(...given).map(({ key, isUnread }) => `${key}${isUnread ? '*' : ''}`);

test('notifications by others and of due items form one list, newest first', () => {
  const notifications = [
    received(1, '2026-03-10T11:00:00.000Z'),
    received(2, '2026-03-05T11:00:00.000Z', '2026-03-05T12:00:00.000Z'),
  ];
  const due = [{ uuid: 'a', day: '2026-03-08' }];
  expect(keys({ ...none, notifications }, due, now)).toEqual(['1*', 'due:a:2026-03-08*', '2']);
});

test('a due item is marked read for its day: on another day it is unread again', () => {
  const dueRead = new Set(['due:a:2026-03-08']);
  expect(keys({ ...none, dueRead }, [{ uuid: 'a', day: '2026-03-08' }], now)).toEqual([
    'due:a:2026-03-08',
  ]);
  expect(keys({ ...none, dueRead }, [{ uuid: 'a', day: '2026-03-09' }], now)).toEqual([
    'due:a:2026-03-09*',
  ]);
});

test('[NOTIF-02] more than three due items form one notification, unread as long as one of them is', () => {
  const due = ['2026-03-10', '2026-03-09', '2026-03-08', '2026-03-07'].map((day, place) => ({
    uuid: `item ${place}`,
    day,
  }));
  expect(keys(none, due.slice(1), now)).toHaveLength(3);
  const [all, ...others] = notificationList(none, due, now);
  expect(others).toEqual([]);
  expect(all).toMatchObject({ key: 'due', due, isUnread: true });
  const dueRead = new Set(due.map(({ uuid, day }) => `due:${uuid}:${day}`));
  expect(keys({ ...none, dueRead }, due, now)).toEqual(['due']);
  dueRead.delete('due:item 2:2026-03-08');
  expect(keys({ ...none, dueRead }, due, now)).toEqual(['due*']);
  const tooOld = { uuid: 'old', day: '2025-11-01' };
  expect(keys(none, [...due.slice(1), tooOld], now)).toHaveLength(3);
});

test('due items are not unread before the device knows which have been read', () => {
  const due = [{ uuid: 'a', day: '2026-03-08' }];
  expect(keys({ ...none, dueRead: null }, due, now)).toEqual(['due:a:2026-03-08']);
});

test('the list has nothing older than 90 days, and no more than 200 entries', () => {
  const notifications = Array.from({ length: 230 }, (_, at) =>
    received(at + 1, new Date(now - at * 60_000).toISOString()),
  );
  const old = received(999, '2025-12-01T00:00:00.000Z');
  expect(keys({ ...none, notifications }, [], now)).toHaveLength(200);
  expect(keys({ ...none, notifications: [old] }, [], now)).toEqual([]);
});

test('[BLOCK-20] notifications by others never push a notice about the account itself out of the list', () => {
  const kinds = ['new_device', 'wrong_codes', 'number_changed'] as const;
  const notices = kinds.map((kind, at) => ({
    ...received(500 + at, '2026-03-01T00:00:00.000Z'),
    kind,
  }));
  const others = Array.from({ length: 230 }, (_, at) =>
    received(at + 1, new Date(now - at * 60_000).toISOString()),
  );
  const shown = keys({ ...none, notifications: [...others, ...notices] }, [], now);
  expect(shown).toHaveLength(200);
  expect(shown.slice(-3)).toEqual(['502*', '501*', '500*']);
});
