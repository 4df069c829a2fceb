import { StoreUnavailable } from '@foray/authority';
import { sql } from 'kysely';
import type { Connection } from './schema.ts';
import { isPresent, isComplete } from './store/witness.ts';

/** Any number: it only has to be the same for all nodes, and used for nothing else. */
const runLock = 7_034_917_253;

/**
 * Makes sure that the present run of the database is registered, under a random id that no other history has (decision
 * 0068). Of nodes that find at once that it is missing one does it, and the others find it done.
 *
 * On a standby it fails as every write does there.
 *
 * @throws {StoreUnavailable} while a backup is being loaded.
 */
export async function ensureRun(db: Connection): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${runLock})`.execute(tx);
    const { rows } = await sql<{ readonly present: boolean; readonly whole: boolean }>`
      select ${isPresent} as present, ${isComplete} as whole from witness w`.execute(tx);
    const [witness] = rows;
    if (witness?.present === true) return;
    if (witness?.whole !== true) throw new StoreUnavailable('a backup is being loaded');
    await sql`
      with next as (
        insert into runs (number, id)
        select max(number) + 1, left(replace(gen_random_uuid()::text, '-', ''), 16) from runs
        returning number
      )
      update witness set run = next.number, txid = pg_current_xact_id(),
        started_at = pg_postmaster_start_time(),
        database_oid = (select oid from pg_database where datname = current_database())
      from next`.execute(tx);
  });
}
