import type { Connection } from './store/connection.ts';

const dayMs = 24 * 3_600_000;

/** Deletes what has no effect any more: ended sessions, old codes, and counters of past windows. */
export async function sweep(db: Connection, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const dayAgo = new Date(nowMs - dayMs).toISOString();
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('login_codes').where('expires_at', '<', dayAgo).execute();
  await db.deleteFrom('rate_limits').where('window_start', '<', dayAgo).execute();
}
