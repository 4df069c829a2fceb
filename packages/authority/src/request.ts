import type { ErrorBody, ErrorCode, ItemCommand, WireItem } from '@foray/contract';

/** Who asks: the user of the session. */
export interface Caller {
  readonly userId: number;
}

/** One change of an item with the headers it came with (sync.md, section 2). */
export interface CommandRequest {
  readonly command: ItemCommand;
  /** The Idempotency-Key, together with the fingerprint of what was sent under it. */
  readonly op?: { readonly id: string; readonly fingerprint: string } | undefined;
  /** The state that the change is based on, as `formatEtag` writes it. */
  readonly ifMatch?: string | undefined;
  /** The id of the caller's previous request on the same item, in place of `ifMatch`. */
  readonly after?: string | undefined;
  /** Part of a guest's upgrade: no roll-up, and nobody is notified. */
  readonly isImport?: boolean | undefined;
}

/**
 * What a change is answered with. A success has the item as the caller may see it now, or null where
 * there is none to see (deleted, or given away by this very change).
 */
export interface Answer {
  readonly status: number;
  readonly body: WireItem | ErrorBody | null;
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
