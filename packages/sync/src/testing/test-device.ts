import type { Person } from '@foray/domain';
import { createEngine } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import type { SyncContext } from '../store/sync-context.ts';
import type { LocalItem } from '../store/local-item.ts';
import type { Connectivity, Ids, LocalChange, Locks, ReadTransaction } from '../store/ports.ts';
import { fakePerson } from './fake-item.ts';
import { FakeServer } from './fake-server.ts';
import { FakeTransport } from './fake-transport.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { MemoryTables } from '../memory/memory-tables.ts';
import { VirtualTime } from './virtual-time.ts';

/** Names that count up, so that a failing test reads the same twice. */
export class CountingIds implements Ids {
  #count = 0;
  readonly #device: number;

  constructor(device = 1) {
    this.#device = device;
  }

  uuid(): string {
    this.#count += 1;
    const tail = this.#count.toString(16).padStart(12, '0');
    return `00000000-0000-4000-8000-${this.#device.toString(16).padStart(3, '0')}${tail.slice(3)}`;
  }

  random(): number {
    return 0.5;
  }
}

/** Locks of one browser; `isOpen` lets everybody in, as if there were none. */
export class TestLocks implements Locks {
  isOpen = false;
  readonly #held = new Set<string>();

  async ifFree<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    if (this.isOpen) return work();
    if (this.#held.has(name)) return null;
    this.#held.add(name);
    try {
      return await work();
    } finally {
      this.#held.delete(name);
    }
  }
}

/** A network hint that tests switch. */
export class TestConnectivity implements Connectivity {
  #isOnline = true;
  readonly #listeners = new Set<(isOnline: boolean) => void>();

  isOnline(): boolean {
    return this.#isOnline;
  }

  subscribe(listener: (isOnline: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(isOnline: boolean): void {
    this.#isOnline = isOnline;
    for (const listener of this.#listeners) listener(isOnline);
  }
}

/** One tab of a device with everything it needs, against a server shared with others. */
export class TestDevice {
  readonly device: SyncContext;
  readonly store: MemoryStore;
  readonly tables: MemoryTables;
  readonly transport: FakeTransport;
  readonly connectivity = new TestConnectivity();
  readonly locks: TestLocks;
  readonly engine: Engine;
  readonly published: LocalChange[] = [];
  isResolving = false;

  constructor(
    world: TestWorld,
    number: number,
    tables = new MemoryTables(),
    locks = new TestLocks(),
  ) {
    this.tables = tables;
    this.store = new MemoryStore(tables);
    this.locks = locks;
    this.transport = new FakeTransport(world.server, world.user.id);
    this.device = {
      account: { kind: 'user', user: world.user },
      store: this.store,
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

  /** One read of the store; its failure is the test's. */
  async read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    const result = await this.store.read(work);
    if (!result.ok) throw new Error(result.error.code);
    return result.value;
  }

  queue() {
    return this.read((tx) => tx.queue());
  }

  async row(uuid: string): Promise<LocalItem> {
    const row = await this.read((tx) => tx.itemByUuid(uuid));
    if (row === undefined) throw new Error(`no row ${uuid}`);
    return row;
  }

  /** What is shown, by uuid. */
  async shown(): Promise<LocalItem[]> {
    const rows = await this.read((tx) => tx.allItems());
    return rows.filter((row) => !row._deleted).sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  }
}

/** One server, one user, one time; any number of devices. */
export class TestWorld {
  readonly time = new VirtualTime();
  readonly server = new FakeServer(() => this.time.trueMs());
  readonly user: Person = fakePerson(1001);
  #devices = 0;

  newDevice(): TestDevice {
    this.#devices += 1;
    return new TestDevice(this, this.#devices);
  }

  /** Another tab of the same device: same data, same locks. */
  newTab(of: TestDevice): TestDevice {
    this.#devices += 1;
    return new TestDevice(this, this.#devices, of.tables, of.locks);
  }
}
