import { assigneesOf } from './assignees.ts';
import { living } from './family.ts';
import type { ItemRow } from '../store/rows.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/** The items and people that a change would add to a place. */
export interface FamilyGrowth {
  /** The ancestors of the place, nearest first; empty at the top level. */
  readonly ancestors: readonly ItemRow[];
  /** Items that are not in that campaign yet, in their future state. Deleted ones do not count. */
  readonly items: readonly ItemRow[];
  /** The parents that gain a child, once for each child. */
  readonly parents: readonly ItemRow[];
  /** People who would get a right, besides the assignees of the items. */
  readonly people?: readonly number[];
}

/** Copies of occurrences have their own limit. */
function isNoCopy({ occurrence_of: of }: ItemRow): boolean {
  return of === null;
}

/**
 * Whether the limits allow the growth: items and people in a campaign, children of a task (sync.md, section
 * 1). A change that adds nothing always fits.
 */
export async function isWithinLimits(
  { tx, limits }: CommandUnitOfWork,
  growth: FamilyGrowth,
): Promise<boolean> {
  const gains = new Map<number, number>();
  for (const { id, type } of growth.parents) {
    if (type === 'task') gains.set(id, (gains.get(id) ?? 0) + 1);
  }
  const root = growth.ancestors.at(-1);
  const campaign = root?.type === 'campaign' ? root : null;
  const ids = [...(campaign === null ? [] : [campaign.id]), ...gains.keys()];
  const tallies = ids.length === 0 ? [] : await tx.below(ids);
  const isFull = tallies.some(({ item_id, total }) => {
    const gain = gains.get(item_id);
    return gain !== undefined && total + gain > limits.taskChildren;
  });
  if (isFull) return false;
  if (campaign === null) return true;
  const below = tallies.find(({ item_id }) => item_id === campaign.id);
  const known = new Set([campaign.user_id, ...assigneesOf([campaign]), ...(below?.people ?? [])]);
  const coming = new Set([...assigneesOf(growth.items), ...(growth.people ?? [])]);
  const strangers = [...coming].filter((id) => !known.has(id)).length;
  if (strangers > 0 && known.size + strangers > limits.campaignPeople) return false;
  const items = living(growth.items).filter(isNoCopy).length;
  return items === 0 || (below?.items ?? 0) + items <= limits.campaignItems;
}
