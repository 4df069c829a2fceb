import type { CallFailure } from './call-failure.ts';
import type { QueuedRequest } from '../store/queued-request.ts';

/** Calls that fail as a whole, with none answered between, before a cycle stops sending. */
const failuresMost = 12;

/** What the calls of one cycle that carry requests have come to so far. */
export class PushState {
  /** Makes all delayed retries due: the user asked for it, or the network is back. */
  isUrgent = false;
  /** Not sent again in this cycle: the server did not do it for a reason of its own, or it failed alone. */
  readonly failedIds = new Set<string>();
  /** What failed alone, to be counted at the end of the cycle if others arrived. */
  readonly alone = new Map<string, CallFailure>();
  /** Everything that could go has been tried but what failed alone before. */
  hasTriedAll = false;
  /** A request took effect, or was refused for good: the server does its work. */
  hasArrived = false;
  /** Items that went to the top level because their parent is gone. */
  readonly orphanedUuids: string[] = [];
  /** Nothing is sent in this cycle, so soon after an earlier one whose sending failed. */
  isHeld = false;
  /** Nothing more is sent in this cycle. */
  isStopped = false;
  /** A batch that failed before the server was known to answer anything else. */
  unexplained: { readonly sent: readonly QueuedRequest[]; readonly reply: CallFailure } | null =
    null;
  #hasDelivered = false;
  #failures = 0;
  #stoppedBy: CallFailure | null = null;
  /** The last failure that says something of the cycle. */
  #lastFailure: CallFailure | null = null;

  /** Sends nothing in this cycle, so soon after an earlier one whose sending ended like this. */
  hold(failure: CallFailure): void {
    this.isHeld = true;
    this.stop(failure);
  }

  /** A call was answered, even if it asked for nothing: what failed was not the server's state. */
  deliver(): void {
    this.#hasDelivered = true;
    this.#failures = 0;
  }

  /** Counts a failure; `isNew` is false where the request is known to fail. */
  fail(reply: CallFailure, isNew: boolean): void {
    this.#failures += 1;
    if (isNew) this.#lastFailure = reply;
    if (this.#failures >= failuresMost) this.stop(reply);
  }

  /** Ends the sending of this cycle, which has not sent what it should. */
  stop(reply: CallFailure): void {
    this.isStopped = true;
    this.#stoppedBy ??= reply;
  }

  /** Whether what failed alone is to blame: another call was answered, or there is nothing else to send. */
  get isBlamed(): boolean {
    return this.#hasDelivered || (this.hasTriedAll && this.alone.size === 1);
  }

  /** Why the cycle did not send what was to be sent; null where it delivered what can be delivered. */
  get failure(): CallFailure | null {
    return this.#stoppedBy ?? (this.#hasDelivered ? null : this.#lastFailure);
  }
}
