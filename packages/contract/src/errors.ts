import { errorMessage, errorStatus } from './error-codes.ts';
import type { ErrorCode, ErrorStatus } from './error-codes.ts';
import type { WireItem } from './item.ts';

/** One refusal: what happened, and which fields it is about. */
export interface WireError {
  readonly code: ErrorCode;
  /** English, for people who read answers by hand. */
  readonly message: string;
  /** The code of each field that is wrong, by its name on the wire. */
  readonly fields?: Readonly<Record<string, string>>;
  /** With `stale` only: the item as the reader may see it now. */
  readonly item?: WireItem;
}

/** The body of every refusal (product.md, "The wire"). */
export interface ErrorBody {
  readonly error: WireError;
}

/** The refusal of a code, with its standard message. */
export function wireError(
  code: ErrorCode,
  details: Pick<WireError, 'fields' | 'item'> = {},
): WireError {
  return { code, message: errorMessage(code), ...details };
}

/** The HTTP status of a refusal. */
export function statusOf(error: Pick<WireError, 'code'>): ErrorStatus {
  return errorStatus[error.code];
}
