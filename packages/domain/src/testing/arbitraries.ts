import fc from 'fast-check';
import { newItem, type Item, type ItemStatus, type ItemType } from '../index.ts';

/** A timestamp `minutes` into the examples' day. */
export function at(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 31, 8, minutes)).toISOString();
}

/** An item numbered `id` whose uuid is `item-<id>`. */
export function item(id: number, fields: Partial<Item> = {}): Item {
  const made = newItem({ id, uuid: `item-${id}`, userId: 1000, at: at(0) }, { title: `${id}` });
  return { ...made, ...fields };
}

export const anyStatus: fc.Arbitrary<ItemStatus> = fc.constantFrom(
  'pending',
  'in_progress',
  'completed',
);
export const anyType: fc.Arbitrary<ItemType> = fc.constantFrom('campaign', 'task', 'todo');
/** One of a few timestamps, so that equal ones are common. */
export const anyTime: fc.Arbitrary<string> = fc.integer({ min: 0, max: 5 }).map(at);
