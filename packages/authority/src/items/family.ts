import type { Ref } from '@foray/contract';
import { ancestorsOf as lineAbove } from '@foray/domain';
import type { RightsFields } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Reads, Tx } from '../store/store.ts';

/** The items that references name, in their order; undefined for a missing one. */
export async function findItems(
  reads: Reads,
  refs: readonly Ref[],
): Promise<readonly (ItemRow | undefined)[]> {
  const byId = refs.flatMap((ref) => ('id' in ref ? ref.id : []));
  const byUuid = refs.flatMap((ref) => ('uuid' in ref ? ref.uuid : []));
  const rows = [
    ...(byId.length === 0 ? [] : await reads.items({ ids: byId })),
    ...(byUuid.length === 0 ? [] : await reads.items({ uuids: byUuid })),
  ];
  return refs.map((ref) =>
    rows.find((row) => ('id' in ref ? row.id === ref.id : row.uuid === ref.uuid)),
  );
}

/**
 * Like `findItems`, with the roots of the items locked: until the transaction ends nobody else can change
 * items under them. Restarts the transaction if an item moved to another root before the lock.
 */
export async function lockItems(
  tx: Tx,
  refs: readonly Ref[],
): Promise<readonly (ItemRow | undefined)[]> {
  return lockFound(tx, await findItems(tx, refs));
}

/** Like `lockItems`, for items that were found in this transaction. */
export async function lockFound(
  tx: Tx,
  before: readonly (ItemRow | undefined)[],
): Promise<readonly (ItemRow | undefined)[]> {
  const rootOf = new Map(before.flatMap((row) => (row ? [[row.id, row.root_id] as const] : [])));
  if (rootOf.size === 0) return before;
  await tx.lockRoots([...rootOf.values()]);
  const rows = await lockedRows(tx, [...rootOf.keys()], before);
  if (rows.some((row) => row.root_id !== rootOf.get(row.id))) throw new RetryTransaction();
  return before.map((found) => found && rows.find((row) => row.id === found.id));
}

/** For at most this many items the ancestors are read at the same time. */
const mostWithLines = 3;

/**
 * Rows whose roots are locked. For a few items the parent and root are read at the same time, because every
 * change needs them.
 */
async function lockedRows(
  tx: Tx,
  ids: readonly number[],
  before: readonly (ItemRow | undefined)[],
): Promise<readonly ItemRow[]> {
  if (ids.length > mostWithLines) return tx.items({ ids });
  const above = before.flatMap((row) => (row ? [row.parent_id ?? row.id, row.root_id] : []));
  const members = await tx.members([...new Set([...ids, ...above])]);
  return members.map(({ item }) => item).filter(({ id }) => ids.includes(id));
}

/** The ancestors of an item up to the root, including deleted ones, nearest first. */
export async function ancestorsOf(reads: Reads, item: ItemRow): Promise<readonly ItemRow[]> {
  return (await ancestorLines(reads, [item])).get(item.id) ?? [];
}

/** The ancestors of many items by the items' ids, with one statement per level. */
export async function ancestorLines(
  reads: Reads,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<number, readonly ItemRow[]>> {
  const known = new Map(items.map((item) => [item.uuid, item]));
  for (let level = items; level.length > 0;) {
    const unknown = level.filter(({ parent_uuid: uuid }) => uuid !== null && !known.has(uuid));
    const ids = unknown.flatMap(({ parent_id }) => parent_id ?? []);
    level = ids.length === 0 ? [] : await reads.items({ ids });
    for (const row of level) known.set(row.uuid, row);
  }
  return new Map(items.map((item) => [item.id, lineAbove(item, (uuid) => known.get(uuid))]));
}

/** Everything below items by parent_id, deleted or not, parents before their children. */
export async function descendants(
  reads: Reads,
  itemIds: readonly number[],
): Promise<readonly ItemRow[]> {
  const all: ItemRow[] = [];
  let level: readonly ItemRow[] = itemIds.length === 0 ? [] : await reads.children(itemIds);
  while (level.length > 0) {
    all.push(...level);
    level = await reads.children(level.map((row) => row.id));
  }
  return all;
}

/** The rows that are not deleted. */
export function living(rows: readonly ItemRow[]): readonly ItemRow[] {
  return rows.filter((row) => row.deleted_at === null);
}

/** The id of the campaign that an item is or is in, from its ancestors, even if it is deleted. */
export function campaignIdOf(item: ItemRow, ancestors: readonly ItemRow[]): number | null {
  const root = ancestors.at(-1) ?? item;
  return root.type === 'campaign' ? root.id : null;
}

/** The fields that the rules of rights read. */
export function rightsFieldsOf({ user_id, assigned_to, deleted_at }: ItemRow): RightsFields {
  return { user_id, assigned_to, isDeleted: deleted_at !== null };
}

/** The rows that are copies of occurrences of one of `items`. */
export function copiesIn(rows: readonly ItemRow[], items: readonly ItemRow[]): readonly ItemRow[] {
  const uuids = new Set<string | null>(items.map(({ uuid }) => uuid));
  return rows.filter((row) => uuids.has(row.occurrence_of));
}
