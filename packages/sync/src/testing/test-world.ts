import type { Person } from '@foray/domain';
import type { ActionResult, DurableAction } from '../actions/action-unit.ts';
import {
  assignItem,
  createItem,
  deleteItem,
  moveItem,
  removePerson,
  setStatus,
} from '../actions/actions.ts';
import { editItem } from '../actions/edit-items.ts';
import { labelItem } from '../actions/label-item.ts';
import { completeOccurrence, skipOccurrence, undoOccurrence } from '../actions/occurrence.ts';
import { restoreItem } from '../actions/restore.ts';
import type { CycleTrigger } from '../engine/sync-state.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { LocalChange, LocalStore, ReadTransaction } from '../store/ports.ts';
import { TestServer, userId } from './test-server.ts';
import { TestTransport } from './test-transport.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { done } from './done.ts';
import { CountingIds, TestConnectivity, TestLocks } from './test-ports.ts';
import { VirtualTime } from './virtual-time.ts';

/** One tab of a device on any store, with everything it needs, against a server shared with others. */
export class StoreDevice {
  readonly device: SyncContext;
  readonly store: LocalStore;
  readonly transport: TestTransport;
  readonly connectivity = new TestConnectivity();
  readonly locks: TestLocks;
  readonly engine: Engine;
  readonly published: LocalChange[] = [];
  isResolving = false;

  /** The actions of its user, each of which must succeed. */
  readonly create = this.#does(createItem);
  readonly edit = this.#does(editItem);
  readonly setStatus = this.#does(setStatus);
  readonly assign = this.#does(assignItem);
  readonly move = this.#does(moveItem);
  readonly delete = this.#does(deleteItem);
  readonly restore = this.#does(restoreItem);
  readonly removePerson = this.#does(removePerson);
  readonly label = this.#does(labelItem);
  readonly complete = this.#does(completeOccurrence);
  readonly skip = this.#does(skipOccurrence);
  readonly reopen = this.#does(undoOccurrence);

  constructor(world: TestWorld, number: number, store: LocalStore, locks = new TestLocks()) {
    this.store = store;
    this.locks = locks;
    this.transport = new TestTransport(world.server, world.user.id);
    this.device = {
      account: { kind: 'user', user: world.user },
      store,
      clock: world.time,
      ids: new CountingIds(number),
      changes: { publish: (change) => void this.published.push(change) },
    };
    this.engine = createEngine({
      device: this.device,
      transport: this.transport,
      scheduler: world.time,
      locks,
      connectivity: this.connectivity,
      isResolvingConflicts: () => this.isResolving,
    });
  }

  #does<What extends unknown[]>(action: (device: SyncContext, ...what: What) => ActionResult) {
    return (...what: What): Promise<DurableAction> => done(action(this.device, ...what));
  }

  /** One read of the store; a failure fails the test. */
  async read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    const result = await this.store.read(work);
    if (!result.ok) throw new Error(result.error.code);
    return result.value;
  }

  /** Cycles, one after the other. */
  async runs(...triggers: CycleTrigger[]): Promise<void> {
    for (const trigger of triggers) await this.engine.run(trigger);
  }

  /** Cycles that begin after something has happened. */
  async runsAfter(happening: Promise<unknown>, ...triggers: CycleTrigger[]): Promise<void> {
    await happening;
    await this.runs(...triggers);
  }

  /** A cycle whose calls have this fault; later ones have none. */
  async runsWith(fault: TestTransport['fault'], trigger: CycleTrigger): Promise<void> {
    this.transport.fault = fault;
    await this.engine.run(trigger);
    this.transport.fault = () => 'none';
  }

  queue() {
    return this.read((tx) => tx.queue());
  }

  async row(uuid: string): Promise<LocalItem> {
    const row = await this.read((tx) => tx.itemByUuid(uuid));
    if (row === undefined) throw new Error(`no row ${uuid}`);
    return row;
  }

  /** The shown items, by uuid. */
  async shown(): Promise<LocalItem[]> {
    const rows = await this.read((tx) => tx.allItems());
    return rows.filter((row) => !row._deleted).sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  }
}

/** One tab of a device that keeps its data in memory. */
export class TestDevice extends StoreDevice {
  declare readonly store: MemoryStore;
  readonly tables: MemoryTables;

  constructor(world: TestWorld, number: number, tables = new MemoryTables(), locks?: TestLocks) {
    super(world, number, new MemoryStore(tables), locks);
    this.tables = tables;
  }
}

/** The person of an id. */
export function personOf(id: number): Person {
  const at = '2026-01-01T00:00:00.000Z';
  return { id, name: `Person ${id}`, phone: '', created_at: at, updated_at: at };
}

/** One server, one user, one time; any number of devices. */
export class TestWorld {
  readonly time = new VirtualTime();
  readonly server = new TestServer(() => this.time.trueMs());
  readonly user: Person = personOf(userId);
  #devices = 0;

  newDevice(): TestDevice {
    this.#devices += 1;
    return new TestDevice(this, this.#devices);
  }

  /** Another client changes an item after this long. */
  async changes(uuid: string, fields: Parameters<TestServer['change']>[1], afterMs = 5000) {
    await this.time.pass(afterMs);
    await this.server.change(uuid, fields);
  }

  /** Another tab of the same device: same data, same locks. */
  newTab(of: TestDevice): TestDevice {
    this.#devices += 1;
    return new TestDevice(this, this.#devices, of.tables, of.locks);
  }
}

/** A world with one device, which has not started. */
export function newWorld(): { world: TestWorld; one: TestDevice } {
  const world = new TestWorld();
  return { world, one: world.newDevice() };
}
