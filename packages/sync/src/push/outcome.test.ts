import { expect, test } from 'vitest';
import { queuedRequest } from '../testing/rows.ts';
import { outcomeOf } from './outcome.ts';

test('a request that took effect is done, even where its item may be seen no more', () => {
  const request = queuedRequest(1, 1);
  const replayed = { id: request.id, status: 200, body: null };
  expect(outcomeOf(request, replayed)).toEqual({ kind: 'done', item: null });
});

test('what was not run, or cannot be believed, is tried again as it is', () => {
  const request = queuedRequest(1, 1);
  const notRun = { id: request.id, status: 0 as const, code: 'not_run' as const };
  expect(outcomeOf(request, notRun)).toEqual({ kind: 'waits' });
});
