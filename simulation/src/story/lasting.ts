import { errorStatus, wireError } from '@foray/contract';
import type { BatchAnswer, BatchRequest, ErrorCode } from '@foray/contract';
import type { Reply, StoreFailure } from '@foray/sync';
import type { Household } from './profile.ts';
import type { Step } from './story.ts';

/** A request of a batch. */
type Entry = BatchRequest['requests'][number];

/**
 * A lasting fault. route: every call of that name fails, on every device. request: every request that names
 * the item fails, with its whole batch. entry: the same, and the server says which one. disk: one browser has
 * no space for any write. database: the server has no space.
 */
export type LastingFault =
  | { readonly kind: 'route'; readonly call: string; readonly reply: Failed }
  | { readonly kind: 'request'; readonly uuid: string; readonly reply: Failed }
  | { readonly kind: 'entry'; readonly uuid: string }
  | { readonly kind: 'disk'; readonly browser: Household }
  | { readonly kind: 'database' };

/** A call without an answer. */
type Failed = Exclude<Reply<never>, { readonly kind: 'answer' }>;

/** The calls that may lastingly stay without a response, one at a time. */
export const lastingRoutes = [
  'batch',
  'read',
  'changes',
  'self-check',
  'items campaign',
  'items task',
  'items todo',
  'items',
  'pull',
] as const;

const internal = refusal(errorStatus.internal, 'internal');

/** Responses of a server that fails at a call, or of something in front of it. */
const ofRoutes: readonly Failed[] = [
  internal,
  refusal(500),
  refusal(502),
  refusal(503),
  refusal(404),
  { kind: 'garbled', status: 200 },
];

const ofRequests: readonly Failed[] = [
  internal,
  refusal(500),
  refusal(400),
  refusal(403),
  refusal(413),
  refusal(422),
  { kind: 'garbled', status: 200 },
  refusal(502),
  { kind: 'noAnswer', why: 'network' },
];

/** The lasting fault that begins, by the numbers of its step; `uuids` are the items that somebody changes. */
export function lastingOf(
  { at, to }: Pick<Step, 'at' | 'to'>,
  browsers: readonly Household[],
  uuids: readonly string[],
): LastingFault {
  const choose = <T>(list: readonly T[]): T => list[at % list.length] as T;
  const uuid = uuids[at % uuids.length];
  const isOfRoute = to % 8 < 3 || (uuid === undefined && to % 8 < 6);
  if (isOfRoute) return { kind: 'route', call: choose(lastingRoutes), reply: pick(ofRoutes, to) };
  if (uuid !== undefined && to % 8 < 5)
    return { kind: 'request', uuid, reply: pick(ofRequests, to) };
  if (uuid !== undefined && to % 8 === 5) return { kind: 'entry', uuid };
  return to % 8 === 6 ? { kind: 'disk', browser: choose(browsers) } : { kind: 'database' };
}

function pick<T>(list: readonly T[], number: number): T {
  return list[(number >> 3) % list.length] as T;
}

/** The failure of a call, by its name and its requests; null if it succeeds. */
export function replyTo(
  lasting: LastingFault | null,
  call: string,
  entries: readonly Entry[] = [],
): Failed | null {
  switch (lasting?.kind) {
    case 'database':
      return refusal(errorStatus.unavailable, 'unavailable');
    case 'route':
      return `${call} `.startsWith(`${lasting.call} `) ? lasting.reply : null;
    case 'request':
      return entries.some((entry) => isAbout(entry, lasting.uuid)) ? lasting.reply : null;
    default:
      return null;
  }
}

/** The reason why every write fails in a browser; null if writes succeed. */
export function diskFailure(lasting: LastingFault | null, browser: Household): StoreFailure | null {
  const isFull = lasting?.kind === 'disk' && lasting.browser === browser;
  return isFull ? { code: 'quota', detail: 'the disk is full' } : null;
}

/** Runs a batch with `run`, except for the entries that always fail: each is answered 500 separately. */
export async function runEntries(
  lasting: LastingFault | null,
  entries: readonly Entry[],
  run: (entries: readonly Entry[]) => Promise<BatchAnswer>,
): Promise<BatchAnswer> {
  if (lasting?.kind !== 'entry') return run(entries);
  const at = entries.findIndex((entry) => isAbout(entry, lasting.uuid));
  if (at < 0) return run(entries);
  const before = await run(entries.slice(0, at));
  const body = { error: wireError('internal') };
  const failed = { id: entries[at]?.id ?? '', status: errorStatus.internal, body };
  const { results, ...rest } = await runEntries(lasting, entries.slice(at + 1), run);
  return { ...rest, results: [...before.results, failed, ...results] };
}

function isAbout({ url, data }: Entry, uuid: string): boolean {
  const { uuid: made }: { readonly uuid?: unknown } = data ?? {};
  return url.includes(uuid) || made === uuid;
}

function refusal(status: number, code: ErrorCode | null = null): Failed {
  const error = code === null ? null : wireError(code);
  const noHeaders = { serverNow: null, position: null, knownHead: null, retryAfterMs: null };
  return { kind: 'refusal', status, error, ...noHeaders };
}
