import type { CallFailure } from './call-failure.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/** Calls that fail as a whole, with none answered between, before a cycle stops sending. */
const maxFailures = 12;

/** The results so far of one cycle's calls that carry requests. */
export class PushState {
  /** Makes all delayed retries due: the user asked for it, or the network is back. */
  isUrgent = false;
  /**
   * Not sent again in this cycle: the server did not perform it for a reason of its own, or it failed alone.
   */
  readonly failedIds = new Set<string>();
  /** Requests that failed alone, to be counted at the end of the cycle if others arrived. */
  readonly failedAlone = new Map<string, CallFailure>();
  /** Everything that could go has been tried, except requests that failed alone before. */
  hasTriedAll = false;
  /** A request took effect, or was refused for good, so the server works. */
  hasArrived = false;
  /** Items that went to the top level because their parent is gone. */
  readonly orphanedUuids: string[] = [];
  /** Nothing is sent in this cycle, because the sending of an earlier one has just failed. */
  isHeldBack = false;
  /** Nothing more is sent in this cycle. */
  isStopped = false;
  /** A batch that failed before the server was known to answer anything else. */
  unexplainedBatch: {
    readonly sent: readonly QueuedRequest[];
    readonly reply: CallFailure;
  } | null = null;
  #hasDelivered = false;
  #failures = 0;
  #stoppedBy: CallFailure | null = null;
  /** The last failure that concerns the cycle as a whole. */
  #lastFailure: CallFailure | null = null;

  /** Sends nothing in this cycle, because the sending of an earlier one has just failed like this. */
  holdBack(failure: CallFailure): void {
    this.isHeldBack = true;
    this.stop(failure);
  }

  /**
   * Notes that a call was answered, even an empty one: the server's state did not cause the failures before.
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
   * Whether requests that failed alone are to blame: another call was answered, or nothing else is left to
   * send.
   */
  get isRequestAtFault(): boolean {
    return this.#hasDelivered || (this.hasTriedAll && this.failedAlone.size === 1);
  }

  /** Why the cycle did not send everything; null if it delivered all that can be delivered. */
  get failure(): CallFailure | null {
    return this.#stoppedBy ?? (this.#hasDelivered ? null : this.#lastFailure);
  }
}
