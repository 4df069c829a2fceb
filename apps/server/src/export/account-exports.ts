import { eventOf, seenByCaller } from '@foray/authority';
import { sql } from 'kysely';
import type { Readable } from 'node:stream';
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
import { ExportDocument } from './export-document.ts';
import type { ExportSource } from './export-parts.ts';

/** Each export holds a connection of this node, and old rows, for as long as its reader takes. */
const mostAtOnce = 2;
/** An export that has taken longer than this ends if somebody else asks and there is no place left. */
const sureMs = 60_000;
/** How long the transaction waits for a reader, in ms; it locks nothing that others need. */
const readerMs = '30000';
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

  /** Sends the document as it is in this transaction. */
  async function sendTo(document: ExportDocument, tx: Connection, session: CallerSession) {
    const now = nowMs();
    const exported_at = new Date(now).toISOString();
    const seen = seenByCaller(readsOn(tx, { hashPhone }), session, exported_at);
    const head = { format: 'foray-account', version: 1, exported_at } as const;
    await document.send(head, { db: tx, seen, session, push, nowMs: now }, onBroken);
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
      const document = new ExportDocument();
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
              await sql`select set_config('idle_in_transaction_session_timeout', ${readerMs}, true)`.execute(
                tx,
              );
              await readRun(tx);
              const refused = await whyNot(tx, session, admit);
              if (refused !== null) return refused;
              resolve(document);
              await sendTo(document, tx, session);
              return null;
            });
        const ended = persistently(db, attempt);
        document.endsAfter = ended;
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

/** An export that runs, or is about to run. */
interface Place {
  readonly sinceMs: number;
  readonly document: ExportDocument;
}

/** Checks whether the caller may have an export: null, or why not. */
type Admit = () => Promise<RouteRefusal | null>;
