import { sql } from 'kysely';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { isComplete } from '../tables/witness.ts';
import type { Connection } from '../tables/schema.ts';
import type { DatabaseAddress } from './address.ts';

/** The time within which the database has to answer. */
const answerMs = 2_000;

const names = Object.keys(migrations);
const question = sql`
  select count(*)::int as done from kysely_migration
  where name = any(${names}) and not pg_is_in_recovery()
    and ${isComplete}`;

/**
 * Asks the database whether it can serve, on a connection of its own: requests that wait for each other and
 * use up the pool say nothing about the database.
 */
export class Readiness {
  readonly #pool: pg.Pool;
  readonly #question: CompiledQuery;

  /** `db` only writes the statement. */
  constructor(address: DatabaseAddress, db: Connection) {
    this.#question = question.compile(db);
    this.#pool = new pg.Pool({
      ...address,
      max: 1,
      connectionTimeoutMillis: answerMs,
      application_name: 'foray ready',
    });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Whether it answers in time, takes writes, and is complete. Never rejects. */
  async check(): Promise<boolean> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch {
      return false;
    }
    // A connection that is late may never answer again, and the next check gets a new one.
    const late = setTimeout(() => client.connection.stream.destroy(), answerMs);
    try {
      const { sql: text, parameters } = this.#question;
      const { rows } = await client.query<{ done: number }>(text, [...parameters]);
      client.release();
      return rows[0]?.done === names.length;
    } catch {
      client.release(true);
      return false;
    } finally {
      clearTimeout(late);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
