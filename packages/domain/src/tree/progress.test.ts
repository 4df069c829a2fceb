import fc from 'fast-check';
import { progressOf } from './progress.ts';

test('[CAMP-05] progress exists only with children; its percentage is rounded, and remaining is total minus completed', () => {
  expect(progressOf({ children_count: 0, completed_count: 0 })).toBe(null);
  expect(progressOf({ children_count: 3, completed_count: 0 })?.percent).toBe(0);
  expect(progressOf({ children_count: 3, completed_count: 1 })).toEqual({
    completed: 1,
    total: 3,
    remaining: 2,
    percent: 33,
  });
  expect(progressOf({ children_count: 3, completed_count: 2 })?.percent).toBe(67);
  expect(progressOf({ children_count: 8, completed_count: 1 })?.percent).toBe(13);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(), (total, drawn) => {
      const completed = drawn % (total + 1);
      const progress = progressOf({ children_count: total, completed_count: completed });
      expect(progress?.percent).toBe(Math.round((completed / total) * 100));
      expect(progress?.remaining).toBe(total - completed);
    }),
  );
});
