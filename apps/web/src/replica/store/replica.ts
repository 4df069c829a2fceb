import type { Person } from '@foray/domain';
import type { LocalItem } from '@foray/sync';
import { FamilyIndex, type ChildProgress } from './family-index.ts';
import { KeyedSnapshots } from './keyed-snapshots.ts';
import { LiveList, type ListSpec } from './live-list.ts';
import { Predictions } from './predictions.ts';
import { TouchedItems, type RowChange } from './touched-items.ts';

/** The part of the local database that is in memory. */
export type LoadStage = 'nothing' | 'first' | 'all';

/** A removed row with the localSeq of its removal: nothing older can restore it. */
export interface RemovedRow {
  readonly uuid: string;
  readonly localSeq: number;
}

/** Receives changed rows, and adds the keys of what it changes itself, whose listeners `notify` calls. */
type RowFollower = (changes: readonly RowChange[], keys: Set<string>) => void;

/**
 * The local data in memory: a map of rows with hand-written indexes, and listeners per key, so that a change
 * notifies only the components that show it. A row is never replaced by an older one (`_localVersion`), and a
 * removed row comes back only through a newer one, in any order of the store's pages and other tabs' changes.
 */
export class Replica {
  readonly #items = new Map<string, LocalItem>();
  readonly #uuids = new Map<number, string>();
  readonly #families = new FamilyIndex();
  readonly #lists = new Map<string, LiveList>();
  readonly #versions = new Map<string, number>();
  /** Removed rows by uuid, with the time of the removal; a change from another tab can be very late. */
  readonly #removed = new Map<string, number>();
  readonly #predictions = new Predictions();
  readonly #followers = new Set<RowFollower>();
  readonly #people = new Map<number, Person>();
  /** The time since which each pending item is known to be pending, in the clock's milliseconds. */
  readonly #pendingSince = new Map<string, number>();
  readonly #nowMs: () => number;
  readonly #keys = new KeyedSnapshots();
  /** Changes that listeners have not received yet. */
  readonly #unnotified = new Set<string>();
  #stage: LoadStage = 'nothing';

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get stage(): LoadStage {
    return this.#stage;
  }

  /** Updates the loading state and notifies every list. */
  setStage(stage: LoadStage): void {
    this.#stage = stage;
    this.#keys.notify(['stage']);
  }

  /** An undeleted item, or undefined. */
  item(uuid: string): LocalItem | undefined {
    const item = this.#items.get(uuid);
    return item && !item._deleted ? item : undefined;
  }

  /** The row of an item, even of one that was deleted here and not yet on the server. */
  row(uuid: string): LocalItem | undefined {
    return this.#items.get(uuid);
  }

  /** Whether the item is shown as an unstored change will leave it. */
  isPredicted(uuid: string): boolean {
    return this.#predictions.has(uuid);
  }

  /** When this page first saw that the item is pending, in the clock's milliseconds; null if it is not. */
  pendingSince(uuid: string): number | null {
    return this.#pendingSince.get(uuid) ?? null;
  }

  /** Whether no row has been loaded so far. */
  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  /** Every row, including those deleted here. */
  rows(): Iterable<LocalItem> {
    return this.#items.values();
  }

  /** The item with a route's number; local numbers stay known after the server has assigned its own. */
  itemByNumber(id: number): LocalItem | undefined {
    return this.item(this.#uuids.get(id) ?? '');
  }

  /** Makes the numbers that items had as a guest's lead to them too, unless another item has the number. */
  putNumbers(uuids: Readonly<Record<number, string>>): void {
    for (const [number, uuid] of Object.entries(uuids)) {
      if (!this.#uuids.has(+number)) this.#uuids.set(+number, uuid);
    }
  }

  /** The undeleted children of an item in their order. */
  children(uuid: string): readonly string[] {
    return this.#keys.snapshot(`children:${uuid}`, () =>
      this.#families.children(uuid, (child) => this.#items.get(child)),
    );
  }

  /** The number of an item's undeleted children, and of those completed. */
  progress(uuid: string): ChildProgress {
    return this.#keys.snapshot(`progress:${uuid}`, () =>
      this.#families.progress(uuid, (child) => this.#items.get(child)),
    );
  }

  /** The uuids of a list in its order; the list is updated from its first read on. */
  list(spec: ListSpec): readonly string[] {
    return this.#keys.snapshot(`list:${spec.key}`, () => this.#live(spec).uuids());
  }

  /** Increases with every change of a member of the list, even if nothing moves. */
  listVersion(spec: ListSpec): number {
    this.#live(spec);
    return this.#versions.get(spec.key) ?? 0;
  }

  /** Passes every later change on, in the step in which lists change, until the returned function is called. */
  follow(follower: RowFollower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** A user whom the device knows. */
  person(id: number): Person | undefined {
    return this.#people.get(id);
  }

  /** All users whom the device knows. */
  people(): readonly Person[] {
    return this.#keys.snapshot('people', () => [...this.#people.values()]);
  }

  /** Adds or replaces people. */
  putPeople(people: readonly Person[]): void {
    if (people.length === 0) return;
    for (const person of people) this.#people.set(person.id, person);
    this.#keys.notify(['people']);
  }

  /** Adds and removes rows in one step and notifies listeners; see `applyQuietly`. */
  apply(rows: readonly LocalItem[], gone: readonly RemovedRow[] = []): void {
    this.applyQuietly(rows, gone);
    this.notify();
  }

  /**
   * As `apply`, but listeners are notified only by `notify`: lists and counts stay unchanged until then,
   * while single items are up to date at once.
   */
  applyQuietly(rows: readonly LocalItem[], gone: readonly RemovedRow[] = []): void {
    const keys = this.#unnotified;
    const touched = new TouchedItems();
    for (const row of rows) this.#put(row, keys, touched);
    for (const { uuid, localSeq } of gone) {
      const before = this.#stored(uuid);
      if (before && before._localVersion > localSeq) continue;
      const removedAt = this.#removed.get(uuid) ?? -1;
      if (localSeq > removedAt) this.#removed.set(uuid, localSeq);
      if (before && !this.#predictions.store(uuid, undefined)) this.#hide(before, keys, touched);
    }
    this.#updateLists(keys, touched);
  }

  /**
   * Shows rows as an unstored change will leave them, whatever is applied meanwhile. The returned function
   * ends that: then the stored rows are shown, or those of another prediction.
   */
  predict(rows: readonly LocalItem[]): () => void {
    this.#showPredicted(rows, (row) => {
      this.#predictions.add(row, this.#items.get(row.uuid));
      return row;
    });
    return () => this.#showPredicted(rows, (row) => this.#predictions.end(row));
  }

  /** Notifies the listeners of everything that changed since the last call. */
  notify(): void {
    const keys = [...this.#unnotified];
    this.#unnotified.clear();
    this.#keys.notify(keys);
  }

  /**
   * Listens to a key: `item:<uuid>`, `children:<uuid>`, `progress:<uuid>`, `number:<id>`, `list:<key>`
   * (order), `rows:<key>` (values), `people` or `stage`.
   */
  subscribe(key: string, listener: () => void): () => void {
    return this.#keys.subscribe(key, listener);
  }

  #put(row: LocalItem, keys: Set<string>, touched: TouchedItems): void {
    const before = this.#stored(row.uuid);
    if (before && before._localVersion > row._localVersion) return;
    if ((this.#removed.get(row.uuid) ?? -1) >= row._localVersion) return;
    this.#removed.delete(row.uuid);
    if (!this.#predictions.store(row.uuid, row)) this.#show(row, keys, touched);
  }

  /** The stored row of an item, which a prediction can hide. */
  #stored(uuid: string): LocalItem | undefined {
    return this.#predictions.has(uuid) ? this.#predictions.stored(uuid) : this.#items.get(uuid);
  }

  #showPredicted(
    rows: readonly LocalItem[],
    shownOf: (row: LocalItem) => LocalItem | undefined,
  ): void {
    const keys = this.#unnotified;
    const touched = new TouchedItems();
    for (const row of rows) {
      const before = this.#items.get(row.uuid);
      const shown = shownOf(row);
      if (shown !== undefined) this.#show(shown, keys, touched);
      else if (before !== undefined) this.#hide(before, keys, touched);
    }
    this.#updateLists(keys, touched);
    this.notify();
  }

  #show(row: LocalItem, keys: Set<string>, touched: TouchedItems): void {
    const before = this.#items.get(row.uuid);
    this.#items.set(row.uuid, row);
    this.#notePending(row);
    this.#uuids.set(row.id, row.uuid);
    if (row.localId !== undefined) this.#uuids.set(row.localId, row.uuid);
    if (before) this.#families.unlink(before, keys);
    this.#families.link(row, keys);
    if ((before === undefined || before._deleted) !== row._deleted) this.#toggle(row, touched);
    touched.add(row.uuid, before);
    keys.add(`item:${row.uuid}`).add(`number:${row.id}`).add(`number:${row.localId}`);
  }

  #hide(row: LocalItem, keys: Set<string>, touched: TouchedItems): void {
    const { uuid } = row;
    this.#items.delete(uuid);
    this.#pendingSince.delete(uuid);
    this.#families.unlink(row, keys);
    this.#toggle(row, touched);
    touched.add(uuid, row);
    keys.add(`item:${uuid}`);
  }

  #updateLists(keys: Set<string>, touched: TouchedItems): void {
    const changes = touched.changes((uuid) => this.item(uuid));
    for (const follow of this.#followers) follow(changes, keys);
    for (const [key, list] of this.#lists) {
      const { isTouched, isMoved } = list.update(changes);
      if (isMoved) keys.add(`list:${key}`);
      if (!isTouched) continue;
      this.#versions.set(key, (this.#versions.get(key) ?? 0) + 1);
      keys.add(`rows:${key}`);
    }
  }

  #notePending({ uuid, _syncStatus }: LocalItem): void {
    if (_syncStatus !== 'pending') this.#pendingSince.delete(uuid);
    else if (!this.#pendingSince.has(uuid)) this.#pendingSince.set(uuid, this.#nowMs());
  }

  /** Records the children of a parent that appeared or disappeared, since they change to or from orphans. */
  #toggle(parent: LocalItem, touched: TouchedItems): void {
    for (const child of this.#families.of(parent.uuid)) touched.add(child, this.#items.get(child));
  }

  #live(spec: ListSpec): LiveList {
    const known = this.#lists.get(spec.key);
    if (known) return known;
    const list = new LiveList(spec, (uuid) => this.item(uuid) !== undefined);
    list.update(
      Array.from(this.#items.keys(), (uuid) => ({ before: undefined, after: this.item(uuid) })),
    );
    this.#lists.set(spec.key, list);
    return list;
  }
}
