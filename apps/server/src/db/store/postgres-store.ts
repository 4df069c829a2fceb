import type { HeadStep, NotificationKind, Reads, Standbys, Store, Tx } from '@foray/authority';
import type { Newer } from '@foray/contract';
import { sql } from 'kysely';
import type { TransactionBuilder } from 'kysely';
import type { Database } from '../pool/database.ts';
import type { StandbyDatabases } from '../pool/standbys.ts';
import { hold } from '../pool/pipelined-connection.ts';
import { atOnce, persistently } from '../pool/known-run.ts';
import { RootTurns } from '../pool/root-turns.ts';
import type { RootTurn } from '../pool/root-turns.ts';
import { accessTable } from './access.ts';
import { activityTable } from './activity.ts';
import type { Connection, DatabaseTables } from '../tables/schema.ts';
import { blockTable } from './blocks.ts';
import { contactTable } from './contacts.ts';
import { feedTable } from './feed.ts';
import { NotedStanding, standingTable } from '../tables/heads.ts';
import { itemTable } from './items.ts';
import { notificationTable } from './notifications.ts';
import { opTable } from './ops.ts';
import { outcomeTable } from './outcome.ts';
import { peopleTable } from './people.ts';
import { privateRowTable } from './private-rows.ts';
import type { PhoneHashes } from './people.ts';
import { readRun } from '../tables/witness.ts';

/** How long `tryTx` waits for a lock, in milliseconds; most locks are held for a shorter time. */
const tryMs = '20';

/** A notification that was written. */
export interface WrittenNotification {
  readonly userId: number;
  readonly kind: NotificationKind;
}

/** The places to which a commit has moved the feeds of users. */
export type FeedPlaces = ReadonlyMap<number, Newer>;

/** The ports of the store besides its tables. */
export interface PostgresStoreOptions extends PhoneHashes {
  readonly database: Database;
  /** The standbys of the database; absent if there are none. */
  readonly standbys?: StandbyDatabases | undefined;
  /** Draws the id of a new user (`user-ids.ts`); without it ids count from 1000. */
  readonly newUserId?: () => number;
  /** Called in the transaction that ends an account. */
  readonly onEnd?: (tx: Connection, userId: number) => Promise<void>;
  /** Called after a commit that moved heads forward, with each user's place; must not throw. */
  readonly onAdvanced?: (places: FeedPlaces) => void;
  /** Called after a commit with the notifications that it wrote; must not throw. */
  readonly onNotified?: (written: readonly WrittenNotification[]) => void;
}

/**
 * The authority's store on PostgreSQL (sync.md, section 1): READ COMMITTED with explicit locks for `tx`,
 * one REPEATABLE READ snapshot for `read`. Deadlocks, serialization failures and races of unique keys run
 * again, unnoticed by the caller; see {@link persistently}. The database must be migrated. Every
 * transaction first makes sure that the current run of the database is known.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { kysely } = options.database;
  let epoch = await readEpoch(kysely);
  let run: string | null = null;
  const turns = new RootTurns(Math.max(1, Math.floor(options.database.connections / 3)));

  /** Runs one attempt; in a run that is new to this node it also reads the run's epoch. */
  function attempt<T>(
    transaction: TransactionBuilder<DatabaseTables>,
    events: Events,
    fn: (tx: Tx) => Promise<T>,
    isTried = false,
  ): Promise<T> {
    const turn = turns.begin();
    const attempted = transaction.execute(async (db) => {
      if (isTried) await hold(sql`select set_config('lock_timeout', ${tryMs}, true)`, db);
      const noted = new NotedStanding();
      const tx = inTurn(turn, postgresTx(db, options, noted, events));
      const value = await fn(inItsRun(db, noted, tx));
      if (noted.run !== null && noted.run !== run) {
        epoch = await readEpoch(db);
        run = noted.run;
      }
      return value;
    });
    return attempted.finally(() => turn.end());
  }

  /** Reports the events of the attempt that was committed. */
  async function reported<T>(run: (begin: () => Events) => Promise<T>): Promise<T> {
    let events = noEvents();
    const value = await run(() => (events = noEvents()));
    const { advanced, written } = events;
    if (advanced.size > 0) options.onAdvanced?.(advanced);
    if (written.length > 0) options.onNotified?.(written);
    return value;
  }

  const readCommitted = kysely.transaction().setIsolationLevel('read committed');
  return {
    get epoch() {
      return epoch;
    },
    tx: (fn) =>
      reported((begin) => persistently(kysely, () => attempt(readCommitted, begin(), fn))),
    tryTx: (fn) => reported((begin) => atOnce(() => attempt(readCommitted, begin(), fn, true))),
    read: (fn) =>
      persistently(kysely, () => {
        const snapshot = kysely.transaction().setIsolationLevel('repeatable read');
        return attempt(snapshot.setAccessMode('read only'), noEvents(), fn);
      }),
    standbys: options.standbys && standbyReads(options.standbys, options),
  };
}

/** Reads of standbys: one snapshot of one of them each. */
function standbyReads(standbys: StandbyDatabases, hashes: PhoneHashes): Standbys {
  return {
    heardOf: (userId) => standbys.heardOf(userId),
    read: (fn) =>
      standbys.read((connection, isThere) =>
        connection
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((db) => {
            const noted = new NotedStanding();
            const tx = postgresTx(db, hashes, noted, noEvents());
            return fn(inItsRun(db, noted, { ...tx, ...standingTable(db, noted, isThere) }));
          }),
      ),
  };
}

/** The authority's reads, in a transaction that the caller begins and ends. */
export function readsOn(db: Connection, hashes: PhoneHashes): Reads {
  const noted = new NotedStanding();
  return inItsRun(db, noted, postgresTx(db, hashes, noted, noEvents()));
}

/** The events that a transaction reports once it has been committed. */
interface Events {
  readonly advanced: Map<number, Newer>;
  readonly written: WrittenNotification[];
}

function noEvents(): Events {
  return { advanced: new Map(), written: [] };
}

/** Primitives that read the run themselves, together with other data. */
const askThemselves: ReadonlySet<PropertyKey> = new Set<keyof Tx>(['standing', 'lockOps']);

/** The primitives of a transaction. The first call makes sure that the current run is known. */
function inItsRun(db: Connection, noted: NotedStanding, primitives: Tx): Tx {
  return new Proxy(primitives, {
    get(_target, name) {
      const primitive: unknown = Reflect.get(primitives, name);
      if (typeof primitive !== 'function' || askThemselves.has(name)) return primitive;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        if (noted.run === null) noted.hasBegunIn(await readRun(db));
        return Reflect.apply(primitive, primitives, args);
      };
    },
  });
}

/** The primitives of a transaction that takes its turn at roots. */
function inTurn(turn: RootTurn, tx: Tx): Tx {
  return {
    ...tx,
    lockRoots: async (rootIds) => {
      turn.take(rootIds);
      await tx.lockRoots(rootIds);
    },
  };
}

/** The epoch of everybody whose own epoch was never renewed. */
export async function readEpoch(db: Connection): Promise<string> {
  const { value } = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return value;
}

function postgresTx(
  db: Connection,
  hashes: PhoneHashes & Pick<PostgresStoreOptions, 'newUserId' | 'onEnd'>,
  noted: NotedStanding,
  { advanced, written }: Events,
): Tx {
  const notifications = notificationTable(db);
  const feed = feedTable(db, noted);
  const outcome = outcomeTable(db, noted);
  const noteMoved = (
    steps: readonly HeadStep[],
    headOf: (userId: number) => number | undefined,
  ): void => {
    for (const { user_id, by } of steps) {
      const head = headOf(user_id);
      if (by === 0 || head === undefined || noted.run === null) continue;
      advanced.set(user_id, { run: noted.run, head });
    }
  };
  const people = peopleTable(db, noted, hashes, hashes.newUserId);
  return {
    ...standingTable(db, noted),
    ...itemTable(db),
    ...accessTable(db),
    ...feed,
    ...opTable(db, noted),
    ...outcome,
    ...activityTable(db),
    ...notifications,
    ...privateRowTable(db),
    ...people,
    ...contactTable(db, hashes),
    ...blockTable(db),
    eraseUser: async (id, how) => {
      await people.eraseUser(id, how);
      if (how.isEnd) await hashes.onEnd?.(db, id);
    },
    putNotification: async (row) => {
      const id = await notifications.putNotification(row);
      written.push({ userId: row.user_id, kind: row.kind });
      return id;
    },
    advanceHeads: async (steps) => {
      const heads = await feed.advanceHeads(steps);
      noteMoved(steps, (userId) => heads.get(userId));
      return heads;
    },
    putOutcome: async (left) => {
      const heads = await outcome.putOutcome(left);
      noteMoved(left.steps, (userId) => heads.get(userId)?.head);
      return heads;
    },
  };
}
