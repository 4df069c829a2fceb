import { err, ok } from '@foray/domain';
import type { Result } from '@foray/domain';

/** The names of the headers of sync.md section 2, in lower case as servers and fetch return them. */
export const headerNames = {
  /** The id of a queued request; the same key and body take effect at most once. */
  idempotencyKey: 'idempotency-key',
  /** The state on which a request is based, as {@link formatEtag} writes it. */
  ifMatch: 'if-match',
  /** The id of the sender's previous request on the same item, in place of If-Match. */
  after: 'x-after',
  /** The user to whom the device's data belongs. */
  actor: 'x-actor',
  /** The epoch that the device knows. */
  epoch: 'x-epoch',
  /**
   * In responses to a session: the place in the caller's feed at which the response was read. In requests:
   * the places that the device has stored, at most {@link maxPositions}. Written by {@link formatPosition}.
   */
  position: 'x-position',
  /**
   * With 409 `epoch_changed`: up to this number of the caller's feed the server's history contains everything
   * that the device received.
   */
  knownHead: 'x-known-head',
  /** The protocol that the device uses. */
  protocol: 'x-protocol',
  /** The value of the XSRF-TOKEN cookie, echoed. */
  csrf: 'x-xsrf-token',
  /** '1' on the requests of a guest's upgrade and of a file's import: they cause no roll-up, and keep dates of earlier releases. */
  import: 'x-import',
  /** In responses with one item: its state, as {@link formatEtag} writes it. */
  etag: 'etag',
  /** In every response of the API: the server's time, ISO 8601 with milliseconds. */
  serverTime: 'x-server-time',
  /** With 429 and 503: how many seconds to wait. */
  retryAfter: 'retry-after',
} as const;

/** The state of one item: the server's epoch and the item's version in it. */
export interface Etag {
  readonly epoch: string;
  readonly version: number;
}

/** Writes an item's state as in ETag and If-Match: `"<epoch>:<version>"`, including the quotes. */
export function formatEtag({ epoch, version }: Etag): string {
  return `"${epoch}:${version}"`;
}

/**
 * Parses the result of {@link formatEtag}; quotes may be missing, as inside a batch. Any other text fails.
 */
export function parseEtag(text: string): Result<Etag, 'invalid'> {
  const match = /^(?:"([^":\s]+):(\d{1,15})"|([^":\s]+):(\d{1,15}))$/.exec(text);
  const epoch = match?.[1] ?? match?.[3];
  const version = match?.[2] ?? match?.[4];
  if (epoch === undefined || version === undefined) return err('invalid');
  return ok({ epoch, version: Number(version) });
}

/** A place in a user's feed: a run of the database, and the head of the feed in it. */
export interface Position {
  /** Opaque: one to 300 letters, digits and hyphens. */
  readonly run: string;
  readonly head: number;
}

/** How many positions one request may carry. */
export const maxPositions = 8;

/** Writes a position as in X-Position: `<run>:<head>`. Several are joined by commas. */
export function formatPosition({ run, head }: Position): string {
  return `${run}:${head}`;
}

/**
 * Parses one position or several, separated by commas, at most {@link maxPositions}. Any other text fails.
 */
export function parsePositions(text: string): Result<readonly Position[], 'invalid'> {
  const positions: Position[] = [];
  for (const part of text.split(',')) {
    const match = /^ *([0-9A-Za-z-]{1,300}):(\d{1,15}) *$/.exec(part);
    const [, run, head] = match ?? [];
    if (run === undefined || head === undefined) return err('invalid');
    positions.push({ run, head: Number(head) });
  }
  return positions.length > maxPositions ? err('invalid') : ok(positions);
}
