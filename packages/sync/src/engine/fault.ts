import type { SyncProblem } from '../cycle/cycle-end.ts';

/** Problems with a display of their own: they need a network, another app or another user. */
const otherwiseShown: readonly SyncProblem['code'][] = [
  'no_answer',
  'too_old',
  'signed_out',
  'wrong_actor',
];

/** Whether a cycle failed for a reason that the device cannot put down to its network or its user. */
export function isFault({ code }: SyncProblem): boolean {
  return !otherwiseShown.includes(code);
}
