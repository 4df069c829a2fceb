import { dayMs } from '@foray/domain';
import { sql } from 'kysely';
import { inKnownRun } from '../pool/known-run.ts';
import type { Connection } from '../tables/schema.ts';

/** How long the files of a build are kept after its last node ran: as long as a tab may stay open. */
export const assetLifeMs = 30 * dayMs;

/** A file of the built app whose name contains its hash, so that its content never changes. */
export interface Asset {
  readonly name: string;
  /** Compressed with brotli. */
  readonly content: Buffer;
}

/**
 * Stores the files of a running build for tabs that ask a node of another build, and records the day on
 * which they are in use. Repeat it while the build runs; several nodes may do so at once.
 * @throws {StoreUnavailable} if the database is read-only, or a backup is being loaded.
 */
export async function keepAssets(
  db: Connection,
  assets: readonly Asset[],
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const names = assets.map(({ name }) => name);
  await inKnownRun(db, async (tx) => {
    const { rows } = await sql<{ name: string; stale: boolean }>`
      select name, seen_at < ${new Date(nowMs - dayMs).toISOString()} as stale from assets
      where name = any(${names})`.execute(tx);
    if (rows.some(({ stale }) => stale)) {
      await sql`update assets set seen_at = ${now} where name = any(${names})`.execute(tx);
    }
    const kept = new Set(rows.map(({ name }) => name));
    const missing = assets.filter(({ name }) => !kept.has(name));
    if (missing.length === 0) return;
    // In order, so that nodes that start together wait for each other instead of deadlocking.
    await sql`
      insert into assets (name, content, seen_at)
      select name, content, ${now} from unnest(
        ${missing.map(({ name }) => name)}::text[], ${missing.map(({ content }) => content)}::bytea[]
      ) as missing (name, content) order by name
      on conflict (name) do nothing`.execute(tx);
  });
}

/** The stored content of a file by its name, compressed with brotli; null if there is none. */
export async function findAsset(db: Connection, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('assets')
    .select('content')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.content ?? null;
}
