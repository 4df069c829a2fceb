import { firstPersonId, permissionOf } from '@foray/domain';
import { logActivity } from '../items/activity-log.ts';
import {
  ancestorLines,
  campaignIdOf,
  descendants,
  rightsFieldsOf,
  lockFound,
} from '../items/family.ts';
import type { ItemRow } from '../store/rows.ts';
import { belowAndCopies } from '../items/move.ts';
import { flush } from '../commands/flush.ts';
import type { Store } from '../store/store.ts';
import { isTombstone, tombstoneOf } from '../store/tombstone.ts';
import { newUnit, recheck, writeItems } from '../store/unit-of-work.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';
import { countUsage } from '../store/usage.ts';

/**
 * How many items a transaction handles before it starts no other tree, so that it holds no lock for long.
 */
const itemsAtOnce = 200;

/**
 * Removes all items of a user (product.md, "Rights"; decision 0035). Their items under another's root pass
 * to its owner. Each of their own roots is split up in one transaction, by the rights before it: see
 * `takeApart`. Their assignments end. There are several transactions; an interrupted call can be repeated.
 */
export async function eraseHoldings(store: Store, now: string, userId: number): Promise<void> {
  for (let isDone = false; !isDone;) {
    isDone = await store.tx(async (tx) => {
      const work = newUnit({ tx, callerId: userId, now, epoch: store.epoch });
      return (await eraseSome(work)) === 0;
    });
  }
}

async function eraseSome(unit: CommandUnitOfWork): Promise<number> {
  const { tx, callerId } = unit;
  const found = await tx.holdings(callerId, itemsAtOnce);
  if (found.length === 0) return 0;
  // Locks the roots as they were found: an item that has left its root since restarts the transaction.
  const locked = await lockFound(tx, found);
  const roots = await tx.items({ ids: found.map(({ root_id }) => root_id) });
  let left = itemsAtOnce;
  for (const root of roots) {
    if (left <= 0) break;
    if (root.user_id === callerId) left -= await takeApart(unit, root);
    else {
      const holdings = locked.filter((row) => row?.root_id === root.id) as readonly ItemRow[];
      await passToRootOwner(unit, root, holdings);
      left -= holdings.length;
    }
  }
  await flush(unit, null);
  return found.length;
}

/** Under another's root, passes the user's items to its owner and ends the user's assignments. */
async function passToRootOwner(
  unit: CommandUnitOfWork,
  root: ItemRow,
  holdings: readonly ItemRow[],
): Promise<void> {
  const { tx, callerId } = unit;
  const lines = await ancestorLines(tx, holdings);
  const below = await descendants(
    tx,
    holdings.map(({ id }) => id),
  );
  // Another request may have assigned or deleted an item before it was locked.
  const changed = holdings.flatMap((row) => {
    const isOwned = row.user_id === callerId && !isTombstone(row);
    if (!isOwned && row.assigned_to !== callerId) return [];
    return handedOver(unit, row, isOwned ? root.user_id : row.user_id);
  });
  for (const row of changed) {
    logCleared(unit, row, holdings, campaignIdOf(row, lines.get(row.id) ?? []));
  }
  await writeItems(unit, changed);
  countUsage(unit.usage, holdings, changed);
  recheck(unit, [...lines.values()].flat(), [callerId]);
  recheck(unit, [...below, ...holdings, ...changed], [callerId]);
}

/**
 * Splits up a tree of the user's own. Each topmost item whose owner is another user with a right to change
 * it becomes top-level with everything below it, and the user's items in it pass to that owner. The rest is
 * deleted, and its text erased at once, from the trash and the log too. Returns the number of items in the
 * tree.
 */
async function takeApart(unit: CommandUnitOfWork, root: ItemRow): Promise<number> {
  const { tx, callerId, now } = unit;
  const tree = [root, ...(await belowAndCopies(unit, root))];
  // The copy of an occurrence goes where its item goes, so items come first.
  const inOrder = [...tree.filter(isNoCopy), ...tree.filter((row) => !isNoCopy(row))];
  const lines = await ancestorLines(tx, tree);
  const heads = new Map<number | string, ItemRow>();
  const changed: ItemRow[] = [];
  const erased: number[] = [];
  for (const row of inOrder) {
    const inherited = heads.get(row.occurrence_of ?? row.parent_id ?? 0);
    const isHead = isNoCopy(row) && ownsByRight(unit, row, lines.get(row.id) ?? []);
    const head = inherited ?? (isHead ? row : undefined);
    if (head === undefined) {
      erased.push(row.id);
      if (!isTombstone(row) || row.assigned_to !== null) changed.push(erasedRow(row, now));
      continue;
    }
    heads.set(row.id, head).set(row.uuid, head);
    const kept = handedOver(unit, row, row.user_id === callerId ? head.user_id : row.user_id);
    const isTop = row.id === head.id || row.occurrence_of === head.uuid;
    const place = isTop ? { parent_id: null, parent_uuid: null } : {};
    changed.push({ ...kept, ...place, root_id: head.id });
    // Only the root can be a campaign, and the user owns that, so no kept item is in a campaign.
    if (kept.assigned_to !== row.assigned_to) logCleared(unit, kept, tree, null);
  }
  await writeItems(unit, changed);
  countUsage(unit.usage, tree, changed);
  await tx.eraseActivity(erased);
  recheck(unit, [...tree, ...changed], 'everybody');
  return tree.length;
}

function isNoCopy(row: ItemRow): boolean {
  return row.occurrence_of === null;
}

/** Whether the item belongs to another user who may change it. Never true of a tombstone. */
function ownsByRight(
  unit: CommandUnitOfWork,
  row: ItemRow,
  ancestors: readonly ItemRow[],
): boolean {
  if (isTombstone(row)) return false;
  if (row.user_id === unit.callerId || row.user_id < firstPersonId) return false;
  return permissionOf(row.user_id, [row, ...ancestors].map(rightsFieldsOf), false) !== null;
}

function handedOver(unit: CommandUnitOfWork, row: ItemRow, user_id: number): ItemRow {
  const assigned_to = row.assigned_to === unit.callerId ? null : row.assigned_to;
  return { ...row, user_id, assigned_to };
}

function erasedRow(row: ItemRow, now: string): ItemRow {
  const deleted = { deleted_at: now, deleted_op: `${row.id}:${row.version + 1}` };
  const version = row.version + 1;
  const gone = row.deleted_at === null ? { ...row, ...deleted, version } : row;
  return tombstoneOf({ ...gone, updated_at: now });
}

function logCleared(
  unit: CommandUnitOfWork,
  row: ItemRow,
  before: readonly ItemRow[],
  campaignId: number | null,
): void {
  const old = before.find(({ id }) => id === row.id)?.assigned_to ?? null;
  if (old === row.assigned_to || row.deleted_at !== null) return;
  const metadata = { assigned_to: { old, new: row.assigned_to } };
  logActivity(unit, campaignId, row, 'assigned', metadata);
}
