import type { Person } from '@foray/domain';
import type { UserRow } from '../store/rows.ts';
import type { Reads } from '../store/store.ts';

/** A user as a reader may see them: the phone is shown to the user and to mutual contacts. */
export function personFor(user: UserRow, showsPhone: boolean): Person {
  const { id, name, created_at, updated_at } = user;
  return { id, name, phone: showsPhone ? (user.phone ?? '') : '', created_at, updated_at };
}

/** People by id, as the reader may see them (product.md, "Rights"). */
export async function peopleFor(
  reads: Reads,
  readerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Person>> {
  if (ids.length === 0) return new Map();
  const others = ids.filter((id) => id !== readerId);
  const mutuals = others.length === 0 ? [] : await reads.mutualsAmong(readerId, others);
  const users = await reads.users(ids);
  return new Map(
    users.map((user) => [
      user.id,
      personFor(user, user.id === readerId || mutuals.includes(user.id)),
    ]),
  );
}
