import type {
  AnsweredItem,
  ErrorBody,
  ErrorCode,
  ItemCommand,
  Position,
  SecurityEventKind,
} from '@foray/contract';
import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import type { ItemRow, NewSecurityEvent } from './rows.ts';
import type { FeedPosition } from './store.ts';

/** The caller: the user of the session, and the headers of their device. */
export interface Caller {
  readonly userId: number;
  /** The caller's session; absent if there is none. */
  readonly sessionId?: number | undefined;
  /** The time of the sign-in, UTC ISO 8601; absent if unknown, which means long ago. */
  readonly signedInAt?: string | undefined;
  /**
   * The generation of the account when the call was accepted (see `FeedPosition`); absent if it is not
   * checked.
   */
  readonly accountGeneration?: number | undefined;
  /** The epoch that the device knows (X-Epoch); absent or null if it sent none. */
  readonly epoch?: string | null | undefined;
  /** The positions of the last responses that the device received (X-Position). */
  readonly positions?: readonly Position[] | undefined;
  /** Called after each committed transaction of the call with the position of the caller's feed. */
  readonly onPosition?: ((standing: FeedPosition) => void) | undefined;
}

/** An entry for the caller's own log of security events. */
export function eventOf(caller: Caller, kind: SecurityEventKind, at: string): NewSecurityEvent {
  return { user_id: caller.userId, kind, at, session_id: caller.sessionId ?? null };
}

/**
 * A change that cannot be read: it is refused for good, together with requests that follow it (X-After).
 */
export interface UnreadCommand {
  readonly kind: 'unread';
  readonly refusal: Refusal;
}

/** A change of an item with its headers (sync.md, section 2). */
export interface CommandRequest {
  readonly command: ItemCommand | UnreadCommand;
  /** The Idempotency-Key with the fingerprint of its request. */
  readonly op?: { readonly id: string; readonly fingerprint: string } | undefined;
  /** The state that the change is based on, as `formatEtag` writes it. */
  readonly ifMatch?: string | undefined;
  /** The id of the caller's previous request on the same item, in place of `ifMatch`. */
  readonly after?: string | undefined;
  /**
   * X-Import: the item was created elsewhere. Counts if `asImport` keeps it, for a create under the
   * caller's own root.
   */
  readonly isImport?: boolean | undefined;
}

/**
 * The response to a change. A success has the item as the caller may see it now, null after a delete. If
 * the caller no longer sees the item, its permission is null: the body has the item as they last saw it if
 * this change ended that, and otherwise none of its data.
 */
export interface Answer {
  readonly status: number;
  readonly body: AnsweredItem | ErrorBody | null;
  readonly etag?: string;
}

/** The reason for a refusal. `fields` names the wrong ones; `itemId` is the current item of `stale`. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
  readonly itemId?: number;
  /** Not recorded under its key, because the same request may succeed later. */
  readonly passing?: boolean;
}

/** The item after a change, with the status of success. */
export interface AppliedChange {
  readonly status: 200 | 201 | 204;
  readonly item: ItemRow;
  /**
   * The change wrote nothing, or only labels or a position: others wrote the item's current state, and no request can be
   * based on it (X-After).
   */
  readonly isFound?: true;
}

/** The decision of a use case; a refusal writes nothing. */
export type CommandDecision = Result<AppliedChange, Refusal>;

/** The change took effect, or had before. */
export function applied(item: ItemRow, status: 200 | 201 | 204 = 200): CommandDecision {
  return ok({ status, item });
}

/** The item is in the requested state, in a version that others may have written. */
export function unchanged(item: ItemRow): CommandDecision {
  return ok({ status: 200, item, isFound: true });
}
