import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Resolves when some transaction waits for another, or the work has ended without that. */
export async function waitsOrEnds(pool: pg.Pool, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = (): void => void (isDone = true);
  work.then(end, end);
  const waiting = `select 1 from pg_locks where not granted`;
  // All locks of the server are read, which costs more than the wait.
  while (!isDone && (await pool.query(waiting)).rowCount === 0) await delay(3);
}
