import { at } from '../testing/arbitraries.ts';
import { newItem } from './new-item.ts';
import { completedAtAfter, statusAfter } from './status.ts';

test('[STATUS-01] new items start pending', () => {
  expect(newItem({ id: 1, uuid: 'a', at: at(0) }).status).toBe('pending');
});

test.each([
  ['pending', ['start', 'complete']],
  ['in_progress', ['moveToQueue', 'complete']],
  ['completed', ['reopen']],
] as const)('the menu for a %s item offers %j', (status, actions) => {
  const offered = (['start', 'moveToQueue', 'complete', 'reopen'] as const).filter(
    (action) => statusAfter(status, action) !== null,
  );
  expect(offered).toEqual(actions);
});

test('each entry of the menu leads to its status', () => {
  expect(statusAfter('pending', 'start')).toBe('in_progress');
  expect(statusAfter('pending', 'complete')).toBe('completed');
  expect(statusAfter('in_progress', 'moveToQueue')).toBe('pending');
  expect(statusAfter('in_progress', 'complete')).toBe('completed');
  expect(statusAfter('completed', 'reopen')).toBe('pending');
  expect(statusAfter('completed', 'start')).toBe(null);
});

test('the icon completes an open item and reopens a completed one', () => {
  expect(statusAfter('pending', 'toggle')).toBe('completed');
  expect(statusAfter('in_progress', 'toggle')).toBe('completed');
  expect(statusAfter('completed', 'toggle')).toBe('pending');
});

test('completed_at is set on entering completed, kept inside, cleared on leaving', () => {
  const open = { status: 'in_progress', completed_at: null } as const;
  const done = { status: 'completed', completed_at: at(1) } as const;
  expect(completedAtAfter(open, 'completed', at(5))).toBe(at(5));
  expect(completedAtAfter(done, 'completed', at(5))).toBe(at(1));
  // Rows of an earlier release, or damaged rows.
  expect(completedAtAfter({ ...done, completed_at: null }, 'completed', at(5))).toBe(at(5));
  expect(completedAtAfter({ ...open, completed_at: at(1) }, 'completed', at(5))).toBe(at(5));
  expect(completedAtAfter(done, 'pending', at(5))).toBe(null);
  expect(completedAtAfter(open, 'pending', at(5))).toBe(null);
});
