import type { ItemRow, NewItemRow } from '../store/rows.ts';
import { ContendedError, RetryTransaction, StoreUnavailable } from '../store/store-errors.ts';
import type { Reads, Standbys, Store, Tx } from '../store/store.ts';
import { MemoryLocks } from './locks.ts';
import { memoryFeedWrites } from './memory-feed.ts';
import { memoryPeopleWrites } from './memory-people.ts';
import { memoryReads, viewOf } from './memory-reads.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import { MemoryRuns } from './memory-runs.ts';
import { MemoryStandby } from './memory-standby.ts';
import { samplePeople } from './sample-people.ts';
import { beginPart, goneIn, merged, newOverlay, putRow, removeRow } from './overlay.ts';
import type { TransactionOverlay } from './overlay.ts';
import { gated, type Gate, type RunsView, type View, type Writer } from './view.ts';
import { emptyMaps, firstNextIds, keyOf, nextIdsAfter, sortedRows, tableNames } from './tables.ts';
import type { NextIds, TableMaps, TableName, TableRows, AuthorityTables } from './tables.ts';

/** Rejects calls that were running in a memory store when it crashed. */
export class StoreCrashed extends StoreUnavailable {
  override readonly name = 'StoreCrashed';
}

/** Everything in a memory store at one moment. */
export interface Backup {
  readonly tables: AuthorityTables;
  readonly runs: MemoryRuns;
  /** The state of the sequences, which every backup of PostgreSQL contains. */
  readonly nextIds: NextIds;
}

const maxAttempts = 50;
/** The behaviour of a transaction at a lock that another one holds. */
type Patience = 'waits' | 'never waits';

/**
 * The store port in memory, for tests and the simulation: maps, transactions that write into an overlay, the
 * same locks as PostgreSQL. It is as lenient as PostgreSQL's READ COMMITTED: commits of other transactions
 * are visible at once. It fulfils the port's promises, but never detects a deadlock.
 */
export class MemoryAuthorityStore implements Store {
  epoch: string;
  standbys: Standbys | undefined;
  readonly #hooks: MemoryHooks;
  readonly #locks = new MemoryLocks();
  #maps: TableMaps = emptyMaps();
  #runs = MemoryRuns.first('run1');
  /** How many names of runs and epochs were assigned; a backup never restores this number. */
  #named = 1;
  #readers = 0;
  #generation = 0;
  #nextIds = firstNextIds();

  constructor(epoch: string, hooks: MemoryHooks = {}) {
    this.epoch = epoch;
    this.#hooks = hooks;
    for (const person of samplePeople) this.#maps.users.set(person.id, person);
  }

  async tx<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(fn, 'waits');
      } catch (error) {
        if (!(error instanceof RetryTransaction) || attempt === maxAttempts) throw error;
      }
    }
  }

  async tryTx<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.#attempt(fn, 'never waits');
    } catch (error) {
      throw error instanceof RetryTransaction ? new ContendedError() : error;
    }
  }

  async read<T>(fn: (reads: Reads) => Promise<T>): Promise<T> {
    this.#readers += 1;
    try {
      return await fn(this.#snapshot(this.#gate(this.#generation)));
    } finally {
      this.#readers -= 1;
    }
  }

  /** Makes and uses a copy, which shows what the store shows now until it catches up. */
  addStandby(): MemoryStandby {
    // The tables of a copy are read for as long as it is there.
    this.#readers += 1;
    const standby = new MemoryStandby(() =>
      this.#snapshot(async (name) => this.#hooks.beforePrimitive?.(name)),
    );
    this.standbys = standby;
    return standby;
  }

  #snapshot(gate: Gate): Reads {
    const snapshot = this.#maps;
    const runs = { runs: this.#runs, epoch: this.epoch, movedFrom: () => undefined };
    const reads = memoryReads(
      viewOf(() => snapshot),
      () => runs,
    );
    return gated<Reads>(gate, reads);
  }

  /** The positions of users' heads through the runs of this store, as committed. */
  get runs(): MemoryRuns {
    return this.#runs;
  }

  /** Everything committed, for {@link restore}. */
  backup(): Backup {
    return { tables: this.tables(), runs: this.#runs, nextIds: { ...this.#nextIds } };
  }

  /**
   * Replaces everything by a backup: a new database run, with the ids of the backup. Running calls end as in
   * a crash. The epoch stays: devices have to detect the loss.
   */
  restore({ tables, runs, nextIds }: Backup): void {
    this.load(tables, this.epoch);
    this.#nextIds = { ...nextIds };
    this.#runs = runs.next(this.#newName('run'));
  }

  /** Starts the database again, as after a crash: a new run, and nothing is lost. */
  restart(): void {
    this.crash();
    this.#runs = this.#runs.next(this.#newName('run'));
  }

  /** Ends every running call, as a crash of the server does. Commits stay. */
  crash(): void {
    this.#generation += 1;
    this.#locks.abandon(() => new StoreCrashed());
  }

  /** The committed rows of a table, in no order. */
  rows<T extends TableName>(table: T): Iterable<TableRows[T]> {
    return this.#maps[table].values();
  }

  /** A committed row, by its key as in {@link keyOf}. */
  row<T extends TableName>(table: T, key: string | number): TableRows[T] | undefined {
    return this.#maps[table].get(key);
  }

  /** Every row of every table, each table ascending by its primary key. */
  tables(): AuthorityTables {
    const lists = tableNames.map((table) => [table, sortedRows<unknown>(this.#maps[table])]);
    return Object.fromEntries(lists) as AuthorityTables;
  }

  /** Replaces every row, as restoring a backup does. Ids continue from where they were. */
  load(tables: AuthorityTables, epoch: string): void {
    this.crash();
    const maps = emptyMaps();
    const fill = <T extends TableName>(table: T): void => {
      for (const row of tables[table]) maps[table].set(keyOf[table](row), row);
    };
    tableNames.forEach(fill);
    this.#maps = maps;
    this.#runs = MemoryRuns.first(this.#newName('run'));
    this.epoch = epoch;
  }

  /** Replaces every row. Ids continue after the greatest, as in a store that was filled in order. */
  begin(tables: AuthorityTables): void {
    this.load(tables, this.epoch);
    this.#nextIds = nextIdsAfter(tables);
  }

  #newName(of: string): string {
    this.#named += 1;
    return `${of}${this.#named}`;
  }

  #gate(generation: number): Gate {
    const before = this.#hooks.beforePrimitive;
    return async (name) => {
      if (before !== undefined) await before(name);
      if (generation !== this.#generation) throw new StoreCrashed();
    };
  }

  async #attempt<T>(fn: (tx: Tx) => Promise<T>, patience: Patience): Promise<T> {
    const overlay = newOverlay(emptyMaps());
    const generation = this.#generation;
    try {
      const value = await fn(this.#transaction(overlay, generation, patience));
      this.#commit(overlay, generation);
      return value;
    } finally {
      this.#locks.release(overlay);
    }
  }

  #commit(overlay: TransactionOverlay, generation: number): void {
    if (generation !== this.#generation) throw new StoreCrashed();
    this.#hooks.beforeCommit?.();
    for (const part of [...overlay.parts, overlay]) this.#show(part);
    this.#hooks.afterCommit?.();
  }

  #show(overlay: TransactionOverlay): void {
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
    if (overlay.movedHeads.size > 0) this.#runs = this.#runs.moved(overlay.movedHeads);
    for (const [userId, epoch] of overlay.epochs) this.#runs = this.#runs.renewed(userId, epoch);
    tableNames.forEach(merge);
    this.#maps = next;
    this.#hooks.afterPart?.();
  }

  #transaction(overlay: TransactionOverlay, generation: number, patience: Patience): Tx {
    const view: View = {
      get: (table, key) =>
        overlay.rows[table].get(key) ??
        (goneIn(overlay, table).has(key) ? undefined : this.#maps[table].get(key)),
      rows: (table) => merged(this.#maps[table], overlay, table),
    };
    const gate = this.#gate(generation);
    const lock = async (key: string): Promise<void> => {
      if (patience === 'never waits' && this.#locks.isHeldByOther(key, overlay)) {
        throw new ContendedError();
      }
      await this.#locks.acquire(key, overlay);
      if (generation !== this.#generation) throw new StoreCrashed();
    };

    const runs = (): RunsView => ({
      runs: this.#runs,
      epoch: this.epoch,
      movedFrom: (userId) => overlay.movedHeads.get(userId),
    });

    const writer: Writer = {
      view,
      gate,
      put: (table, row) => putRow(overlay, table, row),
      remove: (table, row) => removeRow(overlay, table, row),
      lock,
      takeId: (table) => this.#nextIds[table]++,
      movedHeads: overlay.movedHeads,
      logsEverything: this.#hooks.logsEverything ?? false,
      endPart: () => void (overlay.isWhole = true),
    };
    const own = {
      lockOps: async (userId, opIds) => {
        await gate('lockOps');
        const keys = [...new Set(opIds)].toSorted().map((id) => `${userId} ${id}`);
        for (const key of keys) await lock(`op ${key}`);
        return keys.flatMap((key) => view.get('ops', key) ?? []);
      },
      lockRoots: async (rootIds) => {
        await gate('lockRoots');
        for (const id of [...new Set(rootIds)].toSorted((a, b) => a - b)) await lock(`root ${id}`);
      },
      insertItem: async (row: NewItemRow) => {
        await gate('insertItem');
        beginPart(overlay);
        await lock(`uuid ${row.uuid}`);
        // A uuid that exists uses up a number, as in PostgreSQL.
        const id = this.#nextIds.items++;
        for (const item of view.rows('items')) if (item.uuid === row.uuid) return null;
        const inserted: ItemRow = { ...row, id, root_id: row.root_id ?? id };
        writer.put('items', inserted);
        return id;
      },
      updateItems: async (rows) => {
        await gate('updateItems');
        beginPart(overlay);
        for (const row of rows) writer.put('items', row);
      },
      renewEpoch: async (userId, epoch) => {
        await gate('renewEpoch');
        await lock(`user ${userId}`);
        if ((this.#runs.epochOf(userId) ?? this.epoch) !== epoch) return;
        overlay.epochs.set(userId, this.#newName('epoch'));
      },
    } satisfies Partial<Tx>;
    const reads = gated<Reads>(gate, memoryReads(view, runs));
    // Spread into one literal, this many methods would make an object that is slow to build.
    return Object.assign(reads, memoryPeopleWrites(writer), memoryFeedWrites(writer), own);
  }
}
