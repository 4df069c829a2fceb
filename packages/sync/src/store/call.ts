import type { Position, WireError } from '@foray/contract';

/** The sender of a call, named by every call except config, csrf and login (X-Actor, X-Epoch). */
export interface CallContext {
  readonly actor: number;
  /** Null until the first response contains one. */
  readonly epoch: string | null;
  /** The positions that the device has stored (X-Position); the server checks each. */
  readonly positions: readonly Position[];
  /**
   * The time after which the adapter aborts the call and returns `noAnswer`; null outside a sync cycle:
   * never.
   */
  readonly timeoutMs: number | null;
  /** With a batch: the seconds for which the oldest change has waited, by this device's clock. */
  readonly queueAgeSeconds?: number;
  /** Ends the call when the waiting user cancels it; the reply is `noAnswer`. */
  readonly signal?: CancelSignal | undefined;
}

/** The part of an `AbortSignal` that the engine needs, since it knows no browser. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

/**
 * The result of a call; a transport never rejects. answer: 2xx with the expected body. refusal: any other
 * status. garbled: a 2xx whose body does not match the contract (captive portals), or cannot be read.
 * noAnswer: no response. `serverNow` is X-Server-Time, `position` is X-Position and `knownHead` is
 * X-Known-Head, null if absent.
 */
export type Reply<T> =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: T;
      readonly serverNow: string | null;
      readonly position: Position | null;
    }
  | {
      readonly kind: 'refusal';
      readonly status: number;
      /** The contract's error object; null if the body was something else (a proxy's page). */
      readonly error: WireError | null;
      readonly serverNow: string | null;
      readonly position: Position | null;
      /**
       * With `epoch_changed`: the position up to which the server still has everything that this device
       * received.
       */
      readonly knownHead: number | null;
      /** From Retry-After; null if absent. */
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'garbled'; readonly status: number }
  | { readonly kind: 'noAnswer'; readonly why: 'network' | 'timeout' };
