import { sql } from 'kysely';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';

/** The row of `meta` that all nodes share. */
const key = 'clean-up';
/**
 * No other node gets the lease for this long, even if its holder dies: a little less than the hour between
 * two runs.
 */
const turn = sql`interval '55 minutes'`;

/** The state of the clean-up, shared by all nodes. */
export interface CleanUpState {
  /** When all jobs were last done; null if they never were. */
  readonly succeeded_at: string | null;
  /** The jobs that failed in the last run. */
  readonly failing: string[];
}

/**
 * Takes the lease for this hour, by the database's clock; false if another node has it. It is one statement
 * that holds no lock afterwards, so that it also works behind a pooler.
 */
export async function takeTurn(db: Connection): Promise<boolean> {
  const until = sql`jsonb_build_object('until', now() + ${turn})`;
  const { rows } = await inKnownRun(db, (tx) =>
    sql`
      insert into meta (key, value) values (${key}, ${until}::text)
      on conflict (key) do update set value = (meta.value::jsonb || ${until})::text
      where (meta.value::jsonb ->> 'until')::timestamptz <= now()
      returning key`.execute(tx),
  );
  return rows.length > 0;
}

/**
 * Stores the result of a run. If a job failed the lease ends, so that the next node that checks tries
 * again.
 */
export async function endTurn(db: Connection, failing: readonly string[]): Promise<void> {
  const changes =
    failing.length === 0
      ? sql`jsonb_build_object('succeeded_at', now())`
      : sql`jsonb_build_object('until', now())`;
  await inKnownRun(db, (tx) =>
    sql`
      update meta set value = (value::jsonb || ${changes}
        || jsonb_build_object('failing', ${JSON.stringify(failing)}::jsonb))::text
      where key = ${key}`.execute(tx),
  );
}

/** The state of the clean-up; null before the first run. */
export async function readState(db: Connection): Promise<CleanUpState | null> {
  const { rows } = await sql<CleanUpState>`
    select (value::jsonb ->> 'succeeded_at')::timestamptz(3) as succeeded_at,
      coalesce(value::jsonb -> 'failing', '[]') as failing
    from meta where key = ${key}`.execute(db);
  return rows[0] ?? null;
}
