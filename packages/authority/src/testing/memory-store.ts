import type { ItemRow, NewItemRow } from '../rows.ts';
import { firstPersonId, firstServerItemId } from '@foray/domain';
import { samplePeople } from '../sample-people.ts';
import { RetryTransaction, StoreUnavailable } from '../store.ts';
import type { Reads, Store, Tx } from '../store.ts';
import { Locks } from './locks.ts';
import { memoryPeopleWrites } from './memory-people.ts';
import { memoryReads, viewOf } from './memory-reads.ts';
import { goneIn, merged, newOverlay, putRow, removeRow } from './overlay.ts';
import type { Overlay } from './overlay.ts';
import type { Gate, View } from './view.ts';
import { emptyMaps, keyOf, sortedRows, tableNames } from './tables.ts';
import type { TableMaps, TableName, TableRows, Tables } from './tables.ts';

/** Places where a test can wait, fail or end a transaction of the memory store. */
export interface MemoryHooks {
  /** Before each primitive, with its name: a scheduler's yield. A rejection is the primitive's. */
  readonly beforePrimitive?: (name: string) => Promise<void>;
  /** Before the writes become visible; throwing undoes the transaction: a crash before commit. */
  readonly beforeCommit?: () => void;
  /** After it; throwing rejects `tx` although everything is stored: a crash after commit. */
  readonly afterCommit?: () => void;
}

/** Rejects what was running in a memory store when it crashed. */
export class StoreCrashed extends StoreUnavailable {
  override readonly name = 'StoreCrashed';
}

const maxAttempts = 50;

/**
 * The store port in memory, for tests and the simulation: maps, transactions that write into an
 * overlay, the same locks as PostgreSQL. It is as lenient as PostgreSQL's READ COMMITTED: what other
 * transactions commit is seen at once. It keeps the port's promises, but never detects a deadlock.
 */
export class MemoryStore implements Store {
  epoch: string;
  readonly #hooks: MemoryHooks;
  readonly #locks = new Locks();
  #maps: TableMaps = emptyMaps();
  #readers = 0;
  #generation = 0;
  #nextIds = { items: firstServerItemId, users: firstPersonId, activity: 1, notifications: 1 };

  constructor(epoch: string, hooks: MemoryHooks = {}) {
    this.epoch = epoch;
    this.#hooks = hooks;
    for (const person of samplePeople) this.#maps.users.set(person.id, person);
  }

  async tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const overlay = newOverlay(emptyMaps());
      const generation = this.#generation;
      try {
        const value = await fn(this.#transaction(overlay, generation));
        this.#commit(overlay, generation);
        return value;
      } catch (error) {
        if (!(error instanceof RetryTransaction) || attempt === maxAttempts) throw error;
      } finally {
        this.#locks.release(overlay);
      }
    }
  }

  async read<T>(fn: (reads: Reads) => Promise<T>): Promise<T> {
    const snapshot = this.#maps;
    this.#readers += 1;
    try {
      return await fn(
        memoryReads(
          viewOf(() => snapshot),
          this.#gate(this.#generation),
        ),
      );
    } finally {
      this.#readers -= 1;
    }
  }

  /** Ends everything that runs, as a crash of the server does; what is committed stays. */
  crash(): void {
    this.#generation += 1;
    this.#locks.abandon(new StoreCrashed());
  }

  /** The committed rows of one table, in no order that means anything. */
  rows<T extends TableName>(table: T): Iterable<TableRows[T]> {
    return this.#maps[table].values();
  }

  /** One committed row, by its key as in {@link keyOf}. */
  row<T extends TableName>(table: T, key: string | number): TableRows[T] | undefined {
    return this.#maps[table].get(key);
  }

  /** Every row of every table, each table ascending by its primary key. */
  tables(): Tables {
    const list = <T extends TableName>(table: T) => sortedRows(this.#maps[table]);
    return {
      items: list('items'),
      access: list('access'),
      heads: list('heads'),
      ops: list('ops'),
      activity: list('activity'),
      notifications: list('notifications'),
      feed: list('feed'),
      users: list('users'),
      contacts: list('contacts'),
    };
  }

  /** Replaces every row, as restoring a backup does; ids go on from where they were. */
  load(tables: Tables, epoch: string): void {
    this.crash();
    const maps = emptyMaps();
    const fill = <T extends TableName>(table: T): void => {
      for (const row of tables[table]) maps[table].set(keyOf[table](row), row);
    };
    tableNames.forEach(fill);
    this.#maps = maps;
    this.epoch = epoch;
  }

  /** Replaces every row; ids go on after the greatest of them, as in a store that grew so. */
  begin(tables: Tables): void {
    this.load(tables, this.epoch);
    const after = (rows: readonly { readonly id: number }[], first: number): number =>
      rows.reduce((next, { id }) => Math.max(next, id + 1), first);
    this.#nextIds = {
      items: after(tables.items, firstServerItemId),
      users: after(tables.users, firstPersonId),
      activity: after(tables.activity, 1),
      notifications: after(tables.notifications, 1),
    };
  }

  #gate(generation: number): Gate {
    const before = this.#hooks.beforePrimitive;
    return async (name) => {
      if (before !== undefined) await before(name);
      if (generation !== this.#generation) throw new StoreCrashed();
    };
  }

  #commit(overlay: Overlay, generation: number): void {
    if (generation !== this.#generation) throw new StoreCrashed();
    this.#hooks.beforeCommit?.();
    const next: TableMaps = { ...this.#maps };
    const merge = <T extends TableName>(table: T): void => {
      const written: TableMaps[T] = overlay.rows[table];
      const gone = goneIn(overlay, table);
      if (written.size === 0 && gone.size === 0) return;
      if (this.#readers > 0)
        Object.assign(next, { [table]: new Map<unknown, unknown>(next[table]) });
      for (const key of gone) next[table].delete(key);
      for (const [key, row] of written) next[table].set(key, row);
    };
    tableNames.forEach(merge);
    this.#maps = next;
    this.#hooks.afterCommit?.();
  }

  #transaction(overlay: Overlay, generation: number): Tx {
    const view: View = {
      get: (table, key) =>
        overlay.rows[table].get(key) ??
        (goneIn(overlay, table).has(key) ? undefined : this.#maps[table].get(key)),
      rows: (table) => merged(this.#maps[table], overlay, table),
    };
    const gate = this.#gate(generation);
    const put = <T extends TableName>(table: T, row: TableRows[T]): void => {
      putRow(overlay, table, row);
    };
    const remove = <T extends TableName>(table: T, row: TableRows[T]): void => {
      removeRow(overlay, table, row);
    };
    const lock = async (key: string): Promise<void> => {
      await this.#locks.acquire(key, overlay);
      if (generation !== this.#generation) throw new StoreCrashed();
    };

    const insertOp = (row: TableRows['ops']): void => {
      const key = keyOf.ops(row);
      if (view.get('ops', key) !== undefined) throw new Error(`op ${key} is there already`);
      put('ops', row);
    };
    const advance = async (steps: Parameters<Tx['advanceHeads']>[0]) => {
      const heads = new Map<number, number>();
      for (const { user_id, by } of steps.toSorted((a, b) => a.user_id - b.user_id)) {
        await lock(`head ${user_id}`);
        const before = view.get('heads', user_id);
        const head = (before?.head ?? 0) + by;
        put('heads', { user_id, head, floor: before?.floor ?? 0 });
        heads.set(user_id, head);
      }
      return heads;
    };

    return {
      ...memoryReads(view, gate),
      ...memoryPeopleWrites({
        view,
        gate,
        put,
        remove,
        lock,
        takeId: (table) => this.#nextIds[table]++,
      }),
      lockOp: async (userId, opId) => {
        await gate('lockOp');
        await lock(`op ${userId} ${opId}`);
        return view.get('ops', `${userId} ${opId}`) ?? null;
      },
      lockRoots: async (rootIds) => {
        await gate('lockRoots');
        for (const id of [...new Set(rootIds)].toSorted((a, b) => a - b)) await lock(`root ${id}`);
      },
      insertItem: async (row: NewItemRow) => {
        await gate('insertItem');
        await lock(`uuid ${row.uuid}`);
        for (const item of view.rows('items')) if (item.uuid === row.uuid) return null;
        const id = this.#nextIds.items++;
        const inserted: ItemRow = { ...row, id, root_id: row.root_id ?? id };
        put('items', inserted);
        return id;
      },
      updateItems: async (rows) => {
        await gate('updateItems');
        for (const row of rows) put('items', row);
      },
      putOp: async (row) => {
        await gate('putOp');
        insertOp(row);
      },
      advanceHeads: async (steps) => {
        await gate('advanceHeads');
        return advance(steps);
      },
      putOutcome: async ({ op, entries, steps, access }) => {
        await gate('putOutcome');
        if (op !== null) insertOp(op);
        for (const row of entries) put('activity', { ...row, id: this.#nextIds.activity++ });
        const heads = await advance(steps);
        for (const { behind, ...row } of access) {
          const seq = behind === null ? row.seq : (heads.get(row.user_id) ?? 0) - behind;
          put('access', { ...row, seq });
        }
        return heads;
      },
      forgetRemovals: async (before, limit) => {
        await gate('forgetRemovals');
        const old = [...view.rows('access')].filter((row) => {
          const deletedAt = view.get('items', row.item_id)?.deleted_at ?? null;
          return row.removed && deletedAt !== null && deletedAt < before;
        });
        const gone = old.toSorted((a, b) => a.user_id - b.user_id || a.seq - b.seq).slice(0, limit);
        for (const row of gone) {
          await lock(`head ${row.user_id}`);
          const head = view.get('heads', row.user_id);
          if (head === undefined) throw new Error(`user ${row.user_id} has access and no head`);
          put('heads', { ...head, floor: Math.max(head.floor, row.seq) });
          removeRow(overlay, 'access', row);
        }
        return gone.length;
      },
      putFeed: async (rows) => {
        await gate('putFeed');
        for (const row of rows) put('feed', row);
      },
    };
  }
}
