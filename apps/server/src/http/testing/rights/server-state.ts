import { differencesIn, StoredNames, type ComparedTables, type ModelDecision } from '@foray/model';
import type { Pool, QueryResult } from 'pg';
import type { RightsWorld } from './world.ts';

/** The server's state after a change, compared with the model's. */
export class ServerState {
  readonly #pool: Pool;
  readonly #before: ComparedTables;
  readonly #names: StoredNames;

  constructor(pool: Pool, before: ComparedTables, { people }: RightsWorld) {
    this.#pool = pool;
    this.#before = before;
    this.#names = new StoredNames(new Map([...people].map(([name, { id }]) => [name, id])));
  }

  /** The facts that only the server has, and those that only the decision has. */
  async differences(decision: ModelDecision): Promise<readonly string[]> {
    return differencesIn(decision, this.#before, await comparedTables(this.#pool), this.#names);
  }
}

/** The rows that the model is compared with. */
export async function comparedTables(pool: Pool): Promise<ComparedTables> {
  const results = (await pool.query(`
    select * from items order by id;
    select * from access where not removed;
    select * from notifications order by id;
    select * from activity order by id;`)) as unknown as readonly QueryResult[];
  const [items, access, notifications, activity] = results.map(({ rows }) => rows);
  return { items, access, notifications, activity } as unknown as ComparedTables;
}
