import { brokenInvariants } from '@foray/authority/testing';
import type { Tables } from '@foray/authority/testing';
import { Migrator, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { startTestPostgres } from './embedded/testing.ts';
import type { TestPostgres } from './embedded/testing.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = openDatabase({ address: await postgres.createDatabase() });
});
afterAll(async () => {
  await database?.close();
  await postgres?.stop();
});

/** A row of `items` as far as the rules read it. */
interface Row {
  readonly id: number;
  readonly type: 'campaign' | 'task' | 'todo';
  readonly user_id: number;
  readonly assigned_to: number | null;
  readonly parent_id: number | null;
  readonly root_id: number;
  readonly isDeleted: boolean;
  readonly isErased: boolean;
}

type Access = Tables['access'][number];

const [ann, bob, cid, gone] = [1000, 1001, 1002, 1003];

/** Every family of a campaign, a task and a todo of three people, and those of a deleted account. */
function everyFamily(): readonly Row[] {
  const rows: Row[] = [];
  let id = 10_000_000;
  const put = (row: Pick<Row, 'type' | 'user_id' | 'assigned_to' | 'isDeleted'>, above?: Row) => {
    const parent_id = above?.id ?? null;
    const isErased = row.user_id === gone;
    const made = { ...row, id, parent_id, root_id: above?.root_id ?? id, isErased };
    rows.push(made);
    id += 1;
    return made;
  };
  for (const isDeleted of [false, true]) {
    for (const [user_id, assigned_to] of [
      [ann, null],
      [ann, bob],
      [bob, cid],
      [gone, null],
    ] as const) {
      const isGone = isDeleted || user_id === gone;
      for (const taskOwner of [ann, bob, cid, gone]) {
        for (const taskAssignee of [null, cid]) {
          for (const todoOwner of [ann, bob, cid]) {
            for (const todoAssignee of [null, ann, cid]) {
              const whole = { type: 'campaign', user_id, assigned_to, isDeleted: isGone } as const;
              const campaign = put(whole);
              const isTaskGone = taskOwner === gone || (todoOwner === bob && isDeleted);
              const part = { user_id: taskOwner, assigned_to: isTaskGone ? null : taskAssignee };
              const task = put({ ...part, type: 'task', isDeleted: isTaskGone }, campaign);
              const todo = { user_id: todoOwner, assigned_to: todoAssignee, isDeleted: false };
              put({ ...todo, type: 'todo' }, task);
              put({ ...todo, type: 'todo', isDeleted: true }, task);
            }
          }
        }
      }
    }
  }
  return rows;
}

/** The access rows by the rules before: own and assigned, over living ancestors, wherever it stands. */
function accessBefore(rows: readonly Row[]): readonly Access[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lineOf = (row: Row): readonly Row[] => {
    const parent = byId.get(row.parent_id ?? 0);
    return parent === undefined || parent.isDeleted ? [row] : [row, ...lineOf(parent)];
  };
  const access = new Map<string, Omit<Access, 'seq'>>();
  for (const row of rows) {
    const { id: item_id, root_id } = row;
    for (const user_id of [ann, bob, cid]) {
      const isOwner = lineOf(row).some((one) => one.user_id === user_id);
      const isHeld = isOwner || lineOf(row).some((one) => one.assigned_to === user_id);
      if (!isHeld) continue;
      const permission = isOwner ? 'manage' : 'contribute';
      const removed = row.isDeleted;
      // Some lost sight of it before it was deleted, and were let in again.
      const wasOut = removed && item_id % 3 === 0;
      const reason = wasOut ? ('hidden' as const) : removed ? ('deleted' as const) : null;
      access.set(`${user_id} ${item_id}`, {
        user_id,
        item_id,
        root_id,
        permission,
        removed,
        reason,
      });
      if (removed) continue;
      for (const { id: above } of lineOf(row).slice(1)) {
        const key = `${user_id} ${above}`;
        if (access.get(key)?.removed !== false) {
          const view = { user_id, item_id: above, root_id, permission: 'view' } as const;
          access.set(key, { ...view, removed: false, reason: null });
        }
      }
    }
  }
  const heads = new Map<number, number>();
  return [...access.values()].map((row) => {
    const seq = (heads.get(row.user_id) ?? 0) + 1;
    heads.set(row.user_id, seq);
    return { ...row, seq };
  });
}

async function fill(rows: readonly Row[], access: readonly Access[]): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const people = [ann, bob, cid, gone].map((id) => ({
    id,
    phone: id === gone ? null : `+49${id}`,
    name: `Person ${id}`,
    placeholder: false,
    created_at: at,
    updated_at: at,
  }));
  const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
  const items = rows.map(({ isDeleted, isErased, ...row }) => ({
    ...row,
    uuid: uuidOf(row.id),
    parent_uuid: row.parent_id === null ? null : uuidOf(row.parent_id),
    title: isErased ? '' : `Item ${row.id}`,
    status: 'pending',
    created_at: at,
    updated_at: at,
    version: 1,
    deleted_at: isDeleted ? at : null,
    deleted_op: isDeleted ? `${row.id}:1` : null,
    search_text: '',
  }));
  const typeOf = new Map(rows.map(({ id, type }) => [id, type]));
  const shown = access.map((row) => ({ ...row, item_type: typeOf.get(row.item_id) }));
  const heads = [ann, bob, cid].map((user_id) => ({
    user_id,
    head: Math.max(0, ...access.flatMap((row) => (row.user_id === user_id ? row.seq : []))),
    floor: 0,
  }));
  for (const [table, of] of Object.entries({ users: people, items, heads, access: shown })) {
    const columns = sql.raw(Object.keys(of[0] ?? {}).join());
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(of)})
    `.execute(database.kysely);
  }
}

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

test('[SHARE-22] access that the rules before gave is computed again, and every device hears of it', async () => {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, text]) => [
          name,
          { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
        ]),
      ),
  };
  const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo(
    '0003-expand-people',
  );
  expect(error).toBeUndefined();
  const rows = everyFamily();
  const before = accessBefore(rows);
  await fill(rows, before);
  expect(await migrate(database)).toContain('0004-expand-rights');

  const after = await readAll();
  expect(brokenInvariants(after as Tables)).toEqual([]);
  const headBefore = new Map<number, number>();
  for (const { user_id, seq } of before) headBefore.set(user_id, seq);
  const seen = new Map(before.map((row) => [`${row.user_id} ${row.item_id}`, row]));
  const counts = { removed: 0, gained: 0, changed: 0, same: 0 };
  for (const row of after.access) {
    const known = seen.get(`${row.user_id} ${row.item_id}`);
    const isNews = row.seq > (headBefore.get(row.user_id) ?? 0);
    const had = known?.removed === false ? known.permission : null;
    const has = row.removed ? null : row.permission;
    const isMoved = known !== undefined && known.root_id !== row.root_id;
    if (had !== has || known === undefined) expect([row, isNews]).toEqual([row, true]);
    else if (!isMoved) expect([row, row.seq]).toEqual([row, known?.seq]);
    if (had === has) counts.same += 1;
    else if (has === null) counts.removed += 1;
    else if (had === null) counts.gained += 1;
    else counts.changed += 1;
  }
  for (const [kind, count] of Object.entries(counts))
    expect([kind, count > 20]).toEqual([kind, true]);
  // What stood under the root of a deleted account is nobody's there: it is its owner's at the top.
  const orphaned = after.items.filter(({ root_id, deleted_at }) => {
    const root = after.items.find(({ id }) => id === root_id);
    return root?.user_id === gone && deleted_at === null;
  });
  expect(orphaned).toEqual([]);
});
