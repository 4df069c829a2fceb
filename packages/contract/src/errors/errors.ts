import type { WireItem } from '../items/item.ts';
import type { ProofChallenge } from '../wire/proof.ts';

/**
 * Every code that an error on the wire can have, with its HTTP status: a closed set (product.md, "The wire").
 * A code never changes its status; a new code changes the protocol.
 */
export const errorStatus = {
  bad_json: 400,
  unauthenticated: 401,
  csrf: 403,
  forbidden: 403,
  not_found: 404,
  wrong_actor: 409,
  epoch_changed: 409,
  parent_pending: 409,
  parent_gone: 409,
  start_unclear: 409,
  number_taken: 409,
  stale: 412,
  too_large: 413,
  invalid: 422,
  illegal_parent: 422,
  unknown_assignee: 422,
  invalid_code: 422,
  number_unsupported: 422,
  key_reused: 422,
  uuid_taken: 422,
  limit: 422,
  after_failed: 424,
  too_old: 426,
  proof_required: 428,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** The reason for a refusal. A client decides by it, never by the message. */
export type ErrorCode = keyof typeof errorStatus;

/** All codes, in the order of their statuses. */
export const errorCodes = Object.keys(errorStatus) as readonly ErrorCode[];

/**
 * The limits of an account. A `limit` about one of them has the number in `fields` under this name. The
 * account is that of the item's owner, even if somebody else sent the request.
 */
export const accountLimits = ['items_per_account', 'bytes_per_account'] as const;

/** The name of a limit of an account. */
export type AccountLimit = (typeof accountLimits)[number];

/**
 * The limits that `fields` of a `limit` names, unless it is about a place: a limit of an account, the
 * assignments from one person to another in a day, or the completed copies of an item by people who do not
 * manage it.
 */
export const namedLimits = [...accountLimits, 'assignments_per_day', 'copies_per_item'] as const;

/** The code, with status 0, of a batch entry that the server had no time for. */
export const notRun = 'not_run';

/**
 * One English sentence per code, for people who read responses by hand; clients show their own texts. It
 * never names an item, a person or a number.
 */
const messages: Record<ErrorCode, string> = {
  bad_json: 'The body is not valid JSON.',
  unauthenticated: 'Sign in first.',
  csrf: 'The anti-forgery token is missing or wrong; get a new one from /csrf-cookie.',
  forbidden: 'You may see this, but not do that.',
  not_found: 'There is no such thing, or not for you.',
  wrong_actor: 'This session belongs to another user than the one named in X-Actor.',
  epoch_changed: 'The server was restored to another state; fetch everything again.',
  parent_pending: 'The parent named by uuid has not arrived yet.',
  parent_gone: 'The parent was deleted or is no longer yours to see.',
  start_unclear: 'This account holds things from before its phone was verified; send start.',
  number_taken: 'This number has an account already.',
  stale: 'The item changed since the version this request was based on.',
  too_large: 'The body is too large.',
  invalid: 'Some fields are not valid.',
  illegal_parent: 'An item of this type cannot have that parent.',
  unknown_assignee: 'The item cannot be assigned to that person.',
  invalid_code: 'The verification code is wrong or has expired.',
  number_unsupported: 'This server sends no codes to numbers of this kind or country.',
  key_reused: 'This Idempotency-Key was used for another request.',
  uuid_taken: 'This uuid belongs to another item.',
  limit: 'There is no room for more.',
  after_failed: 'The request named in X-After was refused or has been overtaken.',
  too_old: 'This version of the app is too old for the server; update it.',
  proof_required: 'Solve the challenge and send its solution along.',
  rate_limited: 'Too many tries; wait a little.',
  internal: 'The server failed; nothing was changed.',
  unavailable: 'The server cannot answer now; try again soon.',
};

/** A refusal: its reason, and the wrong fields. */
export interface WireError {
  readonly code: ErrorCode;
  /** English, for people who read responses by hand. */
  readonly message: string;
  /** The code of each wrong field, by its name on the wire. */
  readonly fields?: Readonly<Record<string, string>>;
  /** With `stale` only: the item as the reader may see it now. */
  readonly item?: WireItem;
  /** With `proof_required` only. */
  readonly proof?: ProofChallenge;
}

/** The body of every refusal (product.md, "The wire"). */
export interface ErrorBody {
  readonly error: WireError;
}

/** The refusal of a code, with its standard message. */
export function wireError(
  code: ErrorCode,
  details: Pick<WireError, 'fields' | 'item' | 'proof'> = {},
): WireError {
  return { code, message: messages[code], ...details };
}
