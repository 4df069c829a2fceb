import type { Tables } from '@foray/authority/testing';
import { type Kysely, Migrator, sql } from 'kysely';
import type { Database } from '../pool/database.ts';
import { migrations } from '../migrations/index.ts';

/** The fields of `items` that the rules read. */
export interface Row {
  readonly id: number;
  readonly type: 'campaign' | 'task' | 'todo';
  readonly user_id: number;
  readonly assigned_to: number | null;
  readonly parent_id: number | null;
  readonly root_id: number;
  readonly isDeleted: boolean;
  readonly isErased: boolean;
}

/** A user's permission on an item, and its place in their feed. */
export type Access = Tables['access'][number];

/** Migrates an empty database to the schema of an earlier release, up to this migration. */
export async function migrateTo({ kysely }: Database, name: string): Promise<void> {
  const run = (text: string) => ({
    up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)),
  });
  const all = Object.entries(migrations).map(([one, text]) => [one, run(text)]);
  const provider = { getMigrations: async () => Object.fromEntries(all) };
  const { error } = await new Migrator({ db: kysely, provider }).migrateTo(name);
  if (error !== undefined) throw error;
}

/** A user; without a phone number their account was deleted. */
export interface Owner {
  readonly id: number;
  readonly phone: string | null;
}

/** Fills a database from before the current rights with items and access rows. */
export async function fillBeforeRights(
  { kysely }: Database,
  owners: readonly Owner[],
  rows: readonly Row[],
  access: readonly Access[],
): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const people = owners.map(({ id, phone }) => ({
    id,
    phone,
    name: `Person ${id}`,
    placeholder: false,
    created_at: at,
    updated_at: at,
  }));
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
  const heads = owners.map(({ id: user_id }) => ({
    user_id,
    head: Math.max(0, ...access.flatMap((row) => (row.user_id === user_id ? row.seq : []))),
    floor: 0,
  }));
  for (const [table, of] of Object.entries({ users: people, items, heads, access: shown })) {
    const columns = sql.raw(Object.keys(of[0] ?? {}).join());
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(of)})
    `.execute(kysely);
  }
}

/** The uuid of an item that was filled in. */
function uuidOf(id: number): string {
  return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
}
