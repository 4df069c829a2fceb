import { applyOperation } from './optimistic-item.ts';
import type { OptimisticItem, Operation } from './optimistic-item.ts';
import type { Item } from '../items/item.ts';
import type { ItemStatus } from '../values/item-values.ts';
import { hasFurther } from '../items/occurrence.ts';
import { rollUpTally } from '../tree/roll-up.ts';
import type { ChildChange, ChildTally } from '../tree/roll-up.ts';
import { completedAtAfter } from '../items/status.ts';

/** A device's state of a family: the server's rows, and its own operations since, in order. */
export interface FamilyState {
  /** At most one row per uuid; an item that was created here and is not confirmed has none. */
  readonly bases: Iterable<Item & { readonly deleted?: boolean }>;
  readonly operations: Iterable<Operation>;
  /** Whether the device has all children of this item, so that it may roll up its status. */
  readonly rollsUp: (uuid: string) => boolean;
}

/**
 * The optimistic state of a family. Applies each operation in order, and after each rolls up the parents that
 * it touches, up to the campaign as far as `rollsUp` allows, as the server does in the transaction of the
 * change (docs/sync.md, section 3). A roll-up changes only status and completed_at. Pure and deterministic:
 * repeating an operation at once changes nothing, and rebasing a result further equals rebasing everything at
 * once. The result contains every base; deleted ones are marked. `parent_id` is the number of the parent if
 * it is in the family, and null after a move to a parent outside it.
 */
export function rebaseTree(state: FamilyState): Map<string, OptimisticItem> {
  const tree = new Tree(state.rollsUp);
  for (const base of state.bases) tree.put({ ...base, deleted: base.deleted ?? false });
  for (const operation of state.operations) tree.run(operation);
  return tree.finish();
}

const noChildren: Readonly<Record<ItemStatus, number>> = {
  pending: 0,
  in_progress: 0,
  completed: 0,
};

class Tree {
  readonly #items = new Map<string, OptimisticItem>();
  /** Undeleted children by parent and status, kept up to date so that a roll-up costs the same in any family. */
  readonly #living = new Map<string, Readonly<Record<ItemStatus, number>>>();
  readonly #rollsUp: (uuid: string) => boolean;

  constructor(rollsUp: (uuid: string) => boolean) {
    this.#rollsUp = rollsUp;
  }

  put(item: OptimisticItem): void {
    const before = this.#items.get(item.uuid);
    if (before !== undefined) this.#count(before, -1);
    this.#count(item, 1);
    this.#items.set(item.uuid, item);
  }

  run(operation: Operation): void {
    const named = new Set([operation.uuid]);
    if ('also' in operation) {
      for (const uuid of operation.also ?? []) named.add(uuid);
    }
    const changes = new Map<string, { before: OptimisticItem | null; after: OptimisticItem }>();
    for (const uuid of named) {
      const before = this.#items.get(uuid) ?? null;
      const after = applyOperation(before, operation);
      if (after === null || after === before) continue;
      this.put(after);
      changes.set(uuid, { before, after });
    }
    if (operation.kind === 'create' && operation.imported === true) return;
    for (const { before, after } of changes.values()) {
      // Items that are deleted or restored together keep their statuses: only the family around them is
      // rolled up.
      if (after.parent_uuid !== null && changes.has(after.parent_uuid)) continue;
      this.#rollUpParents(before, after, operation.at);
    }
  }

  #rollUpParents(before: OptimisticItem | null, after: OptimisticItem, at: string): void {
    if (after.occurrence_of != null) return;
    const left = before === null || before.deleted ? null : before.parent_uuid;
    const joined = after.deleted ? null : after.parent_uuid;
    if (before !== null && left === joined) {
      this.#rollUp(joined, { kind: 'status', before: before.status, after: after.status }, at);
      return;
    }
    this.#rollUp(left, { kind: 'removed' }, at);
    this.#rollUp(joined, { kind: 'added', status: after.status }, at);
  }

  #rollUp(uuid: string | null, change: ChildChange, at: string): void {
    const parent = uuid === null ? undefined : this.#items.get(uuid);
    if (parent === undefined || parent.deleted || !this.#rollsUp(parent.uuid)) return;
    const { status: before } = parent;
    const rolling = { status: before, hasNextOccurrence: hasFurther(parent) };
    const status = rollUpTally(rolling, this.#tally(parent.uuid), change);
    if (status === parent.status) return;
    this.put({ ...parent, status, completed_at: completedAtAfter(parent, status, at) });
    this.#rollUp(parent.parent_uuid, { kind: 'status', before: parent.status, after: status }, at);
  }

  #count(child: OptimisticItem, by: 1 | -1): void {
    if (child.parent_uuid === null || child.deleted || child.occurrence_of != null) return;
    const counts = this.#living.get(child.parent_uuid) ?? noChildren;
    const after = { ...counts, [child.status]: counts[child.status] + by };
    this.#living.set(child.parent_uuid, after);
  }

  #tally(parent: string): ChildTally {
    const { pending, in_progress, completed } = this.#living.get(parent) ?? noChildren;
    return { total: pending + in_progress + completed, pending, completed };
  }

  /** Looks up the numbers of parents last: an item may have been queued under an outdated number. */
  finish(): Map<string, OptimisticItem> {
    for (const [uuid, item] of this.#items) {
      const parent = item.parent_uuid === null ? undefined : this.#items.get(item.parent_uuid);
      if (parent !== undefined && parent.id !== item.parent_id) {
        this.#items.set(uuid, { ...item, parent_id: parent.id });
      }
    }
    return this.#items;
  }
}
