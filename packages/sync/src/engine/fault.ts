import type { SyncProblem } from '../cycle/cycle-end.ts';

/** Problems that are displayed elsewhere: they need a network, another app or another user. */
const otherwiseShown: readonly SyncProblem['code'][] = [
  'no_answer',
  'too_old',
  'signed_out',
  'wrong_actor',
];

/** Whether a cycle failed for a reason other than the device's network or user. */
export function isFault({ code }: SyncProblem): boolean {
  return !otherwiseShown.includes(code);
}
