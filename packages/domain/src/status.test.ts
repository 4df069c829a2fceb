import { describe, expect, test } from 'vitest';
import { at } from './testing/arbitraries.ts';
import { newItem } from './new-item.ts';
import { countChildren, progressOf } from './progress.ts';
import { completedAtAfter, statusActions, statusAfter, statusLabels } from './status.ts';

test('[STATUS-01] new items start pending; progress counts children whose status is completed', () => {
  expect(newItem({ id: 1, uuid: 'a', at: at(0) }).status).toBe('pending');
  const children = (['pending', 'in_progress', 'completed', 'completed'] as const).map(
    (status) => ({
      status,
    }),
  );
  expect(progressOf(countChildren(children))).toMatchObject({ completed: 2, total: 4 });
});

describe('the menu', () => {
  test.each([
    ['pending', ['start', 'complete']],
    ['in_progress', ['moveToQueue', 'complete']],
    ['completed', ['reopen']],
  ] as const)('of a %s item offers %j', (status, actions) => {
    expect(statusActions(status)).toEqual(actions);
  });

  test('each entry leads where it says', () => {
    expect(statusAfter('pending', 'start')).toBe('in_progress');
    expect(statusAfter('pending', 'complete')).toBe('completed');
    expect(statusAfter('in_progress', 'moveToQueue')).toBe('pending');
    expect(statusAfter('in_progress', 'complete')).toBe('completed');
    expect(statusAfter('completed', 'reopen')).toBe('pending');
    expect(statusAfter('completed', 'start')).toBe(null);
  });
});

test('the icon completes what is open and reopens what is completed', () => {
  expect(statusAfter('pending', 'toggle')).toBe('completed');
  expect(statusAfter('in_progress', 'toggle')).toBe('completed');
  expect(statusAfter('completed', 'toggle')).toBe('pending');
});

test('completed_at is set on entering completed, kept inside, cleared on leaving', () => {
  const open = { status: 'in_progress', completed_at: null } as const;
  const done = { status: 'completed', completed_at: at(1) } as const;
  expect(completedAtAfter(open, 'completed', at(5))).toBe(at(5));
  expect(completedAtAfter(done, 'completed', at(5))).toBe(at(1));
  expect(completedAtAfter(done, 'pending', at(5))).toBe(null);
  expect(completedAtAfter(open, 'pending', at(5))).toBe(null);
});

test('statuses read with spaces', () => {
  expect(statusLabels('in_progress')).toBe('in progress');
});
