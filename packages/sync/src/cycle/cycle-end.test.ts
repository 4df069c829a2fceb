import { endOfRefusal, EpochChanged, isOfOneCall } from './cycle-end.ts';
import type { CycleEnded, SyncProblem } from './cycle-end.ts';

const broken = { code: 'unavailable', status: 500, retryAfterMs: null } as const;

test.each<readonly [string, SyncProblem | null, boolean]>([
  ['a server error', broken, true],
  ['the page of another server', { code: 'garbled' }, true],
  ['a server error that says when to retry', { ...broken, retryAfterMs: 2000 }, false],
  ['too many calls', { ...broken, status: 429 }, false],
  ['a session that is over', { code: 'signed_out' }, false],
  ['no answer', { code: 'no_answer' }, false],
  ['the end of the engine', null, false],
])(
  'after %s other calls of the cycle may be made only if the failure concerned one call',
  (_, problem, is) => {
    expect(isOfOneCall(problem)).toBe(is);
  },
);

test('a refusal of one request that stands for the whole call ends the cycle as a refusal of the call', () => {
  expect(endOfRefusal(409, 'epoch_changed', null)).toEqual(new EpochChanged());
  const problemOf = (...refusal: Parameters<typeof endOfRefusal>) =>
    (endOfRefusal(...refusal) as CycleEnded).problem;
  expect(problemOf(409, 'wrong_actor', null)).toEqual({ code: 'wrong_actor' });
  expect(problemOf(401, 'unauthenticated', null)).toEqual({ code: 'signed_out' });
  expect(problemOf(426, 'too_old', null)).toEqual({ code: 'too_old' });
  expect(problemOf(500, null, null)).toEqual(broken);
});
