import { firstPersonId, isSampleUser } from '@foray/domain';
import type { ItemRow } from '../store/rows.ts';
import { RetryTransaction } from '../store/store-errors.ts';
import type { Reads } from '../store/store.ts';
import type { CommandUnitOfWork } from '../store/unit-of-work.ts';

/**
 * The `candidates` whom the caller may assign to items under a root: the four sample users, people with a
 * right on an item of that root, and the mutual contacts of its owner (product.md, "Rights"), except those
 * whom a block separates from the caller. `below` has the items that will be below the root, if these
 * differ from the current ones. The result never reveals whether a user exists.
 */
export async function assignableUnder(
  unit: CommandUnitOfWork,
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
  // No block separates the caller from their own mutual contacts.
  const unsure = root.user_id === callerId ? known.filter((id) => members.has(id)) : known;
  const blocked = await blockedFromCaller(unit, unsure);
  for (const id of known) {
    if (blocked.has(id)) continue;
    allowed.add(id);
    if (id !== callerId) unit.granted.set(id, members.has(id) ? null : root.user_id);
  }
  return allowed;
}

/**
 * Checks again, now that the heads of all these people are locked, whom a block separates from the caller
 * among the people to whom the change assigns items and whom it notifies. A block or the end of a contact
 * until now comes before this change; if an assignment depends on it, this throws {@link RetryTransaction}.
 */
export async function blockedSince(unit: CommandUnitOfWork): Promise<ReadonlySet<number>> {
  const { tx, granted, notices } = unit;
  const blocked = await blockedFromCaller(unit, [
    ...granted.keys(),
    ...notices.map(({ user_id }) => user_id),
  ]);
  for (const ownerId of new Set(granted.values())) {
    const ids = [...granted.keys()].filter((id) => granted.get(id) === ownerId);
    const still = ownerId === null ? ids : await tx.mutualsAmong(ownerId, ids);
    if (still.length < ids.length || ids.some((id) => blocked.has(id)))
      throw new RetryTransaction();
  }
  return blocked;
}

/** The people among them whom a block separates from the caller. */
async function blockedFromCaller(
  { tx, callerId }: CommandUnitOfWork,
  people: readonly number[],
): Promise<ReadonlySet<number>> {
  const asked = [...new Set(people)].filter((id) => id !== callerId);
  return new Set(asked.length === 0 ? [] : await tx.blocksAmong(callerId, asked));
}

/** The assignees of the undeleted items below an item. */
async function peopleBelow(reads: Reads, { id }: ItemRow): Promise<readonly number[]> {
  const [below] = await reads.below([id]);
  return below?.people ?? [];
}

/** The assignees of the undeleted items, without sample people. */
export function assigneesOf(items: readonly ItemRow[]): readonly number[] {
  return items.flatMap(({ assigned_to, deleted_at }) =>
    deleted_at === null && assigned_to !== null && assigned_to >= firstPersonId ? assigned_to : [],
  );
}
