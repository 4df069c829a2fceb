import { isSampleUser } from '@foray/domain';
import { holders } from './access-plan.ts';
import type { ItemRow } from './rows.ts';
import type { Reads } from './store.ts';

/**
 * Whether the caller may assign an item to somebody: nobody, themself, the four sample people, mutual
 * contacts, and whoever has a right of their own in the same campaign (product.md, "Who sees and may
 * do what"). The answer never tells whether there is such a user. `top` is the top of the tree that
 * the item is in; null for one that starts a tree.
 */
export async function mayAssignTo(
  reads: Reads,
  callerId: number,
  assignee: number | null,
  top: ItemRow | null,
): Promise<boolean> {
  if (assignee === null || assignee === callerId || isSampleUser(assignee)) return true;
  if (top?.type === 'campaign') {
    if (holders(top).includes(assignee)) return true;
    const [below] = await reads.below([top.id]);
    if (below?.people.includes(assignee)) return true;
  }
  return (await reads.mutualsAmong(callerId, [assignee])).length > 0;
}
