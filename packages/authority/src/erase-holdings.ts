import { logActivity } from './activity-log.ts';
import { climb } from './climb.ts';
import { campaignOf, descendants, lockItems } from './family.ts';
import type { ItemRow } from './rows.ts';
import { settle } from './settle.ts';
import type { Reads, Store } from './store.ts';
import { isTombstone, tombstoneOf } from './tombstone.ts';
import { newWork, writeItems } from './work.ts';
import type { Work } from './work.ts';

/** How many items one transaction takes on, so that none holds its locks for long. */
const itemsAtOnce = 200;

/**
 * Takes everything that a user holds out of their hands (product.md, "Signing in"; decision 0035): what
 * they own in a campaign of somebody else passes to its owner; the rest of what they own is deleted and
 * its text erased at once, from the trash and the log too; what they are assigned to is nobody's.
 * Several transactions: cut off anywhere, it can be done again.
 */
export async function eraseHoldings(store: Store, now: string, userId: number): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await store.tx(async (tx) => {
      const work = newWork({ tx, callerId: userId, now, epoch: store.epoch });
      return (await eraseSome(work)) < itemsAtOnce;
    });
  }
}

async function eraseSome(work: Work): Promise<number> {
  const { tx, callerId, now } = work;
  const found = await tx.holdings(callerId, itemsAtOnce);
  const locked = await lockItems(
    tx,
    found.map(({ id }) => ({ id })),
  );
  // Somebody may have assigned or deleted one of them before it was locked.
  const items = locked.flatMap((row) => (row !== undefined && isHeld(row, callerId) ? row : []));
  const lines = await livingLines(tx, items);
  const changed: ItemRow[] = [];
  const erased: number[] = [];
  for (const item of items) {
    const line = lines.get(item.id) ?? [];
    const campaign = item.deleted_at === null ? campaignOf(item, line) : null;
    const assigned_to = item.assigned_to === callerId ? null : item.assigned_to;
    if (item.user_id !== callerId) changed.push({ ...item, assigned_to });
    else if (campaign !== null && campaign.user_id !== callerId) {
      changed.push({ ...item, assigned_to, user_id: campaign.user_id });
    } else {
      erased.push(item.id);
      const deleted = { deleted_at: now, deleted_op: `${item.id}:${item.version + 1}` };
      const version = item.version + 1;
      const gone = item.deleted_at === null ? { ...item, ...deleted, version } : item;
      changed.push(tombstoneOf({ ...gone, updated_at: now }));
    }
    if (item.assigned_to === callerId && item.deleted_at === null && !erased.includes(item.id)) {
      const metadata = { assigned_to: { old: callerId, new: null } };
      logActivity(work, campaign?.id ?? null, item, 'assigned', metadata);
    }
  }
  await writeItems(work, changed);
  await tx.eraseActivity(erased);
  await rejudge(work, changed, lines);
  await rollUp(
    work,
    items.filter(({ id, deleted_at }) => deleted_at === null && erased.includes(id)),
  );
  await settle(work, null);
  return found.length;
}

function isHeld(row: ItemRow, userId: number): boolean {
  return (row.user_id === userId && !isTombstone(row)) || row.assigned_to === userId;
}

/** The living ancestors of many items, the nearest first; as `livingAncestors`, level by level. */
async function livingLines(
  reads: Reads,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<number, readonly ItemRow[]>> {
  const known = new Map(items.map((item) => [item.id, item]));
  for (let level = items; level.length > 0;) {
    const ids = level.flatMap(({ parent_id }) => parent_id ?? []).filter((id) => !known.has(id));
    level = ids.length === 0 ? [] : await reads.items({ ids });
    for (const row of level) known.set(row.id, row);
  }
  const lineOf = (item: ItemRow): readonly ItemRow[] => {
    const parent = known.get(item.parent_id ?? 0);
    return parent === undefined || parent.deleted_at !== null ? [] : [parent, ...lineOf(parent)];
  };
  return new Map(items.map((item) => [item.id, lineOf(item)]));
}

/** Whatever hangs above or below has other rights now. */
async function rejudge(
  work: Work,
  changed: readonly ItemRow[],
  lines: ReadonlyMap<number, readonly ItemRow[]>,
): Promise<void> {
  for (const line of lines.values()) for (const row of line) work.rejudged.set(row.id, row);
  for (const row of await descendants(
    work.tx,
    changed.map(({ id }) => id),
  )) {
    work.rejudged.set(row.id, row);
  }
  for (const row of changed) work.rejudged.set(row.id, row);
}

/** What was deleted under a parent of somebody else counts there no more. */
async function rollUp(work: Work, deleted: readonly ItemRow[]): Promise<void> {
  const parents = new Set(deleted.map(({ parent_id }) => parent_id));
  for (const parentId of parents) await climb(work, parentId, { kind: 'removed' });
}
