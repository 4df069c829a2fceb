import type { Position, WireError } from '@foray/contract';

/** Who speaks, carried by every call but config, csrf and login (X-Actor, X-Epoch). */
export interface CallContext {
  readonly actor: number;
  /** Null until the first answer contains one. */
  readonly epoch: string | null;
  /** The positions that the device holds (X-Position); the server checks each. */
  readonly positions: readonly Position[];
  /** The adapter aborts the call then and answers `noAnswer`; null outside of a sync run: never. */
  readonly timeoutMs: number | null;
  /** With a batch: for how long the change that has waited longest has done so, by this device's clock. */
  readonly queueAgeSeconds?: number;
  /** Ends the call when the person who waits for it gives up; it answers `noAnswer`. */
  readonly signal?: CancelSignal | undefined;
}

/** What an `AbortSignal` is to the engine, which knows no browser. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

/**
 * What came of a call; a transport never rejects.
 * answer: 2xx with the expected body. refusal: any other status. garbled: a 2xx whose body is not
 * what the contract says (captive portals), or an unreadable one. noAnswer: nothing came.
 * `serverNow` is X-Server-Time, `position` is X-Position and `knownHead` is X-Known-Head, null if absent.
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
      /** The contract's error object, null where the body was something else (a proxy's page). */
      readonly error: WireError | null;
      readonly serverNow: string | null;
      readonly position: Position | null;
      /** With `epoch_changed`: the position up to which the server still has what this device received. */
      readonly knownHead: number | null;
      /** From Retry-After; null if absent. */
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'garbled'; readonly status: number }
  | { readonly kind: 'noAnswer'; readonly why: 'network' | 'timeout' };
