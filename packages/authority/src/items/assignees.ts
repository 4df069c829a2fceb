import { firstPersonId, isSampleUser } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import type { Reads } from '../store/store.ts';

/**
 * Who of `candidates` may be assigned to what stands under a root: the four sample people, the people
 * who have a right on an item of that root already, and the mutual contacts of its owner (product.md,
 * "Who sees and may do what"). `below` is what will stand below the root where that is not what does
 * now. The answer never reveals whether there is such a user.
 */
export async function assignableUnder(
  reads: Reads,
  root: ItemRow,
  candidates: readonly number[],
  below: readonly ItemRow[] | null = null,
): Promise<ReadonlySet<number>> {
  const allowed = new Set(candidates.filter(isSampleUser));
  const people = candidates.filter((id) => id >= firstPersonId);
  if (people.length === 0) return allowed;
  const members = new Set([
    root.user_id,
    ...assigneesOf([root]),
    ...(below === null ? await peopleBelow(reads, root) : assigneesOf(below)),
  ]);
  const others = people.filter((id) => !members.has(id));
  const mutuals = others.length === 0 ? [] : await reads.mutualsAmong(root.user_id, others);
  for (const id of people) if (members.has(id) || mutuals.includes(id)) allowed.add(id);
  return allowed;
}

/** The assignees of what lives below an item. */
async function peopleBelow(reads: Reads, { id }: ItemRow): Promise<readonly number[]> {
  const [below] = await reads.below([id]);
  return below?.people ?? [];
}

/** The assignees of those items that live, sample people aside. */
export function assigneesOf(items: readonly ItemRow[]): readonly number[] {
  return items.flatMap(({ assigned_to, deleted_at }) =>
    deleted_at === null && assigned_to !== null && assigned_to >= firstPersonId ? assigned_to : [],
  );
}
