import type { ActivityEntry } from '@foray/contract';
import { shownOfServer } from './shown-activity.ts';

const entry: ActivityEntry = {
  id: 7,
  user: { id: 1001, name: 'Bob' },
  action: 'updated',
  item: { id: 10_000_000, uuid: 'a', type: 'task', title: 'Sails' },
  description: 'As it was',
  metadata: {},
  created_at: '2026-01-01T00:00:00.000Z',
};
const details = (metadata: Record<string, string>) =>
  shownOfServer({ ...entry, metadata }).details.map(({ label, value }) => `${label}: ${value}`);

test('[DATA-12] every part of an entry from the server is shown', () => {
  expect(shownOfServer({ ...entry, metadata: { title: 'Sail → Sails' } })).toEqual({
    key: '7',
    uuid: 'a',
    userId: 1001,
    userName: 'Bob',
    action: 'updated',
    type: 'task',
    title: 'Sails',
    description: 'As it was',
    details: [{ label: 'Title', value: 'Sail → Sails' }],
    isAutomatic: false,
    at: '2026-01-01T00:00:00.000Z',
  });
});

test('metadata is shown as text: statuses, days and empty values', () => {
  expect(details({ status: 'in_progress → completed' })).toEqual([
    'Status: in progress → completed',
  ]);
  expect(details({ due_date: '→ 2026-03-04' })).toEqual(['Due date: nothing → Mar 4, 2026']);
  const [time = ''] = details({ due_time: '09:00 → 17:00' });
  expect(time.replaceAll('\u202f', ' ')).toBe('Due time: 9:00 AM → 5:00 PM');
  expect(details({ description: 'Old →' })).toEqual(['Description: Old → nothing']);
  expect(details({ some_later_field: 'x' })).toEqual(['some later field: x']);
});

test('[DATA-12] the number of an occurrence is left out of an entry', () => {
  expect(details({ occurrence: '2 → 2' })).toEqual([]);
  expect(details({ occurrence: '2 → 3', due_date: '2026-03-04 → 2026-03-05' })).toEqual([
    'Due date: Mar 4, 2026 → Mar 5, 2026',
  ]);
});

test('a roll-up is marked as automatic and has no details', () => {
  const shown = shownOfServer({ ...entry, metadata: { automatic: 'yes' } });
  expect([shown.isAutomatic, shown.details]).toEqual([true, []]);
});
