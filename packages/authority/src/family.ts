import type { Ref } from '@foray/contract';
import type { ItemRow } from './rows.ts';
import { RetryTransaction } from './store.ts';
import type { Reads, Tx } from './store.ts';

/** The items that references name, in their order; undefined where there is none. */
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
 * Like `findItems`, with the groups of the items locked: until the transaction ends nothing changes
 * in them. Starts the transaction over if one moved to another group before it was locked.
 */
export async function lockItems(
  tx: Tx,
  refs: readonly Ref[],
): Promise<readonly (ItemRow | undefined)[]> {
  return lockFound(tx, await findItems(tx, refs));
}

/** The same for items that were found in this transaction. */
export async function lockFound(
  tx: Tx,
  before: readonly (ItemRow | undefined)[],
): Promise<readonly (ItemRow | undefined)[]> {
  const rootOf = new Map(before.flatMap((row) => (row ? [[row.id, row.root_id] as const] : [])));
  if (rootOf.size === 0) return before;
  await tx.lockRoots([...rootOf.values()]);
  const rows = await tx.items({ ids: [...rootOf.keys()] });
  if (rows.some((row) => row.root_id !== rootOf.get(row.id))) throw new RetryTransaction();
  return before.map((found) => found && rows.find((row) => row.id === found.id));
}

/** The living ancestors of an item, the nearest first; the walk ends at a deleted parent. */
export async function livingAncestors(reads: Reads, item: ItemRow): Promise<readonly ItemRow[]> {
  const ancestors: ItemRow[] = [];
  let next = item.parent_id;
  while (next !== null) {
    const [parent] = await reads.items({ ids: [next] });
    if (parent === undefined || parent.deleted_at !== null) break;
    ancestors.push(parent);
    next = parent.parent_id;
  }
  return ancestors;
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

/** Those of `rows` (parents before children) that hang below the item by living links. */
export function livingBelow(itemId: number, rows: readonly ItemRow[]): readonly ItemRow[] {
  const reached = new Set([itemId]);
  return rows.filter((row) => {
    const hangs = row.deleted_at === null && row.parent_id !== null && reached.has(row.parent_id);
    if (hangs) reached.add(row.id);
    return hangs;
  });
}

/** The campaign that an item is or is in, from its living ancestors. */
export function campaignOf(item: ItemRow, ancestors: readonly ItemRow[]): ItemRow | null {
  const top = ancestors.at(-1) ?? item;
  return top.type === 'campaign' ? top : null;
}
