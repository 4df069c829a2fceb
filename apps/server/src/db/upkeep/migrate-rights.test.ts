import type { Tables } from '@foray/authority/testing';
import { brokenInvariants } from '@foray/model';
import { sql } from 'kysely';
import { openDatabase, type Database } from '../pool/database.ts';
import { migrate } from './migrate.ts';
import { accessBefore, erased, everyFamily, owners } from '../testing/families-before-rights.ts';
import { fillBeforeRights, migrateTo } from '../testing/older-release.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = openDatabase({ address: await createEmptyDatabase() });
});
afterAll(() => database?.close());

async function readAll(): Promise<Pick<Tables, 'items' | 'access' | 'heads' | 'feed'>> {
  const rowsOf = async (table: string) =>
    (await sql`select * from ${sql.table(table)}`.execute(database.kysely)).rows;
  return {
    items: await rowsOf('items'),
    access: await rowsOf('access'),
    heads: await rowsOf('heads'),
    feed: await rowsOf('feed'),
  } as unknown as Tables;
}

test('[SHARE-22] access granted by the earlier rules is computed again, and reaches every device through its feed', async () => {
  await migrateTo(database, '0003-expand-people');
  const rows = everyFamily();
  const before = accessBefore(rows);
  await fillBeforeRights(database, owners, rows, before);
  expect(await migrate(database)).toContain('0004-expand-rights');

  const after = await readAll();
  expect(brokenInvariants(after as Tables)).toEqual([]);
  const headBefore = new Map<number, number>();
  for (const { user_id, seq } of before) headBefore.set(user_id, seq);
  const seen = new Map(before.map((row) => [`${row.user_id} ${row.item_id}`, row]));
  const counts = { removed: 0, gained: 0, changed: 0, same: 0 };
  for (const row of after.access) {
    const known = seen.get(`${row.user_id} ${row.item_id}`);
    const isNewInFeed = row.seq > (headBefore.get(row.user_id) ?? 0);
    const had = known?.removed === false ? known.permission : null;
    const has = row.removed ? null : row.permission;
    const isMoved = known !== undefined && known.root_id !== row.root_id;
    if (had !== has || known === undefined) expect([row, isNewInFeed]).toEqual([row, true]);
    else if (!isMoved) expect([row, row.seq]).toEqual([row, known?.seq]);
    if (had === has) counts.same += 1;
    else if (has === null) counts.removed += 1;
    else if (had === null) counts.gained += 1;
    else counts.changed += 1;
  }
  for (const [kind, count] of Object.entries(counts))
    expect([kind, count > 20]).toEqual([kind, true]);
  // An item under the root of a deleted account has no owner there, so it becomes a top-level item of its own
  // owner.
  const orphaned = after.items.filter(({ root_id, deleted_at }) => {
    const root = after.items.find(({ id }) => id === root_id);
    return root?.user_id === erased.id && deleted_at === null;
  });
  expect(orphaned).toEqual([]);
});
