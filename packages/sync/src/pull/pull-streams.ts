import { storedName } from '../store/stored-names.ts';
import type { ItemsDelta } from '@foray/contract';
import type { ItemType } from '@foray/domain';
import { isDecidedLater } from '../conflicts/conflict-subject.ts';
import { endPartial } from '../remote/full-fetch.ts';
import { applyRemoteChanges, bufferChange, changesIn, identityOf } from '../remote/apply-remote.ts';
import type { RemoteChange, Stream, StreamCursor } from '../store/meta.ts';
import { readUnconfirmed, dropUnconfirmed } from '../remote/unconfirmed.ts';
import { lastServerRowOf } from '../store/local-item.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { FeedAnswer } from '../remote/positions.ts';
import { fetchChanges } from './fetch-changes.ts';
import { cursorOf, fetchTogether, isAboutOneCall } from './pages-ahead.ts';
import type { PageAhead, PagesAhead } from './pages-ahead.ts';
import type { CycleContext } from '../cycle/cycle-context.ts';
import { CycleEnded } from '../cycle/cycle-end.ts';
import { endsCycle } from '../cycle/write-isolated.ts';
import { unexpected } from '../store/ports.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Pulls streams in parallel and applies them page by page, the cursor in the same transaction as its rows, so
 * that it never passes a row that was not applied or buffered (I10). A stream that fails although the server
 * answers does not affect the others: it is recorded in `cycle.missed` and skipped for the rest of the cycle.
 * If the cycle combines pulls, the first pages of several streams come with one call. `pages` are first pages
 * that another response has brought.
 */
export async function pullStreams(
  cycle: CycleContext,
  wanted: ReadonlySet<Stream>,
  pages?: PagesAhead,
): Promise<void> {
  const asked = [...wanted].filter((stream) => !cycle.missed.has(stream));
  if (asked.length === 0) return;
  const unconfirmed = await cycle.read(readUnconfirmed);
  const combined = cycle.combinesPulls && asked.length > 1;
  const ahead = pages ?? (combined ? await fetchTogether(cycle, asked) : {});
  const fetches = asked.map((stream) =>
    stream === 'changes'
      ? fetchChanges(cycle, ahead.changes)
      : fetchItems(cycle, stream, ahead[stream]),
  );
  // All must be finished before the cycle continues or ends, even if one of them fails.
  const results = await Promise.allSettled(fetches);
  const failures = asked.flatMap((stream, at) => {
    const result = results[at];
    return result?.status === 'rejected' ? [{ stream, why: endedBy(result.reason) }] : [];
  });
  // A failure of all calls takes precedence over a failure of one.
  for (const { why } of failures) if (!isAboutOneCall(why)) throw why;
  for (const { stream, why } of failures) {
    if (!isAboutOneCall(why) || !cycle.isServerThere) throw why;
    cycle.missed.set(stream, why);
  }
  const pulled = asked.filter((stream) => !cycle.missed.has(stream));
  const ended = unconfirmed.filter(({ type }) =>
    type === null ? pulled.length > 0 : pulled.includes(type),
  );
  if (ended.length > 0) await cycle.write((unit) => dropUnconfirmed(unit, ended));
}

/** An unexpected error becomes a failure of the stream whose page caused it. */
function endedBy(reason: unknown): unknown {
  if (endsCycle(reason)) return reason;
  return new CycleEnded({ code: 'store', detail: unexpected(reason).detail });
}

/**
 * Fetches a stream page by page, each page while the previous one is applied. A page is used only if the
 * cursor is then at the beginning of the page, in the same full fetch or in none. No call is pending when
 * this ends.
 */
async function fetchItems(
  cycle: CycleContext,
  type: ItemType,
  first: PageAhead | null = null,
): Promise<void> {
  let ahead = first;
  try {
    for (;;) {
      const { cursor: since, fullSince } = await cycle.read((tx) => cursorOf(tx, type));
      const isAsked: boolean = ahead?.since === since && ahead.fullSince === fullSince;
      if (!isAsked) await settlePage(ahead);
      const answer: FeedAnswer<ItemsDelta> = await (ahead !== null && isAsked
        ? ahead.page
        : fetchPage(cycle, type, since));
      const page = answer.body;
      ahead = page.more
        ? { since: page.cursor, fullSince, page: fetchPage(cycle, type, page.cursor) }
        : null;
      // The page may be ignored: a failure must not become an unhandled rejection.
      ahead?.page.catch(() => undefined);
      const count = page.data.length + page.removed.length;
      cycle.log.note('fetched', { what: type, cursor: page.cursor, count });
      const isWhole = await applyPage(cycle, type, { since, fullSince }, answer);
      if (isWhole && !page.more) return;
    }
  } finally {
    await settlePage(ahead);
  }
}

function fetchPage(
  cycle: CycleContext,
  type: ItemType,
  since: number,
): Promise<FeedAnswer<ItemsDelta>> {
  return cycle.call(type, (context) =>
    cycle.transport.fetchItems(type, since, cycle.sizes.pageRows, context),
  );
}

async function settlePage(ahead: PageAhead<unknown> | null): Promise<void> {
  await Promise.allSettled([ahead?.page]);
}

/**
 * False if another tab moved the cursor meanwhile, so that it handles the rest of the page. A full fetch ends
 * with a page requested after it started: an earlier page may lack rows added since.
 */
async function applyPage(
  cycle: CycleContext,
  type: ItemType,
  { since, fullSince }: Pick<PageAhead, 'since' | 'fullSince'>,
  answer: FeedAnswer<ItemsDelta>,
): Promise<boolean> {
  const page = answer.body;
  let from = since;
  for (const chunk of chunksOf(page, cycle.sizes.appliedRows)) {
    const isApplied = await cycle.writeBulk(async (unit) => {
      const state = await cursorOf(unit.tx, type);
      if (state.cursor !== from || state.fullSince !== fullSince) return false;
      await cycle.acceptAnswer(unit, answer);
      if (chunk.isFirst) await unit.putUsers(page.users);
      await applyRemoteChanges(unit, chunk.changes, state.fullSince);
      const isEnd = chunk.isLast && !page.more;
      if (isEnd && state.fullSince !== null)
        await removeUnmentionedRows(unit, type, state.fullSince, chunk.changes);
      const next: StreamCursor = {
        cursor: chunk.cursor,
        fullSince: isEnd ? null : state.fullSince,
        isComplete: state.isComplete || isEnd,
      };
      const isSame = next.cursor === state.cursor && next.isComplete === state.isComplete;
      if (!isSame || state.fullSince !== null) await unit.tx.putMeta('cursor', type, next);
      if (state.fullSince !== null && next.fullSince === null) await endPartial(unit);
      return true;
    });
    if (!isApplied) return false;
    from = chunk.cursor;
  }
  return true;
}

/** A part of a page small enough for one transaction, and the cursor after it. */
interface Chunk {
  readonly changes: readonly RemoteChange[];
  readonly cursor: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Rows and removals in the order of the feed, at most `rowsMost` per chunk; at least one chunk. */
function chunksOf(page: ItemsDelta, rowsMost: number): readonly Chunk[] {
  const changes = changesIn(page).toSorted((a, b) => identityOf(a).rev - identityOf(b).rev);
  const chunks: Chunk[] = [];
  for (let at = 0; at === 0 || at < changes.length; at += rowsMost) {
    const part = changes.slice(at, at + rowsMost);
    const last = part.at(-1);
    const isLast = at + rowsMost >= changes.length;
    const cursor = isLast || last === undefined ? page.cursor : identityOf(last).rev;
    chunks.push({ changes: part, cursor, isFirst: at === 0, isLast });
  }
  return chunks;
}

/**
 * After a full fetch, removes the items that the server did not mention: they are no longer this user's,
 * unless a restored backup lost them. Items with queued requests, and lost items to be created again, are
 * decided on later.
 */
async function removeUnmentionedRows(
  unit: UnitOfWork,
  type: ItemType,
  fullSince: number,
  lastChanges: readonly RemoteChange[],
): Promise<void> {
  const mentioned = new Set(lastChanges.map((change) => identityOf(change).uuid));
  // Buffered changes came with earlier pages and left their rows unchanged.
  for (const { id: uuid } of await unit.tx.metaOf(storedName.buffered)) mentioned.add(uuid);
  // The server's side of a row without a base is in the conflict that was stored for it.
  const asked = new Set<string>();
  for (const { id: uuid, value } of await unit.tx.metaOf('conflict')) {
    if (value.server !== null) asked.add(uuid);
  }
  unit.cache((await unit.tx.allItems()).filter((row) => row.type === type));
  for (const row of unit.cached()) {
    // The row is the user's own text of a hidden item: nothing in it comes from the server.
    const wasPulled = lastServerRowOf(row) !== null || row.former === null;
    if (row.type !== type || !wasPulled || mentioned.has(row.uuid)) continue;
    const wasReceived = row.base !== null || asked.has(row.uuid);
    if (wasReceived && row._localVersion > fullSince) continue;
    await removeAbsent(unit, row);
  }
}

async function removeAbsent(unit: UnitOfWork, row: LocalItem): Promise<void> {
  const { id, uuid, base } = row;
  const rev = (base?.rev ?? 0) + 1;
  const removal = { id, uuid, reason: 'deleted', rev } as const;
  if (!isDecidedLater(unit, row)) {
    return applyRemoteChanges(unit, [{ kind: 'removal', removal }]);
  }
  // The current history has no such row, whatever an earlier history contained.
  if (base !== null) unit.put({ ...row, base: null, former: { base, isLost: false } });
  await bufferChange(unit, { kind: 'removal', removal, isAbsent: true });
}
