import { byPlace } from '@foray/domain';
import type { LocalItem } from '@foray/sync';

/** The number of a parent's undeleted children, and of those completed. */
export interface ChildProgress {
  readonly done: number;
  readonly total: number;
}

const noProgress: ChildProgress = { done: 0, total: 0 };
const noChildren: readonly string[] = [];
const nobody: ReadonlySet<string> = new Set();

type RowOf = (uuid: string) => LocalItem | undefined;

/** The undeleted children of each item. Links add the keys of changed values to `keys` (`Replica`). */
export class FamilyIndex {
  readonly #children = new Map<string, Set<string>>();

  /** The uuids of an item's children, in no order. */
  of(uuid: string): ReadonlySet<string> {
    return this.#children.get(uuid) ?? nobody;
  }

  /** The uuids of an item's children, in the order in which people have put them, or else newest first. */
  children(uuid: string, rowOf: RowOf): readonly string[] {
    const uuids = this.of(uuid);
    if (uuids.size === 0) return noChildren;
    return [...uuids]
      .map((child) => rowOf(child) as LocalItem)
      .filter(isChild)
      .sort(byPlace)
      .map((child) => child.uuid);
  }

  /** The progress of an item's children. */
  progress(uuid: string, rowOf: RowOf): ChildProgress {
    const uuids = this.of(uuid);
    if (uuids.size === 0) return noProgress;
    let [done, total] = [0, 0];
    for (const child of uuids) {
      const row = rowOf(child);
      if (row === undefined || !isChild(row)) continue;
      total += 1;
      if (row.status === 'completed') done += 1;
    }
    return { done, total };
  }

  /** Adds an item to its parent's children, if it is not deleted. */
  link(item: LocalItem, keys: Set<string>): void {
    if (item.parent_uuid === null || item._deleted) return;
    const set = this.#children.get(item.parent_uuid) ?? new Set();
    this.#children.set(item.parent_uuid, set.add(item.uuid));
    keys.add(`children:${item.parent_uuid}`).add(`progress:${item.parent_uuid}`);
  }

  /** Removes an item from its parent's children. */
  unlink(item: LocalItem, keys: Set<string>): void {
    if (item.parent_uuid === null || item._deleted) return;
    this.#children.get(item.parent_uuid)?.delete(item.uuid);
    keys.add(`children:${item.parent_uuid}`).add(`progress:${item.parent_uuid}`);
  }
}

/** Whether an item counts as a child: the copy of an occurrence has its item's place, but is not a child. */
function isChild({ occurrence_of: of }: LocalItem): boolean {
  return of === null;
}
