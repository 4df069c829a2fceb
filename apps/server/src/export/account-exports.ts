import { eventOf, seenByCaller } from '@foray/authority';
import { sql } from 'kysely';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inKnownRun, persistently } from '../db/pool/known-run.ts';
import { readsOn } from '../db/store/postgres-store.ts';
import type { Connection } from '../db/tables/schema.ts';
import { noteEvent } from '../db/account/security-events.ts';
import type { HashPhone } from '../db/store/people.ts';
import { readRun } from '../db/tables/witness.ts';
import { refuse } from '../http/wire/errors.ts';
import type { RouteRefusal } from '../http/wire/errors.ts';
import type { CallerSession } from '../http/auth/guard.ts';
import type { Limits } from '../http/limits/limits.ts';
import { exportParts } from './export-parts.ts';
import type { ExportHead, ExportSource } from './export-parts.ts';

/** Each export holds a connection of this node, and old rows, for as long as its reader takes. */
const mostAtOnce = 2;
const mostMs = 5 * 60_000;
/** An export that has taken longer than this ends if somebody else asks and there is no place left. */
const sureMs = 60_000;
/** A reader who takes no piece for this long has left. */
const mostPauseMs = 10_000;
const pieceBytes = 65_536;
/** An arbitrary number that, with the user's id, names the lock of their export on all nodes. */
const exportLock = 703_491;

export type AccountExports = ReturnType<typeof createAccountExports>;

/**
 * Everything that the server holds about a person, as one JSON document (decision 0124). It is read in one
 * snapshot; only a page of rows and the pieces that its reader has not taken are in memory.
 */
export function createAccountExports(ports: {
  readonly db: Connection;
  readonly hashPhone: HashPhone;
  readonly push: ExportSource['push'];
  readonly limits: Pick<Limits, 'export'>;
  readonly nowMs: () => number;
  /** Called with the reason if an export breaks off after its beginning was sent. */
  readonly onBroken: (error: unknown) => void;
}) {
  const { db, hashPhone, push, limits, nowMs, onBroken } = ports;
  /** Running exports in the order in which they began. */
  const running = new Set<Place>();
  /** The users whose request is being decided on: asking again meanwhile takes up no place of others. */
  const asking = new Set<number>();

  /**
   * The reason why the caller gets no export now; null if they do. `admit` comes before anything that is
   * counted.
   */
  async function whyNot(
    tx: Connection,
    session: CallerSession,
    admit: Admit,
  ): Promise<RouteRefusal | null> {
    const lock = sql<{ readonly isFree: boolean }>`
      select pg_try_advisory_xact_lock(${exportLock}, hashtext(${String(session.userId)})) as "isFree"`;
    const { rows } = await lock.execute(tx);
    if (rows[0]?.isFree !== true) return secondOfPerson();
    const refused = await admit();
    if (refused !== null) return refused;
    const seconds = await limits.export(session.userId);
    if (seconds !== null) return refuse('rate_limited', { retryAfterSeconds: seconds });
    // The export's transaction only reads, so the event is recorded in another one, before anything is
    // sent.
    const at = new Date(nowMs()).toISOString();
    await inKnownRun(db, (noting) => noteEvent(noting, eventOf(session, 'data_exported', at)));
    return null;
  }

  /** Sends the document until all of it is `taken`; it ends with an error if it breaks off. */
  async function send(
    tx: Connection,
    session: CallerSession,
    into: PassThrough,
    taken: Promise<void>,
  ): Promise<void> {
    const now = nowMs();
    const exported_at = new Date(now).toISOString();
    const seen = seenByCaller(readsOn(tx, { hashPhone }), session, exported_at);
    const pieces = documentOf(
      { format: 'foray-account', version: 1, exported_at },
      { db: tx, seen, session, push, nowMs: now },
    );
    const giveUp = () => void into.destroy();
    const tooSlow = setTimeout(giveUp, mostMs);
    into.once('close', () => clearTimeout(tooSlow));
    const sent = pipeline(Readable.from(takenInTime(pieces, giveUp)), into)
      // The part already sent cannot be taken back, but the reader sees that it is incomplete. If the
      // reader left, this is not a failure.
      .catch((error: unknown) => {
        if (!isGivenUp(error)) onBroken(error);
      });
    await Promise.race([taken, sent]);
  }

  return {
    /**
     * Begins an export, which ends with the returned stream, or returns why it cannot. Each person has one
     * at a time, and five a day if limits are on; `admit` is called in between.
     */
    async open(session: CallerSession, admit: Admit): Promise<Readable | RouteRefusal> {
      const { userId } = session;
      if (asking.has(userId)) return secondOfPerson();
      if (running.size >= mostAtOnce) {
        const [longest] = running;
        if (longest !== undefined && nowMs() - longest.sinceMs > sureMs) longest.document.destroy();
        return refuse('unavailable', { retryAfterSeconds: 10 });
      }
      let done: Promise<unknown> = Promise.resolve();
      let onTaken = (): void => undefined;
      const taken = new Promise<void>((resolve) => (onTaken = resolve));
      const document = new PassThrough({
        // The document ends after the transaction, which holds the person's lock: a person who has received
        // all of it may ask again.
        flush(end) {
          onTaken();
          done.then(() => end(), end);
        },
      });
      const place = { sinceMs: nowMs(), document };
      running.add(place);
      document.once('close', () => running.delete(place));
      asking.add(userId);
      const opened = new Promise<Readable | RouteRefusal>((resolve, reject) => {
        const attempt = () =>
          db
            .transaction()
            .setIsolationLevel('repeatable read')
            .setAccessMode('read only')
            .execute(async (tx) => {
              await readRun(tx);
              const refused = await whyNot(tx, session, admit);
              if (refused !== null) return refused;
              resolve(document);
              await send(tx, session, document, taken);
              return null;
            });
        const ended = persistently(db, attempt);
        done = ended;
        // After the person's lock is free, so that they may ask again at once.
        const endRefused = (refused: RouteRefusal | null) => {
          if (refused === null) return;
          document.destroy();
          resolve(refused);
        };
        ended.then(endRefused).catch((error: unknown) => {
          reject(error);
          document.destroy();
        });
      });
      return opened.finally(() => asking.delete(userId));
    },
  };
}

const secondOfPerson = () => refuse('rate_limited', { retryAfterSeconds: 30 });

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** An export that runs, or is about to run. */
interface Place {
  readonly sinceMs: number;
  readonly document: PassThrough;
}

/**
 * The same text in small pieces, each of which must be taken within {@link mostPauseMs}; otherwise `giveUp`
 * is called.
 */
async function* takenInTime(
  pieces: AsyncIterable<string>,
  giveUp: () => void,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const pause = setTimeout(giveUp, mostPauseMs);
      try {
        yield bytes.subarray(at, at + pieceBytes);
      } finally {
        clearTimeout(pause);
      }
    }
  }
}

/** Checks whether the caller may have an export: null, or why not. */
type Admit = () => Promise<RouteRefusal | null>;

/** The document in pieces of text. */
async function* documentOf(head: ExportHead, source: ExportSource): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, { read }] of Object.entries(exportParts)) {
    const value = read(source);
    yield `,${JSON.stringify(name)}:`;
    if (Symbol.asyncIterator in value) yield* listOf(value);
    else yield JSON.stringify(await value);
  }
  yield '}';
}

async function* listOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const rows = page.map((row) => JSON.stringify(row)).join(',');
    yield isFirst ? rows : `,${rows}`;
    isFirst = false;
  }
  yield ']';
}
