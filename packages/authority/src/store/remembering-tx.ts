import { firstPersonId } from '@foray/domain';
import type { ChangeOutcome } from './outcome.ts';
import type { AccessRow, ItemRow } from './rows.ts';
import type { FamilyBelow, LivingChildCounts, Tx } from './store.ts';

/** The remembered state of an item whose root the transaction has locked. */
interface RememberedItem {
  readonly item: ItemRow;
  /** Everybody's rows, by user. */
  readonly access: readonly AccessRow[];
  readonly counts: LivingChildCounts | null;
}

type RememberedReads = Pick<
  Tx,
  | 'lockRoots'
  | 'members'
  | 'items'
  | 'access'
  | 'seen'
  | 'childCounts'
  | 'below'
  | 'insertItem'
  | 'updateItems'
  | 'putOutcome'
>;

/**
 * A transaction that reads locked items only once: nobody else changes a family while its root is locked,
 * so the results of `members`, `childCounts` and `below` stay true, apart from the transaction's own
 * writes, which are carried over. Its results equal those of the underlying transaction.
 *
 * `newUuids` are the uuids of items to be created. They are looked up together with the first uuid that is
 * asked for, and each counts as free once, as of that time. Inserting a uuid that was taken since gives
 * null.
 */
export function rememberingTx(tx: Tx, newUuids: readonly string[] = []): Tx {
  const remembered: RememberedReads = new FamilyMemory(tx, newUuids);
  return new Proxy(tx, {
    get: (target, name) => {
      if (!(name in remembered)) return Reflect.get(target, name);
      const primitive = remembered[name as keyof RememberedReads] as (
        ...args: unknown[]
      ) => unknown;
      return primitive.bind(remembered);
    },
  });
}

class FamilyMemory implements RememberedReads {
  readonly #tx: Tx;
  readonly #roots = new Set<number>();
  readonly #known = new Map<number, RememberedItem>();
  readonly #idOf = new Map<string, number>();
  /** Results that stay valid until an item changes. */
  readonly #below = new Map<number, FamilyBelow>();
  /** New uuids that were not looked up yet. */
  #newUuids: readonly string[];
  readonly #free = new Set<string>();

  constructor(tx: Tx, newUuids: readonly string[]) {
    this.#tx = tx;
    this.#newUuids = newUuids;
  }

  async lockRoots(rootIds: readonly number[]): Promise<void> {
    const unlocked = rootIds.filter((id) => !this.#roots.has(id));
    if (unlocked.length > 0) await this.#tx.lockRoots(unlocked);
    for (const id of unlocked) this.#roots.add(id);
  }

  async members(itemIds: readonly number[]) {
    const known = this.#rememberedAll(itemIds);
    if (known !== null) return known.map(({ item, access }) => ({ item, access }));
    const members = await this.#tx.members(itemIds);
    for (const { item, access } of members) {
      if (!this.#roots.has(item.root_id)) continue;
      const counts = this.#known.get(item.id)?.counts ?? null;
      this.#remember({ item, access, counts });
    }
    return members;
  }

  async items(keys: Parameters<Tx['items']>[0]) {
    if ('uuids' in keys) return this.#itemsOf(keys.uuids);
    return this.#rememberedAll(keys.ids)?.map(({ item }) => item) ?? this.#tx.items(keys);
  }

  async #itemsOf(uuids: readonly string[]): Promise<readonly ItemRow[]> {
    const known = uuids.flatMap((uuid) => this.#known.get(this.#idOf.get(uuid) ?? 0)?.item ?? []);
    const unknown = uuids.filter((uuid) => !this.#idOf.has(uuid) && !this.#free.delete(uuid));
    const asked = unknown.length === 0 ? [] : await this.#lookUp(unknown);
    const rows = new Map([...known, ...asked].map((row) => [row.id, row]));
    return [...rows.values()].toSorted((a, b) => a.id - b.id);
  }

  async #lookUp(uuids: readonly string[]): Promise<readonly ItemRow[]> {
    const ahead = this.#newUuids.filter((uuid) => !uuids.includes(uuid));
    this.#newUuids = [];
    const rows = await this.#tx.items({ uuids: [...uuids, ...ahead] });
    const taken = new Set(rows.map(({ uuid }) => uuid));
    for (const uuid of ahead) if (!taken.has(uuid)) this.#free.add(uuid);
    return rows.filter(({ uuid }) => uuids.includes(uuid));
  }

  async access(itemIds: readonly number[], userIds: readonly number[] | null) {
    const known = this.#rememberedAll(itemIds);
    if (known === null) return this.#tx.access(itemIds, userIds);
    const rows = known.flatMap(({ access }) => access);
    return userIds === null ? rows : rows.filter(({ user_id }) => userIds.includes(user_id));
  }

  async seen(userId: number, itemIds: readonly number[]) {
    const known = this.#rememberedAll(itemIds);
    if (known === null) return this.#tx.seen(userId, itemIds);
    return known.flatMap(({ item, access: rows }) => {
      const access = rows.find(({ user_id, removed }) => user_id === userId && !removed);
      return access === undefined ? [] : { item, access };
    });
  }

  /** Reads the counts of all known parents at once, because a roll-up asks for them one by one. */
  async childCounts(parentIds: readonly number[], viewerId: number | null) {
    const known = this.#rememberedAll(parentIds);
    const isEmpty = known?.every(({ counts }) => counts?.total === 0) === true;
    if (known === null || (viewerId !== null && !isEmpty)) {
      return this.#tx.childCounts(parentIds, viewerId);
    }
    if (known.some(({ counts }) => counts === null)) {
      const ids = [...this.#known.values()].flatMap(({ item, counts }) =>
        counts === null && item.type !== 'todo' ? item.id : [],
      );
      const counted = await this.#tx.childCounts([...ids, ...parentIds], null);
      for (const counts of counted) this.#noteCounts(counts);
    }
    return this.#rememberedAll(parentIds)?.flatMap(({ counts }) => counts ?? []) ?? [];
  }

  async below(itemIds: readonly number[]) {
    const unknown = itemIds.filter((id) => !this.#below.has(id));
    const answers = unknown.length === 0 ? [] : await this.#tx.below(unknown);
    for (const below of answers) {
      const { item_id, total, pending, completed } = below;
      this.#noteCounts({ item_id, total, pending, completed });
      // An unlocked item may change at any time.
      if (this.#known.has(item_id)) this.#below.set(item_id, below);
    }
    const all = new Map(answers.map((below) => [below.item_id, below]));
    return ascending(itemIds).flatMap((id) => this.#below.get(id) ?? all.get(id) ?? []);
  }

  async insertItem(row: Parameters<Tx['insertItem']>[0]) {
    const id = await this.#tx.insertItem(row);
    if (id === null) return null;
    const item = { ...row, id, root_id: row.root_id ?? id };
    this.#roots.add(item.root_id);
    const counts = { item_id: id, total: 0, pending: 0, completed: 0 };
    this.#remember({ item, access: [], counts });
    this.#count(item, 1);
    this.#addBelow(item);
    return id;
  }

  async updateItems(rows: readonly ItemRow[]): Promise<void> {
    this.#below.clear();
    await this.#tx.updateItems(rows);
    for (const row of rows) {
      const known = this.#known.get(row.id);
      // Its former parent is unknown: any parent may have lost it.
      if (known === undefined) this.#forgetCounts();
      else {
        this.#count(known.item, -1);
        this.#known.set(row.id, { ...known, item: row });
      }
      this.#count(row, 1);
    }
  }

  async putOutcome(outcome: ChangeOutcome) {
    const heads = await this.#tx.putOutcome(outcome);
    for (const { behind, ...row } of outcome.access) {
      const known = this.#known.get(row.item_id);
      if (known === undefined) continue;
      const seq = behind === null ? row.seq : (heads.get(row.user_id)?.head ?? 0) - behind;
      const others = known.access.filter(({ user_id }) => user_id !== row.user_id);
      const access = [...others, { ...row, seq }].toSorted((a, b) => a.user_id - b.user_id);
      this.#known.set(row.item_id, { ...known, access });
    }
    return heads;
  }

  #remember(known: RememberedItem): void {
    this.#known.set(known.item.id, known);
    this.#idOf.set(known.item.uuid, known.item.id);
  }

  /** The remembered items, once each and in ascending order of id; null unless all of them are known. */
  #rememberedAll(ids: readonly number[]): readonly RememberedItem[] | null {
    const all: RememberedItem[] = [];
    for (const id of ascending(ids)) {
      const known = this.#known.get(id);
      if (known === undefined) return null;
      all.push(known);
    }
    return all;
  }

  #noteCounts(counts: LivingChildCounts): void {
    const known = this.#known.get(counts.item_id);
    if (known !== undefined) this.#known.set(counts.item_id, { ...known, counts });
  }

  #forgetCounts(): void {
    for (const [id, known] of this.#known) this.#known.set(id, { ...known, counts: null });
  }

  /** Adds a child to the counts of its parent, or subtracts it. */
  #count({ parent_id, status, deleted_at, occurrence_of: of }: ItemRow, by: 1 | -1): void {
    const parent = this.#known.get(parent_id ?? 0);
    if (parent?.counts == null || deleted_at !== null || of !== null) return;
    const { item_id, total, pending, completed } = parent.counts;
    this.#noteCounts({
      item_id,
      total: total + by,
      pending: pending + (status === 'pending' ? by : 0),
      completed: completed + (status === 'completed' ? by : 0),
    });
  }

  /** Adds a new item to the remembered results of its ancestors. */
  #addBelow({ parent_id, assigned_to, deleted_at, occurrence_of: of }: ItemRow): void {
    if (deleted_at !== null) return this.#below.clear();
    const people = assigned_to !== null && assigned_to >= firstPersonId ? [assigned_to] : [];
    for (let id = parent_id; id !== null;) {
      const known = this.#known.get(id);
      if (known === undefined) return this.#below.clear();
      const below = this.#below.get(id);
      if (below !== undefined) {
        const all = ascending([...below.people, ...people]);
        this.#below.set(id, {
          ...below,
          ...known.counts,
          items: below.items + (of === null ? 1 : 0),
          people: all,
        });
      }
      id = known.item.parent_id;
    }
  }
}

/** Distinct ids in ascending order. */
function ascending(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
