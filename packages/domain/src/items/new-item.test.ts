import { guestUser, newItem, nextGuestId, nextLocalId } from './new-item.ts';
import { at } from '../testing/arbitraries.ts';

const birth = { id: 1, uuid: 'item-1', at: at(0) };

test("[DATA-01] the guest has id 0, name Guest User, no phone and current timestamps, and is the creator of a guest's items", () => {
  const guest = { id: 0, name: 'Guest User', phone: '', created_at: at(3), updated_at: at(3) };
  expect(guestUser(at(3))).toEqual(guest);
  expect(newItem(birth).user_id).toBe(guest.id);
});

test('[DATA-02] a new item has an empty title, is a pending todo, and belongs to the current user or 0', () => {
  expect(newItem(birth)).toEqual({
    id: 1,
    uuid: 'item-1',
    type: 'todo',
    title: '',
    description: null,
    status: 'pending',
    user_id: 0,
    assigned_to: null,
    parent_id: null,
    parent_uuid: null,
    due_date: null,
    due_time: null,
    repeat: null,
    repeat_from: null,
    repeat_start: null,
    occurrence_day: null,
    end_date: null,
    priority: null,
    created_at: at(0),
    updated_at: at(0),
    completed_at: null,
    labels: [],
    position: null,
    occurrence: 1,
    occurrence_of: null,
    repeat_done: null,
  });
  expect(newItem({ ...birth, userId: 1000 }).user_id).toBe(1000);
});

test('an item created as completed has the claimed completion time, or else its creation time', () => {
  expect(newItem(birth, { status: 'completed' }).completed_at).toBe(at(0));
  const earlier = { status: 'completed', completed_at: at(-5), created_at: at(-9) } as const;
  expect(newItem(birth, earlier)).toMatchObject({ completed_at: at(-5), created_at: at(-9) });
  expect(newItem(birth, { completed_at: at(-5) }).completed_at).toBe(null);
});

test('[DATA-03] local ids are timestamps, unique within one millisecond; guests count from 1', () => {
  const nowMs = Date.parse(at(0));
  const first = nextLocalId(nowMs, 0);
  expect(first).toBe(nowMs);
  expect(nextLocalId(nowMs, first)).toBe(nowMs + 1);
  expect(nextLocalId(nowMs + 5, first)).toBe(nowMs + 5);
  // A clock that was set back, or to 1990, produces no id twice and none in another range.
  expect(nextLocalId(nowMs - 1000, first)).toBe(nowMs + 1);
  expect(nextLocalId(Date.parse('1990-01-01'), 0)).toBeGreaterThan(1e12);
  expect([nextGuestId(0), nextGuestId(1)]).toEqual([1, 2]);
});
