import { dayMs } from '@foray/domain';
import { sql } from 'kysely';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';

/** How often a node gives a sign: requests have no part in it, and it costs next to nothing. */
export const signEveryMs = 5 * 60_000;
/** How long a node without a sign is remembered. */
export const nodeKeptMs = dayMs;

/** A start of the server, under a random id. */
export interface RunningNode {
  readonly id: string;
  readonly version: string;
  /** The commit, as that of `ownBuild`. */
  readonly build: string;
}

/** A node as the database knows it, by the database's clock. */
export interface SeenNode extends RunningNode {
  readonly startedAt: string;
  /** The time since its last sign of life. */
  readonly silentMs: number;
}

/**
 * Notes that a node runs. Repeat it while it does: the row may be gone after a restore or a long silence.
 * @throws {StoreUnavailable} if the database is read-only, or a backup is being loaded.
 */
export async function giveSign(db: Connection, { id, version, build }: RunningNode): Promise<void> {
  await inKnownRun(db, (tx) =>
    sql`
      insert into nodes (id, version, build, started_at, seen_at)
      values (${id}, ${version}, ${build}, now(), now())
      on conflict (id) do update set seen_at = now()`.execute(tx),
  );
}

/** Forgets a node that stops. */
export async function endSigns(db: Connection, { id }: RunningNode): Promise<void> {
  await inKnownRun(db, (tx) => sql`delete from nodes where id = ${id}`.execute(tx));
}

/** The nodes that have given a sign in the last day, the longest running first; none without the table. */
export async function readNodes(db: Connection): Promise<readonly SeenNode[]> {
  const table = await sql<{ there: boolean }>`
    select to_regclass('nodes') is not null as there`.execute(db);
  if (table.rows[0]?.there !== true) return [];
  const { rows } = await sql<{
    id: string;
    version: string;
    build: string;
    started_at: string;
    silent_ms: number;
  }>`
    select id, version, build, started_at,
      (extract(epoch from clock_timestamp() - seen_at) * 1000)::float8 as silent_ms
    from nodes where seen_at > now() - ${nodeKeptMs} * interval '1 millisecond'
    order by started_at, id`.execute(db);
  return rows.map(({ id, version, build, started_at, silent_ms }) => ({
    id,
    version,
    build,
    startedAt: started_at,
    silentMs: silent_ms,
  }));
}
