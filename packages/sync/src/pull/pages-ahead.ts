import { protocol } from '@foray/contract';
import type { BatchPull, ChangesDelta, ItemsDelta, StreamsDelta } from '@foray/contract';
import type { CycleContext } from '../cycle/cycle-context.ts';
import { CycleEnded, endOf, isOfOneCall } from '../cycle/cycle-end.ts';
import type { FeedAnswer } from '../remote/positions.ts';
import type { Stream, StreamCursor } from '../store/meta.ts';
import type { ReadTransaction } from '../store/ports.ts';

const start: StreamCursor = { cursor: 0, fullSince: null, isComplete: false };

/** A page requested before the stream has come to it. */
export interface PageAhead<Page = ItemsDelta> {
  readonly since: number;
  /** The full fetch during which the page was requested; null for none. */
  readonly fullSince: number | null;
  readonly page: Promise<FeedAnswer<Page>>;
}

/** The first pages of streams, by one response. */
export type PagesAhead = {
  readonly [S in Stream]?: PageAhead<S extends 'changes' ? ChangesDelta : ItemsDelta>;
};

/** The place from which each stream continues. */
export type StreamStarts = ReadonlyMap<Stream, StreamCursor>;

/** Reads from where these streams continue. */
export async function startsOf(
  tx: ReadTransaction,
  wanted: readonly Stream[],
): Promise<StreamStarts> {
  const starts = new Map<Stream, StreamCursor>();
  for (const stream of wanted) {
    starts.set(stream, await cursorOf(tx, stream));
  }
  return starts;
}

/** The query for the pages that follow these places. */
export function queryOf(cycle: CycleContext, starts: StreamStarts): BatchPull {
  const cursors = Object.fromEntries([...starts].map(([stream, { cursor }]) => [stream, cursor]));
  return { ...cursors, limit: cycle.sizes.pageRows };
}

/** The pages of a response that was asked for what follows `starts`. */
export function pagesIn(
  { body, position, carried }: FeedAnswer<StreamsDelta>,
  starts: StreamStarts,
): PagesAhead {
  const ahead = [...starts].flatMap(([stream, { cursor: since, fullSince }]) => {
    const { [stream]: page } = body;
    if (page === undefined) return [];
    return [
      [stream, { since, fullSince, page: Promise.resolve({ body: page, position, carried }) }],
    ];
  });
  return Object.fromEntries(ahead) as PagesAhead;
}

/**
 * Fetches the first pages of streams with one call. If only that call fails, as on a node of an earlier
 * release, there are none, and a call for each stream shows which streams fail.
 */
export async function fetchTogether(
  cycle: CycleContext,
  wanted: readonly Stream[],
): Promise<PagesAhead> {
  const starts = await cycle.read((tx) => startsOf(tx, wanted));
  const reply = await cycle.tryCall('pull', (context) =>
    cycle.transport.fetchStreams(queryOf(cycle, starts), context),
  );
  if (reply.kind === 'answer') return pagesIn(reply, starts);
  const end = endOf(reply);
  if (isAboutOneCall(end)) return {};
  throw end;
}

/**
 * The place up to which a stream has been read. The changes are read from their start once more if an earlier
 * release has read on: it drops the kinds that it does not know.
 */
export async function cursorOf(tx: ReadTransaction, stream: Stream): Promise<StreamCursor> {
  const known = await tx.meta('cursor', stream);
  if (known === undefined) return startOf(tx, stream);
  const isWhole = stream !== 'changes' || (known.protocol ?? 0) >= protocol;
  return isWhole ? known : { ...known, cursor: 0, fullSince: known.fullSince ?? 0 };
}

/**
 * The first state of a stream, also used if its cursor cannot be read. While a new history is pulled, rows
 * that only the former one contained still have to be removed at the end.
 */
async function startOf(tx: ReadTransaction, stream: Stream): Promise<StreamCursor> {
  if (stream === 'changes') return start;
  const [epoch, former] = [await tx.meta('epoch', 'server'), await tx.meta('epoch', 'former')];
  const isOtherHistory = former !== undefined || epoch?.isPartial !== undefined;
  return isOtherHistory ? { ...start, fullSince: 0 } : start;
}

/** Whether a failure concerns only one call. */
export function isAboutOneCall(why: unknown): why is CycleEnded {
  return why instanceof CycleEnded && isOfOneCall(why.problem);
}
