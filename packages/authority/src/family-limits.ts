import { assigneesOf } from './assignees.ts';
import { living } from './family.ts';
import type { ItemRow } from './rows.ts';
import type { Work } from './work.ts';

/** What a change would bring into a place. */
export interface Arrival {
  /** The ancestors of the place, the nearest first; empty at the top level. */
  readonly ancestors: readonly ItemRow[];
  /** Items that are not in that campaign yet, as they would be; deleted ones do not count. */
  readonly items: readonly ItemRow[];
  /** The direct parent gains this many children. */
  readonly newChildren: number;
  /** People who would get a right beyond the assignees of the items. */
  readonly people?: readonly number[];
}

/**
 * Whether everything still fits within the limits of the work: items and people in a campaign,
 * children of a task (sync.md, section 1). A change that brings nothing new always fits.
 */
export async function fits({ tx, limits }: Work, arrival: Arrival): Promise<boolean> {
  const parent = arrival.ancestors[0];
  if (parent?.type === 'task' && arrival.newChildren > 0) {
    const [tally] = await tx.childCounts([parent.id], null);
    if ((tally?.total ?? 0) + arrival.newChildren > limits.taskChildren) return false;
  }
  const campaign = arrival.ancestors.at(-1);
  if (campaign?.type !== 'campaign') return true;
  const [below] = await tx.below([campaign.id]);
  const known = new Set([campaign.user_id, ...assigneesOf([campaign]), ...(below?.people ?? [])]);
  const coming = new Set([...assigneesOf(arrival.items), ...(arrival.people ?? [])]);
  const strangers = [...coming].filter((id) => !known.has(id)).length;
  if (strangers > 0 && known.size + strangers > limits.campaignPeople) return false;
  const items = living(arrival.items).length;
  return items === 0 || (below?.items ?? 0) + items <= limits.campaignItems;
}
