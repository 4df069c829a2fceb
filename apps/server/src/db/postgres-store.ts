import { RetryTransaction, StoreUnavailable } from '@foray/authority';
import type { NotificationKind, Reads, Store, Tx } from '@foray/authority';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import { databaseFailure } from './failure.ts';
import { accessReads, accessWrites } from './store/access.ts';
import { activityReads, activityWrites } from './store/activity.ts';
import type { Connection } from './store/connection.ts';
import { contactReads, contactWrites } from './store/contacts.ts';
import { feedReads, feedWrites } from './store/feed.ts';
import { itemReads, itemWrites } from './store/items.ts';
import { notificationReads, notificationWrites } from './store/notifications.ts';
import { opReads, opWrites } from './store/ops.ts';
import { outcomeWrites } from './store/outcome.ts';
import { peopleReads, peopleWrites } from './store/people.ts';
import type { HashPhone } from './store/people.ts';

/** A notification that was written. */
export interface News {
  readonly userId: number;
  readonly kind: NotificationKind;
}

/** What the store needs besides its tables. */
export interface PostgresStoreOptions {
  readonly database: Database;
  readonly hashPhone: HashPhone;
  /** Told after a commit whose heads moved forward; must not throw. */
  readonly onAdvanced?: (userIds: readonly number[]) => void;
  /** Told after a commit that wrote notifications, of each; must not throw. */
  readonly onNotified?: (news: readonly News[]) => void;
}

/** How long a transaction is tried again: less than the 30 s after which a device gives up. */
const patienceMs = 15_000;
const maxPauseMs = 120;

/**
 * The authority's store on PostgreSQL (sync.md, section 1): READ COMMITTED with explicit locks for
 * `tx`, one REPEATABLE READ snapshot for `read`. Deadlocks, serialization failures and races of
 * unique keys run again after a random pause and are never the caller's; after 15 s of them, or when
 * the database is away, it rejects with `StoreUnavailable`. The database is migrated already.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { kysely } = options.database;
  const { value: epoch } = await kysely
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return {
    epoch,
    tx: async (fn) => {
      let [advanced, news]: [number[], News[]] = [[], []];
      const value = await persistently(() => {
        [advanced, news] = [[], []];
        return kysely
          .transaction()
          .setIsolationLevel('read committed')
          .execute((connection) =>
            fn(
              postgresTx(connection, options.hashPhone, {
                onAdvanced: (userIds) => void advanced.push(...userIds),
                onNotified: (one) => void news.push(one),
              }),
            ),
          );
      });
      if (advanced.length > 0) options.onAdvanced?.(advanced);
      if (news.length > 0) options.onNotified?.(news);
      return value;
    },
    read: (fn) =>
      persistently(() =>
        kysely
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((connection) => fn(postgresReads(connection, options.hashPhone))),
      ),
  };
}

async function persistently<T>(attempt: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      const failure = error instanceof RetryTransaction ? 'conflict' : databaseFailure(error);
      if (failure === 'bug') throw error;
      if (failure === 'away' || performance.now() - startMs > patienceMs) {
        throw new StoreUnavailable('the database cannot answer', { cause: error });
      }
      await delay(Math.random() * Math.min(maxPauseMs, 2 ** attempts));
    }
  }
}

function postgresReads(connection: Connection, hashPhone: HashPhone): Reads {
  return {
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
  hashPhone: HashPhone,
  told: {
    readonly onAdvanced: (userIds: Iterable<number>) => void;
    readonly onNotified: (news: News) => void;
  },
): Tx {
  const notifications = notificationWrites(connection);
  const feed = feedWrites(connection);
  const outcome = outcomeWrites(connection);
  return {
    ...postgresReads(connection, hashPhone),
    ...itemWrites(connection),
    ...accessWrites(connection),
    ...feed,
    ...opWrites(connection),
    ...notifications,
    ...peopleWrites(connection, hashPhone),
    ...contactWrites(connection, hashPhone),
    ...activityWrites(connection),
    putNotification: async (row) => {
      const id = await notifications.putNotification(row);
      told.onNotified({ userId: row.user_id, kind: row.kind });
      return id;
    },
    advanceHeads: async (steps) => {
      const heads = await feed.advanceHeads(steps);
      told.onAdvanced(heads.keys());
      return heads;
    },
    putOutcome: async (left) => {
      const heads = await outcome.putOutcome(left);
      told.onAdvanced(heads.keys());
      return heads;
    },
  };
}
