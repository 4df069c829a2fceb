export type Kind = 'campaign' | 'task' | 'todo';
export type Status = 'pending' | 'in_progress' | 'completed';

/** The confirmed state of an item, recorded by the story and not by any part of the product. */
export interface Entry {
  readonly uuid: string;
  readonly type: Kind;
  title: string;
  status: Status;
  /** The uuid of its parent; it stays when the parent is deleted, and then means nothing. */
  parent: string | null;
  isDeleted: boolean;
  /** The person who made it, and its assignee. */
  readonly owner: number;
  assignee: number | null;
  /**
   * The name of the only device that acts on the item and its family until all devices are up to date again.
   */
  lane: string;
  /** It has had children, so its status no longer comes from people alone. */
  hadChildren: boolean;
  /**
   * The number of actions that are confirmed or may have been done: at most this many changes have
   * taken effect.
   */
  acts: number;
}

/** The results of every confirmed action. */
export class StoryLedger {
  readonly #entries = new Map<string, Entry>();

  add(entry: Entry): void {
    this.#entries.set(entry.uuid, entry);
  }

  get(uuid: string): Entry {
    const entry = this.#entries.get(uuid);
    if (entry === undefined) throw new Error(`the story knows no ${uuid}`);
    return entry;
  }

  /** Whether the item was deleted, by this device. */
  isDeletedHere(uuid: string, lane: string): boolean {
    const entry = this.#entries.get(uuid);
    return entry !== undefined && entry.isDeleted && entry.lane === lane;
  }

  living(): Entry[] {
    return [...this.#entries.values()].filter((entry) => !entry.isDeleted);
  }

  /** The items that a device may act on now. */
  of(lane: string): Entry[] {
    return this.living().filter((entry) => entry.lane === lane);
  }

  children(uuid: string): Entry[] {
    return this.living().filter((entry) => entry.parent === uuid);
  }

  /** Its undeleted descendants, without the item itself. */
  below(uuid: string): Entry[] {
    return this.children(uuid).flatMap((child) => [child, ...this.below(child.uuid)]);
  }

  /** Its parent, as long as that lives. */
  parentOf(entry: Entry): Entry | null {
    const parent = entry.parent === null ? undefined : this.#entries.get(entry.parent);
    return parent === undefined || parent.isDeleted ? null : parent;
  }

  /** The undeleted item at the top of its family, possibly itself. */
  topOf(entry: Entry): Entry {
    const parent = this.parentOf(entry);
    return parent === null ? entry : this.topOf(parent);
  }

  /** Whether a person may see an item: by a right on it, or on something living below it. */
  sees(person: number, entry: Entry): boolean {
    return [entry, ...this.below(entry.uuid)].some((one) => this.hasRight(person, one));
  }

  /** Whether the person may change the item. */
  hasRight(person: number, entry: Entry): boolean {
    return this.#rightOf(person, entry) !== null;
  }

  /** Whether the person manages the item. */
  manages(person: number, entry: Entry): boolean {
    return this.#rightOf(person, entry) === 'manage';
  }

  /** From the top of the tree down; a deleted item gives its assignee no right. */
  #rightOf(person: number, entry: Entry): 'manage' | 'contribute' | null {
    const parent = entry.parent === null ? undefined : this.#entries.get(entry.parent);
    const above = parent === undefined ? 'contribute' : this.#rightOf(person, parent);
    if (above === 'manage' && parent !== undefined) return 'manage';
    if (above !== null && entry.owner === person) return 'manage';
    const isAssignee = entry.assignee === person && !entry.isDeleted;
    return isAssignee || (above !== null && parent !== undefined) ? 'contribute' : null;
  }
}

const anyStatus: readonly Status[] = ['pending', 'in_progress', 'completed'];

/**
 * The possible statuses of an item. People set no status on an item with children: it is completed if and
 * only if all children are, in progress if some of them are, and otherwise unchanged.
 */
export function statusesOf(entry: Entry, children: readonly Entry[]): readonly Status[] {
  if (!entry.hadChildren) return [entry.status];
  if (children.length === 0) return anyStatus;
  const isAll = (status: Status) => children.every((child) => child.status === status);
  if (isAll('completed')) return ['completed'];
  return isAll('pending') ? ['pending', 'in_progress'] : ['in_progress'];
}
