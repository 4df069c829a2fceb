import type { Item, Operation, TimesOfFields } from '@foray/domain';
import { requireKnownShape } from './row-shape.ts';
import { storedName } from './stored-names.ts';

/** The format in which requests are written now, with the exception below; older ones are upcast at read. */
export const queuedRequestShape = 1;

/**
 * The format of a request that undoes a skip: a tab of an earlier release would mistake it for a completion.
 */
export const unskipShape = 2;

/**
 * A change that waits for the server, with the fields of the specification and those that make its replay
 * happen exactly once.
 */
export interface QueuedRequest {
  readonly shape: number;
  /** Generated; the Idempotency-Key. A retry after a refusal gets a new one. */
  readonly id: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The path with the /api prefix; it names items by uuid, never by number. */
  readonly url: string;
  /** The JSON body; null for none. It refers to parents by uuid, and never changes once `sent`. */
  readonly data: RequestData | null;
  /** When the user acted, on this device's clock, ISO 8601 UTC with milliseconds. */
  readonly timestamp: string;
  /**
   * When the user set each field of a PATCH, on the same clock; later changes may be merged into the request.
   * A field that is missing here, because an earlier release queued or merged it, was set at `timestamp`.
   */
  readonly setAt?: TimesOfFields;
  /** Server errors of this request, in an answered batch or sent by itself; blocked at 3. */
  readonly retries: number;
  /** The place in the queue: unique, ascending in the order in which the user acted. */
  readonly seq: number;
  /** The item of the request; null if it concerns none (marking notifications as read). */
  readonly itemUuid: string | null;
  /** Every item whose state the request changes, `itemUuid` first (a delete with its children). */
  readonly touches: readonly string[];
  /** Items that must exist on the server before this request can take effect: the new parent. */
  readonly needs: readonly string[];
  /** Durable before the first call that carries the request; from then on nothing is merged into it. */
  readonly sent: boolean;
  /** The head of the feed as this device knew it when the request was first sent; absent if it knew none. */
  readonly sentHead?: number;
  /**
   * The version on which the change was based, or the user's previous request on the item; null for a create.
   */
  readonly basis: ChangeBasis | null;
  /** Whether it is part of a guest upgrade: no roll-up, no notification. */
  readonly isImport: boolean;
  /**
   * Whether a create may be a duplicate: of an item that a restored backup lost, or sent in a former history.
   */
  readonly isAgain?: true;
  /**
   * Whether the user chose this change in a conflict: a further change by others asks again, whatever their
   * times.
   */
  readonly isKept?: true;
  /** The clock offset already contained in the times of `data`, in ms; null if none had been measured. */
  readonly offsetMs: number | null;
  /**
   * The completed copy of the occurrence that the request completes or undoes, as this device shows it; never
   * sent.
   */
  readonly copy?: Item;
  /** Set once a call with the request has failed as a whole: how the request is sent from then on. */
  readonly delivery?: Delivery;
  readonly state: RequestState;
}

/**
 * The state of the search for the request that makes whole calls fail (`call-failure.ts`). It is stored with
 * the request, so that the search continues after a restart.
 */
export interface Delivery {
  /** The size limit of batches that contain the request. */
  readonly most: number;
  /** Whether it failed by itself: it is then sent after everything that does not depend on it. */
  readonly isApart: boolean;
  /** How often it failed by itself while others arrived. */
  readonly alone: number;
  /** ISO time of this device at which it last failed by itself. */
  readonly triedAt: string | null;
  /** How long the server then asked to wait, in ms; absent if it did not. */
  readonly pauseMs?: number;
  /**
   * How often it failed by itself, whether others arrived or not: the request with the fewest tries is sent
   * first.
   */
  readonly tries?: number;
}

/** A JSON object as sent. */
export type RequestData = Readonly<Record<string, unknown>>;

/**
 * The state on which a change was based (If-Match `<epoch>:<version>`, or X-After with the id of a request).
 */
export type ChangeBasis = { readonly ifMatch: string } | { readonly after: string };

/**
 * queued: will be sent, unless a conflict about one of the items it touches is stored. blocked: in Needs
 * attention; retried on demand, and automatically after server errors.
 */
export type RequestState =
  | { readonly kind: 'queued' }
  | {
      readonly kind: typeof storedName.blocked;
      readonly why: BlockReason;
      /** ISO time of this device at which the request was blocked or last tried. */
      readonly since: string;
    };

/**
 * verdict: the server refused the request permanently; its code and HTTP status are kept. server_errors:
 * three failures of this request by itself (a 500, or a proxy's version of it), or more failures that are not
 * counted, although other requests succeeded; `status` is that of the last failure, 0 without a response.
 * dependency: the request `on`, on which this one depends, is blocked.
 */
export type BlockReason =
  | { readonly kind: 'verdict'; readonly code: string; readonly status: number }
  | { readonly kind: 'server_errors'; readonly status: number }
  | { readonly kind: 'dependency'; readonly on: string };

/** Whether a request is out of the queue and in Needs attention. */
export function isBlocked(state: RequestState): state is BlockedState {
  return state.kind === storedName.blocked;
}

/** Whether the server has refused a request permanently, so that it has not taken effect. */
export function isRefused({ state }: Pick<QueuedRequest, 'state'>): boolean {
  return isBlocked(state) && state.why.kind === 'verdict';
}

/** The state of a request in Needs attention. */
export type BlockedState = Exclude<RequestState, { readonly kind: 'queued' }>;

/** A request as any version of this app wrote it; only the fields that identify its format are typed. */
export type StoredRequest = Readonly<Record<string, unknown>> & { readonly shape: number };

/** For each past format, the step to the next one; there is no past format yet. */
const steps: Readonly<Record<number, (request: StoredRequest) => StoredRequest>> = {};

/**
 * A stored request in the current format, step by step from the one in which it was written. Every LocalStore
 * does this at each read of its queue. Throws `NewerRow` for a later format, whose effect is unknown: such a
 * request is neither shown nor sent.
 */
export function upcastRequest(stored: StoredRequest): QueuedRequest {
  requireKnownShape(stored, unskipShape);
  let request = stored;
  while (request.shape < queuedRequestShape) {
    const step = steps[request.shape];
    if (step === undefined) throw new Error(`a queued request of unknown shape ${request.shape}`);
    request = step(request);
  }
  return request as unknown as QueuedRequest;
}

/** The kind of a queued request about an item, for rebasing. */
export type OperationKind = Operation['kind'];

/** The kind of a request's change, from its method and path; null if it concerns no item. */
export function kindOf(
  request: Pick<QueuedRequest, 'method' | 'url' | 'itemUuid'>,
): OperationKind | null {
  if (request.itemUuid === null) return null;
  if (request.method === 'PATCH') return 'patch';
  if (/\/occurrences(\/\d+)?$/.test(request.url)) return 'occurrence';
  if (request.method === 'DELETE') return 'delete';
  if (request.url.endsWith('/assign')) return 'assign';
  if (request.url.endsWith('/labels')) return 'label';
  if (request.url.endsWith('/position')) return 'position';
  if (request.url.endsWith('/remove')) return 'remove';
  return request.url.endsWith('/restore') ? 'restore' : 'create';
}

/** Whether changes of a kind commute: they stand outside the chain of an item's requests. */
export function isCommutingKind(kind: OperationKind | null): boolean {
  return kind === 'label' || kind === 'position';
}

/**
 * Whether a request changes only labels, or only the place among siblings: it is outside the chain of its
 * item's requests, and nothing waits for it.
 */
export function isCommutingRequest(
  request: Pick<QueuedRequest, 'method' | 'url' | 'itemUuid'>,
): boolean {
  return isCommutingKind(kindOf(request));
}

/**
 * Whether a request takes no part in conflicts: a change of labels or of the place, or an action on an occurrence, which is
 * about its number whatever else was changed.
 */
export function isOutsideConflicts(
  request: Pick<QueuedRequest, 'method' | 'url' | 'itemUuid'>,
): boolean {
  return isCommutingRequest(request) || isOccurrenceRequest(request);
}

/** Whether a request completes or skips an occurrence, or undoes that. */
export function isOccurrenceRequest(
  request: Pick<QueuedRequest, 'method' | 'url' | 'itemUuid'>,
): boolean {
  return kindOf(request) === 'occurrence';
}

/** The format in which a request is written. */
export function shapeOf({ method, url, data }: Pick<QueuedRequest, 'method' | 'url' | 'data'>) {
  const isUnskip = method === 'DELETE' && data !== null && /\/occurrences\/\d+$/.test(url);
  return isUnskip ? unskipShape : queuedRequestShape;
}

/** Whether a request undoes the completion of an occurrence. */
export function isUndoRequest(
  request: Pick<QueuedRequest, 'method' | 'url' | 'itemUuid' | 'data'>,
): boolean {
  return isOccurrenceRequest(request) && request.data === null;
}

/** Whether a request creates that item. */
export function isCreateOf(request: QueuedRequest, uuid: string | null): boolean {
  return request.itemUuid === uuid && kindOf(request) === 'create';
}
