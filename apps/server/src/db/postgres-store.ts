import type { NotificationKind, Reads, Store, Tx } from '@foray/authority';
import type { Database } from './database.ts';
import { persistently } from './known-run.ts';
import { accessReads, accessWrites } from './store/access.ts';
import { activityReads, activityWrites } from './store/activity.ts';
import type { Connection } from './schema.ts';
import { contactReads, contactWrites } from './store/contacts.ts';
import { feedReads, feedWrites } from './store/feed.ts';
import { NotedStanding, epochWrites, standingReads } from './store/heads.ts';
import { itemReads, itemWrites } from './store/items.ts';
import { notificationReads, notificationWrites } from './store/notifications.ts';
import { opReads, opWrites } from './store/ops.ts';
import { outcomeWrites } from './store/outcome.ts';
import { peopleReads, peopleWrites } from './store/people.ts';
import type { HashPhone } from './store/people.ts';
import { readRun } from './store/witness.ts';

/** A notification that was written. */
export interface WrittenNotification {
  readonly userId: number;
  readonly kind: NotificationKind;
}

/** What the store needs besides its tables. */
export interface PostgresStoreOptions {
  readonly database: Database;
  readonly hashPhone: HashPhone;
  /** Draws the id of a new user (`user-ids.ts`); without it they count from 1000. */
  readonly newUserId?: () => number;
  /** Called after a commit that moved heads forward; must not throw. */
  readonly onAdvanced?: (userIds: readonly number[]) => void;
  /** Called after a commit with the notifications that it wrote; must not throw. */
  readonly onNotified?: (written: readonly WrittenNotification[]) => void;
}

/**
 * The authority's store on PostgreSQL (sync.md, section 1): READ COMMITTED with explicit locks for
 * `tx`, one REPEATABLE READ snapshot for `read`. Deadlocks, serialization failures and races of
 * unique keys run again and are never the caller's; see {@link persistently}. The database is migrated
 * already. Every transaction first makes sure that the present run of the database is known.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { kysely } = options.database;
  const { hashPhone } = options;
  let epoch = await readEpoch(kysely);
  let run: string | null = null;

  /** Runs `work` where it has begun; in a run that this node has not met, reads its epoch too. */
  async function inRun<T>(
    db: Connection,
    noted: NotedStanding,
    work: () => Promise<T>,
  ): Promise<T> {
    const value = await work();
    if (noted.run !== null && noted.run !== run) {
      epoch = await readEpoch(db);
      run = noted.run;
    }
    return value;
  }

  return {
    get epoch() {
      return epoch;
    },
    tx: async (fn) => {
      let [advanced, written]: [number[], WrittenNotification[]] = [[], []];
      const value = await persistently(kysely, () => {
        [advanced, written] = [[], []];
        const noted = new NotedStanding();
        const listeners = {
          onAdvanced: (userIds: Iterable<number>) => void advanced.push(...userIds),
          onNotified: (one: WrittenNotification) => void written.push(one),
        };
        return kysely
          .transaction()
          .setIsolationLevel('read committed')
          .execute((db) =>
            inRun(db, noted, () =>
              fn(inItsRun(db, noted, postgresTx(db, options, noted, listeners))),
            ),
          );
      });
      if (advanced.length > 0) options.onAdvanced?.(advanced);
      if (written.length > 0) options.onNotified?.(written);
      return value;
    },
    read: (fn) =>
      persistently(kysely, () => {
        const noted = new NotedStanding();
        return kysely
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((db) =>
            inRun(db, noted, () => fn(inItsRun(db, noted, postgresReads(db, hashPhone, noted)))),
          );
      }),
  };
}

/** Primitives that ask for the run themselves, with what else they read. */
const askThemselves: ReadonlySet<PropertyKey> = new Set<keyof Tx>(['standing', 'lockOp']);

/** The primitives of a transaction. Whichever comes first makes sure that the present run is known. */
function inItsRun<Primitives extends Reads>(
  db: Connection,
  noted: NotedStanding,
  primitives: Primitives,
): Primitives {
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

/** The epoch of everybody whose own was never renewed, as the database holds it. */
export async function readEpoch(db: Connection): Promise<string> {
  const { value } = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return value;
}

function postgresReads(connection: Connection, hashPhone: HashPhone, noted: NotedStanding): Reads {
  return {
    ...standingReads(connection, noted),
    ...itemReads(connection),
    ...accessReads(connection),
    ...feedReads(connection),
    ...opReads(connection),
    ...activityReads(connection),
    ...notificationReads(connection),
    ...peopleReads(connection),
    ...contactReads(connection, hashPhone),
  };
}

function postgresTx(
  connection: Connection,
  { hashPhone, newUserId }: PostgresStoreOptions,
  noted: NotedStanding,
  listeners: {
    readonly onAdvanced: (userIds: Iterable<number>) => void;
    readonly onNotified: (written: WrittenNotification) => void;
  },
): Tx {
  const notifications = notificationWrites(connection);
  const feed = feedWrites(connection, noted);
  const outcome = outcomeWrites(connection, noted);
  return {
    ...postgresReads(connection, hashPhone, noted),
    ...epochWrites(connection),
    ...itemWrites(connection),
    ...accessWrites(connection),
    ...feed,
    ...opWrites(connection, noted),
    ...outcome,
    ...notifications,
    ...peopleWrites(connection, hashPhone, newUserId),
    ...contactWrites(connection, hashPhone),
    ...activityWrites(connection),
    putNotification: async (row) => {
      const id = await notifications.putNotification(row);
      listeners.onNotified({ userId: row.user_id, kind: row.kind });
      return id;
    },
    advanceHeads: async (steps) => {
      const heads = await feed.advanceHeads(steps);
      listeners.onAdvanced(heads.keys());
      return heads;
    },
    putOutcome: async (left) => {
      const heads = await outcome.putOutcome(left);
      listeners.onAdvanced(left.steps.map(({ user_id }) => user_id));
      return heads;
    },
  };
}
