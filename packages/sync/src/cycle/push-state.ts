import type { CallFailure } from './call-failure.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/**
 * The number of calls that may fail as a whole, with none answered in between, before a cycle stops sending.
 */
const maxFailures = 12;

/** A batch that failed before the server was known to answer any other call. */
export interface UnexplainedBatch {
  readonly sent: readonly QueuedRequest[];
  readonly reply: CallFailure;
  /** Whether its requests were sent before. */
  readonly isAgain: boolean;
}

/** The results so far of one cycle's calls that carry requests. */
export class PushState {
  /** Makes all delayed retries due: the user asked for it, or the network is back. */
  isUrgent = false;
  /**
   * Not sent again in this cycle: the server did not perform it for a reason of its own, or it failed by
   * itself.
   */
  readonly failedIds = new Set<string>();
  /** Requests that failed by themselves, to be counted at the end of the cycle if others arrived. */
  readonly failedAlone = new Map<string, CallFailure>();
  /** Everything that could be sent has been tried, except requests that failed by themselves before. */
  hasTriedAll = false;
  /** A request took effect, or was refused permanently, so the server works. */
  hasArrived = false;
  /** Items that moved to the top level because their parent is gone. */
  readonly orphanedUuids: string[] = [];
  /** Nothing is sent in this cycle, because sending failed in the previous one. */
  isHeldBack = false;
  /** Nothing more is sent in this cycle. */
  isStopped = false;
  unexplainedBatch: UnexplainedBatch | null = null;
  #hasDelivered = false;
  #failures = 0;
  #stoppedBy: CallFailure | null = null;
  /** The last failure that concerns the cycle as a whole. */
  #lastFailure: CallFailure | null = null;

  /** Sends nothing in this cycle, because sending failed in this way in the previous one. */
  holdBack(failure: CallFailure): void {
    this.isHeldBack = true;
    this.stop(failure);
  }

  /**
   * Records that a call was answered, even an empty one: the server's state did not cause the failures
   * before.
   */
  noteAnswer(): void {
    this.#hasDelivered = true;
    this.#failures = 0;
  }

  /** Counts a failure; `isNew` is false if the request is already known to fail. */
  noteFailure(reply: CallFailure, isNew: boolean): void {
    this.#failures += 1;
    if (isNew) this.#lastFailure = reply;
    if (this.#failures >= maxFailures) this.stop(reply);
  }

  /** Ends the sending of this cycle, which has not sent everything. */
  stop(reply: CallFailure): void {
    this.isStopped = true;
    this.#stoppedBy ??= reply;
  }

  /**
   * Whether requests that failed by themselves are at fault: another call was answered, or nothing else is
   * left to send.
   */
  get isRequestAtFault(): boolean {
    return this.#hasDelivered || (this.hasTriedAll && this.failedAlone.size === 1);
  }

  /** Why the cycle did not send everything; null if it delivered everything that can be delivered. */
  get failure(): CallFailure | null {
    return this.#stoppedBy ?? (this.#hasDelivered ? null : this.#lastFailure);
  }
}
