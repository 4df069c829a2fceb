import { expect, test } from 'vitest';
import { localItem } from '../testing/rows.ts';
import { upcastItem } from './local-item.ts';

/** A row of a release that had no priority yet. */
function withoutPriority(base: 'high' | null | undefined) {
  const { priority: _, ...row } = localItem(1, { title: 'Old' });
  const told = base === undefined ? null : { ...row, priority: base, version: 1, rev: 1 };
  return { ...row, base: told } as unknown as ReturnType<typeof localItem>;
}

test('[PRIO-01] a row of an earlier release has the priority that its server row has', () => {
  expect(upcastItem(withoutPriority('high')).priority).toBe('high');
  expect(upcastItem(withoutPriority(null)).priority).toBeNull();
  expect(upcastItem(withoutPriority(undefined)).priority).toBeNull();
  const row = localItem(1, { priority: 'low' });
  expect(upcastItem(row)).toBe(row);
});
