import { ancestorLines, campaignIdOf, descendants, living, lockFound } from '../items/family.ts';
import { logActivity } from '../items/activity-log.ts';
import { flush } from '../commands/flush.ts';
import { changeBy } from '../store/changer.ts';
import type { Caller } from '../store/request.ts';
import type { ItemRow } from '../store/rows.ts';
import type { Store, Tx } from '../store/store.ts';
import { newUnit, recheck, writeItems } from '../store/unit-of-work.ts';

/** The number of assignments that one transaction ends. */
const atOnce = 200;

/**
 * Ends all of the caller's assignments in the other's trees and on the other's items, including deleted
 * ones, so that no restore brings an assignment back. Items that the caller created in such a tree stay
 * there, under its owner's rights. An interrupted call can be repeated.
 */
export async function leaveItemsOf(
  store: Store,
  now: string,
  caller: Caller,
  otherId: number,
): Promise<void> {
  for (let left = atOnce; left === atOnce;) {
    left = await store.tx((tx) => leaveSome(tx, store.epoch, now, caller.userId, otherId));
  }
}

async function leaveSome(
  tx: Tx,
  epoch: string,
  now: string,
  callerId: number,
  otherId: number,
): Promise<number> {
  const found = await tx.assignedBy(callerId, otherId, atOnce);
  const locked = (await lockFound(tx, found)).flatMap((row) => row ?? []);
  const holdings = locked.filter((row) => row.assigned_to === callerId);
  if (holdings.length === 0) return found.length;
  const unit = newUnit({ tx, callerId, now, epoch });
  const lines = await ancestorLines(tx, holdings);
  const below = await descendants(
    tx,
    holdings.map(({ id }) => id),
  );
  const cleared = holdings.map((row): ItemRow => ({
    ...row,
    assigned_to: null,
    ...changeBy(unit, row.version + 1),
  }));
  await writeItems(unit, cleared);
  // The cleared rows come last and replace their former values, which are among the ancestors and
  // descendants.
  recheck(unit, [...[...lines.values()].flat(), ...below, ...cleared], [callerId]);
  for (const row of living(cleared)) {
    if (row.occurrence_of !== null) continue;
    const assigned_to = { old: callerId, new: null };
    const campaignId = campaignIdOf(row, lines.get(row.id) ?? []);
    logActivity(unit, campaignId, row, 'assigned', { assigned_to });
  }
  await flush(unit, null);
  return found.length;
}
