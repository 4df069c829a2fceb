import { sql } from 'kysely';
import { inKnownRun } from './known-run.ts';
import type { Connection } from './store/connection.ts';

/** Counts one more event of a bucket in the window that `nowMs` lies in, and returns how many there are. */
export async function countEvent(
  db: Connection,
  bucket: string,
  windowMs: number,
  nowMs: number,
): Promise<number> {
  const windowStart = new Date(Math.floor(nowMs / windowMs) * windowMs).toISOString();
  const count = sql<{ readonly count: number }>`
    insert into rate_limits (bucket, window_start, count) values (${bucket}, ${windowStart}, 1)
    on conflict (bucket, window_start) do update set count = rate_limits.count + 1
    returning count`;
  const { rows } = await inKnownRun(db, (tx) => count.execute(tx));
  return rows[0]?.count ?? 1;
}
