import type { DeltaItem, WireItem } from '@foray/contract';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/** The item of a single answer without its relations, as a delta would carry it. */
export function deltaOf(item: WireItem): DeltaItem {
  const { created_by: _, user: __, assignedUser: ___, parent: ____, ...delta } = item;
  return delta;
}

/** Takes up who is named in the item of a single answer. */
export async function putPeople(unit: UnitOfWork, item: WireItem): Promise<void> {
  const people = [item.created_by, item.user, item.assignedUser].filter(
    (person) => person !== null,
  );
  const known = new Map(people.map((person) => [person.id, person]));
  await unit.putUsers([...known.values()]);
}
