import type { WireError } from '@foray/contract';
import type { CallFailure } from './call-failure.ts';
import type { Reply } from '../store/call.ts';
import { unexpectedDetail } from '../store/ports.ts';

/** Why a cycle did not finish; the queue keeps everything. */
export type SyncProblem =
  /** no_answer: no network, or the server is unreachable. garbled: something else answered. */
  | { readonly code: 'no_answer' | 'garbled' }
  /** 429, 5xx, or a refusal of the whole call; `retryAfterMs` if the server said when. */
  | { readonly code: 'unavailable'; readonly status: number; readonly retryAfterMs: number | null }
  /** 401: the session has ended. The queue stays its user's. */
  | { readonly code: 'signed_out' }
  /** 409: the browser's session is another user's. */
  | { readonly code: 'wrong_actor' }
  /** 426: this app is too old for the server. */
  | { readonly code: 'too_old' }
  | { readonly code: 'store'; readonly detail: string };

/** Ends a cycle from inside one of its steps; thrown, and caught by the engine alone. */
export class CycleEnded extends Error {
  readonly problem: SyncProblem | null;

  /** Null: the engine was stopped. */
  constructor(problem: SyncProblem | null) {
    super(problem === null ? 'stopped' : problem.code);
    this.problem = problem;
  }
}

/**
 * Whether a failed call concerns only that call, so that others may be made in the same cycle: the server
 * failed at it, something else answered in its place, or its response caused an unexpected error.
 */
export function isOfOneCall(problem: SyncProblem | null): boolean {
  if (problem?.code === 'garbled') return true;
  if (problem?.code === 'store') return problem.detail.startsWith(unexpectedDetail);
  if (problem?.code !== 'unavailable') return false;
  return problem.status !== 429 && problem.retryAfterMs === null;
}

/** Ends a cycle that has fetched everything, but could not send everything. */
export class PushEnded extends CycleEnded {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    const { problem } = endOf(failure) as CycleEnded;
    super(problem);
    this.failure = failure;
  }
}

/** The server's history is not that of this device's cursors; thrown like `CycleEnded`. */
export class EpochChanged extends Error {
  /** X-Known-Head of the refusal; null if no refusal named it. */
  readonly knownHead: number | null;

  constructor(knownHead: number | null = null) {
    super('epoch_changed');
    this.knownHead = knownHead;
  }
}

/** The error with which a reply other than an answer ends the cycle. */
export function endOf(reply: Exclude<Reply<unknown>, { kind: 'answer' }>): Error {
  if (reply.kind === 'noAnswer') return new CycleEnded({ code: 'no_answer' });
  if (reply.kind === 'garbled') return new CycleEnded({ code: 'garbled' });
  const { status, error, retryAfterMs, knownHead } = reply;
  if (error?.code === 'epoch_changed') return new EpochChanged(knownHead);
  return endOfRefusal(status, error?.code ?? null, retryAfterMs);
}

/** The error with which a refusal of a whole call, or one that stands for it, ends the cycle. */
export function endOfRefusal(
  status: number,
  code: WireError['code'] | null,
  retryAfterMs: number | null,
): Error {
  if (code === 'epoch_changed') return new EpochChanged();
  if (code === 'wrong_actor') return new CycleEnded({ code: 'wrong_actor' });
  if (status === 401) return new CycleEnded({ code: 'signed_out' });
  if (status === 426) return new CycleEnded({ code: 'too_old' });
  return new CycleEnded({ code: 'unavailable', status, retryAfterMs });
}
