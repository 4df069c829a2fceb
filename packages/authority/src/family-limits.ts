import { firstPersonId, maxCampaignItems, maxCampaignPeople, maxTaskChildren } from '@foray/domain';
import { holders } from './access-plan.ts';
import type { ItemRow } from './rows.ts';
import type { Reads } from './store.ts';

/** What a change would bring into a place. */
export interface Arrival {
  /** The living ancestors of the place, the nearest first; empty at the top level. */
  readonly ancestors: readonly ItemRow[];
  /** Items that are not in that campaign yet, as they would be. */
  readonly items: readonly ItemRow[];
  /** The direct parent gains this many children. */
  readonly newChildren: number;
  /** People who would get a right beyond those who hold the items. */
  readonly people?: readonly number[];
}

/**
 * Whether everything still fits: 5,000 items and 50 people in a campaign, 1,000 children of a task
 * (sync.md, section 1). A change that brings nothing new always fits.
 */
export async function fits(reads: Reads, arrival: Arrival): Promise<boolean> {
  const parent = arrival.ancestors[0];
  if (parent?.type === 'task' && arrival.newChildren > 0) {
    const [tally] = await reads.childCounts([parent.id], null);
    if ((tally?.total ?? 0) + arrival.newChildren > maxTaskChildren) return false;
  }
  const campaign = arrival.ancestors.at(-1);
  if (campaign?.type !== 'campaign') return true;
  const [below] = await reads.below([campaign.id]);
  const known = new Set([...(below?.people ?? []), ...holders(campaign)]);
  const coming = new Set([...arrival.items.flatMap(holders), ...(arrival.people ?? [])]);
  const strangers = [...coming].filter((id) => id >= firstPersonId && !known.has(id)).length;
  if (strangers > 0 && known.size + strangers > maxCampaignPeople) return false;
  const items = arrival.items.length;
  return items === 0 || (below?.items ?? 0) + items <= maxCampaignItems;
}
