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
import type { Standing } from './store.ts';

/** Who asks: the user of the session, and what their device says of its data. */
export interface Caller {
  readonly userId: number;
  /** The session that they ask in; absent where there is none. */
  readonly sessionId?: number | undefined;
  /** When they signed in, UTC ISO 8601; absent if it is not known, which is long ago. */
  readonly signedInAt?: string | undefined;
  /** The life of the account that they were let into (see `Standing`); absent if it is not checked. */
  readonly life?: number | undefined;
  /** The epoch that the device knows (X-Epoch); absent or null if it named none. */
  readonly epoch?: string | null | undefined;
  /** The positions of the last answers that the device received (X-Position). */
  readonly positions?: readonly Position[] | undefined;
  /** Called after each committed transaction of the call with the standing of the caller's feed in it. */
  readonly onStanding?: ((standing: Standing) => void) | undefined;
}

/** What the caller's own log of security events is to say of what they do. */
export function eventOf(caller: Caller, kind: SecurityEventKind, at: string): NewSecurityEvent {
  return { user_id: caller.userId, kind, at, session_id: caller.sessionId ?? null };
}

/** A change that cannot be read: it is refused for good, and with it what follows it (X-After). */
export interface UnreadCommand {
  readonly kind: 'unread';
  readonly refusal: Refusal;
}

/** One change of an item with the headers it came with (sync.md, section 2). */
export interface CommandRequest {
  readonly command: ItemCommand | UnreadCommand;
  /** The Idempotency-Key, together with the fingerprint of what was sent under it. */
  readonly op?: { readonly id: string; readonly fingerprint: string } | undefined;
  /** The state that the change is based on, as `formatEtag` writes it. */
  readonly ifMatch?: string | undefined;
  /** The id of the caller's previous request on the same item, in place of `ifMatch`. */
  readonly after?: string | undefined;
  /** X-Import: it was made elsewhere. Counts where `asImport` leaves it, for a create under a root of the caller's own. */
  readonly isImport?: boolean | undefined;
}

/**
 * What a change is answered with. A success has the item as the caller may see it now, null where it
 * was deleted. Where the caller sees it no more its permission is null: it is as they last saw it if
 * this very change ended that, else the answer contains nothing of it.
 */
export interface Answer {
  readonly status: number;
  readonly body: AnsweredItem | ErrorBody | null;
  readonly etag?: string;
}

/** Why a change is refused. `fields` names the wrong ones; `itemId` is the current item of `stale`. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
  readonly itemId?: number;
  /** Not to be remembered under its key, because the same request may fare better later. */
  readonly passing?: boolean;
}

/** The item as a change left it, with the status of success. */
export interface Applied {
  readonly status: 200 | 201 | 204;
  readonly item: ItemRow;
  /** It wrote nothing, or only labels: the item is as others left it, and nothing can build on that (X-After). */
  readonly isFound?: true;
}

/** What a use case decided; nothing is written where it refuses. */
export type Decision = Result<Applied, Refusal>;

/** The change took effect, or was there already. */
export function applied(item: ItemRow, status: 200 | 201 | 204 = 200): Decision {
  return ok({ status, item });
}

/** The item is as the request wants it, of a version that others may have made. */
export function found(item: ItemRow): Decision {
  return ok({ status: 200, item, isFound: true });
}
