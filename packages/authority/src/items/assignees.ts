import { firstPersonId, isSampleUser } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store.ts';
import type { Reads } from '../store/store.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * Who of `candidates` the caller may assign to what stands under a root: the four sample people, the people
 * who have a right on an item of that root already, and the mutual contacts of its owner (product.md,
 * "Rights"), but for those whom a block parts from the caller. `below` is what will stand
 * below the root where that is not what does now. The answer never reveals whether there is such a user.
 */
export async function assignableUnder(
  unit: UnitOfWork,
  root: ItemRow,
  candidates: readonly number[],
  below: readonly ItemRow[] | null = null,
): Promise<ReadonlySet<number>> {
  const { tx, callerId } = unit;
  const allowed = new Set(candidates.filter(isSampleUser));
  const people = candidates.filter((id) => id >= firstPersonId);
  if (people.length === 0) return allowed;
  const members = new Set([
    root.user_id,
    ...assigneesOf([root]),
    ...(below === null ? await peopleBelow(tx, root) : assigneesOf(below)),
  ]);
  const others = people.filter((id) => !members.has(id));
  const mutuals = others.length === 0 ? [] : await tx.mutualsAmong(root.user_id, others);
  const known = people.filter((id) => members.has(id) || mutuals.includes(id));
  // A mutual contact of one's own is parted by nothing.
  const unsure = root.user_id === callerId ? known.filter((id) => members.has(id)) : known;
  const parted = await partedFrom(unit, unsure);
  for (const id of known) {
    if (parted.has(id)) continue;
    allowed.add(id);
    if (id !== callerId) unit.granted.set(id, members.has(id) ? null : root.user_id);
  }
  return allowed;
}

/**
 * Asks again, now that the heads of all these people are held, whom a block parts from the caller: of those whom the
 * change assigns something to and those whom it notifies. What ended between them until here comes before this
 * change: where that is about an assignment, it throws {@link RetryTransaction}.
 */
export async function partedSince(unit: UnitOfWork): Promise<ReadonlySet<number>> {
  const { tx, granted, notices } = unit;
  const parted = await partedFrom(unit, [
    ...granted.keys(),
    ...notices.map(({ user_id }) => user_id),
  ]);
  for (const ownerId of new Set(granted.values())) {
    const ids = [...granted.keys()].filter((id) => granted.get(id) === ownerId);
    const still = ownerId === null ? ids : await tx.mutualsAmong(ownerId, ids);
    if (still.length < ids.length || ids.some((id) => parted.has(id))) throw new RetryTransaction();
  }
  return parted;
}

/** Those of them whom a block parts from the caller. */
async function partedFrom(
  { tx, callerId }: UnitOfWork,
  people: readonly number[],
): Promise<ReadonlySet<number>> {
  const asked = [...new Set(people)].filter((id) => id !== callerId);
  return new Set(asked.length === 0 ? [] : await tx.blocksAmong(callerId, asked));
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
