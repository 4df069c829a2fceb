import type { QueuedChange } from './coalesce.ts';
import type { UnitOfWork } from '../store/unit-of-work.ts';

/**
 * The delete of an item with `others`. Copies of occurrences are deleted with their items, and are not named
 * in the request.
 */
export async function deleteChange(
  unit: UnitOfWork,
  uuid: string,
  others: readonly string[],
): Promise<QueuedChange> {
  const children: string[] = [];
  const copies: string[] = [];
  for (const other of others) {
    const isCopy = (await unit.item(other))?.occurrence_of != null;
    (isCopy ? copies : children).push(other);
  }
  return { kind: 'delete', uuid, children, copies };
}
