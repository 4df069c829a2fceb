import { firstPersonId, firstServerItemId } from '@foray/domain';
import type {
  AccessRow,
  ActivityRow,
  BlockRow,
  ContactRow,
  FeedRow,
  FormerNumberRow,
  ItemRow,
  NotificationRow,
  OpRow,
  PrivateRowOfUser,
  ReportRow,
  Usage,
  UserRow,
} from '../store/rows.ts';

/** The head of a user's feed, with the usage of their account. */
interface HeadRow extends Usage {
  readonly user_id: number;
  readonly head: number;
  readonly floor: number;
}

/** The rows of every table of a store. */
export interface TableRows {
  readonly items: ItemRow;
  readonly access: AccessRow;
  readonly heads: HeadRow;
  readonly ops: OpRow;
  readonly activity: ActivityRow;
  readonly notifications: NotificationRow;
  readonly feed: FeedRow;
  readonly private_rows: PrivateRowOfUser;
  readonly users: UserRow;
  readonly contacts: ContactRow;
  readonly blocks: BlockRow;
  readonly reports: ReportRow;
  readonly former_numbers: FormerNumberRow;
}
/** The name of a table. */
export type TableName = keyof TableRows;

/** The key of a row, unique in its table. */
export const keyOf: { readonly [T in TableName]: (row: TableRows[T]) => string | number } = {
  items: (row) => row.id,
  access: (row) => `${row.user_id} ${row.item_id}`,
  heads: (row) => row.user_id,
  ops: (row) => `${row.user_id} ${row.op_id}`,
  activity: (row) => row.id,
  notifications: (row) => row.id,
  feed: (row) => `${row.user_id} ${row.kind} ${row.ref_id}`,
  private_rows: (row) => row.id,
  users: (row) => row.id,
  contacts: (row) => `${row.user_id} ${row.phone}`,
  blocks: (row) => `${row.user_id} ${row.blocked_id}`,
  reports: (row) => row.id,
  former_numbers: (row) => `${row.user_id} ${row.phone} ${row.is_taken_over}`,
};

/** The names of all tables. */
export const tableNames = Object.keys(keyOf) as readonly TableName[];

/** All rows of a store: each table's rows ascending by primary key. */
export type AuthorityTables = { readonly [T in TableName]: readonly TableRows[T][] };

/** The tables in memory, by key. A committed map never changes while a reader has it. */
export type TableMaps = { readonly [T in TableName]: Map<string | number, TableRows[T]> };

/** Tables without rows. */
export function emptyMaps(): TableMaps {
  return {
    items: new Map(),
    access: new Map(),
    heads: new Map(),
    ops: new Map(),
    activity: new Map(),
    notifications: new Map(),
    feed: new Map(),
    private_rows: new Map(),
    users: new Map(),
    contacts: new Map(),
    blocks: new Map(),
    reports: new Map(),
    former_numbers: new Map(),
  };
}

/** The next id of each sequence. */
export interface NextIds {
  items: number;
  users: number;
  activity: number;
  notifications: number;
  private_rows: number;
  reports: number;
}

/** The next ids of an empty database. */
export function firstNextIds(): NextIds {
  const none = { users: [], activity: [], notifications: [] };
  return nextIdsAfter({ ...none, items: [], private_rows: [], reports: [] });
}

/** The next ids of a database that has these rows and never had others. */
export function nextIdsAfter(tables: {
  readonly [T in keyof NextIds]: AuthorityTables[T];
}): NextIds {
  const after = (rows: readonly { readonly id: number }[], first: number): number =>
    rows.reduce((next, { id }) => Math.max(next, id + 1), first);
  return {
    items: after(tables.items, firstServerItemId),
    users: after(tables.users, firstPersonId),
    activity: after(tables.activity, 1),
    notifications: after(tables.notifications, 1),
    private_rows: after(tables.private_rows, 1),
    reports: after(tables.reports, 1),
  };
}

/** The rows of a table, ascending by primary key. */
export function sortedRows<Row>(rows: ReadonlyMap<string | number, Row>): readonly Row[] {
  return [...rows]
    .map(([key, row]) => ({ parts: partsOf(key), row }))
    .toSorted((one, other) => compareParts(one.parts, other.parts))
    .map(({ row }) => row);
}

function partsOf(key: string | number): readonly (string | number)[] {
  if (typeof key === 'number') return [key];
  return key.split(' ').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function compareParts(
  left: readonly (string | number)[],
  right: readonly (string | number)[],
): number {
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
