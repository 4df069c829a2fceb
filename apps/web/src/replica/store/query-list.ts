import type { LocalItem } from '@foray/sync';
import { LiveList, type ListSpec } from './live-list.ts';
import type { Replica } from './replica.ts';
import type { RowChange } from './touched-items.ts';
import { familyOf } from './tree.ts';

/** A list of the items that match a query. */
export interface QuerySpec extends ListSpec {
  /** Items among which all matching ones are, at the time of the call. */
  readonly candidates: () => Iterable<LocalItem>;
  /** Whether a change of an item can make items below it match or not. */
  readonly readsAbove: boolean;
  /** Whether the names of people decide, some of whom the device may learn later. */
  readonly readsPeople: boolean;
}

/** Trying and sorting so many items takes less than 8 ms, half of a frame. */
const partRows = 4_000;
/** The lists that are kept without a listener: a person goes back to the last ones. */
const maxIdle = 4;

const lists = new WeakMap<Replica, Map<string, QueryList>>();

/** The list of a query, which is begun when it is first asked for, and kept while somebody listens. */
export function queryListOf(replica: Replica, spec: QuerySpec): QueryList {
  const ofReplica = lists.get(replica) ?? new Map<string, QueryList>();
  lists.set(replica, ofReplica);
  const list = ofReplica.get(spec.key) ?? new QueryList(replica, spec);
  // The map is in order of use.
  ofReplica.delete(spec.key);
  ofReplica.set(spec.key, list);
  const idle = [...ofReplica].filter(([, one]) => !one.isHeard && one !== list);
  for (const [key, one] of idle.slice(0, -maxIdle)) {
    ofReplica.delete(key);
    one.end();
  }
  return list;
}

/**
 * The items of a query in their order. The first part is tried at once, the others when `tryMore` is called;
 * from then on only changed items are tried again.
 */
class QueryList {
  readonly #replica: Replica;
  readonly #spec: QuerySpec;
  readonly #list: LiveList;
  readonly #listeners = new Set<() => void>();
  readonly #ends: readonly (() => void)[];
  #left: Iterator<LocalItem> | null;

  constructor(replica: Replica, spec: QuerySpec) {
    this.#replica = replica;
    this.#spec = spec;
    this.#list = new LiveList(spec, (uuid) => replica.item(uuid) !== undefined);
    this.#left = spec.candidates()[Symbol.iterator]();
    const key = `query:${spec.key}`;
    this.#ends = [
      replica.follow((changes, keys) => {
        if (this.#list.update(this.#withBelow(changes)).isMoved) keys.add(key);
      }),
      replica.subscribe(key, () => this.#tell()),
      replica.subscribe('people', () => this.#tryAgain()),
    ];
    this.#tryPart();
  }

  /** The uuids of the hits found so far. */
  readonly uuids = (): readonly string[] => this.#list.uuids();

  /** Whether every item was tried. */
  readonly isComplete = (): boolean => this.#left === null;

  /** Whether somebody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tries the next items, and returns whether there are more. */
  tryMore(): boolean {
    this.#tryPart();
    this.#tell();
    return this.#left !== null;
  }

  /** Tries no item from now on. */
  end(): void {
    this.#left = null;
    for (const end of this.#ends) end();
  }

  #tryAgain(): void {
    if (!this.#spec.readsPeople) return;
    this.#left = this.#spec.candidates()[Symbol.iterator]();
    this.tryMore();
  }

  #tryPart(): void {
    const changes: RowChange[] = [];
    while (this.#left !== null && changes.length < partRows) {
      const { done, value } = this.#left.next();
      if (done) this.#left = null;
      // A hit that a change has brought in already stays.
      else if (!value._deleted) changes.push({ before: value, after: value });
    }
    this.#list.update(changes);
  }

  /** The changes, and the items below those whose title or place changed. */
  #withBelow(changes: readonly RowChange[]): Iterable<RowChange> {
    if (!this.#spec.readsAbove) return changes;
    const all = new Map(changes.map((change) => [(change.after ?? change.before)?.uuid, change]));
    for (const { before, after } of changes) {
      const uuid = (after ?? before)?.uuid;
      if (uuid === undefined || isSamePlace(before, after)) continue;
      for (const child of this.#replica.children(uuid)) {
        for (const item of familyOf(this.#replica, child)) {
          if (!all.has(item.uuid)) all.set(item.uuid, { before: item, after: item });
        }
      }
    }
    return all.values();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function isSamePlace(a: LocalItem | undefined, b: LocalItem | undefined): boolean {
  return a?.title === b?.title && a?.parent_uuid === b?.parent_uuid && a?._deleted === b?._deleted;
}
