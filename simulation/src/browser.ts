import type { Person } from '@foray/domain';
import { createEngine } from '@foray/sync';
import type {
  Device,
  Engine,
  Ids,
  LocalStore,
  Locks,
  Scheduler,
  StoreFailure,
  Transport,
} from '@foray/sync';
import { MemoryStore, MemoryTables, TestConnectivity } from '@foray/sync/testing';
import type { VirtualClock } from './clock.ts';
import { Life } from './life.ts';
import { TabStore } from './tab-store.ts';

/** One tab: its engine, its handle on the data, its life. */
export interface Tab {
  readonly life: Life;
  readonly device: Device;
  readonly engine: Engine;
}

/** What a browser takes from its world. */
export interface BrowserPorts {
  readonly clock: VirtualClock;
  /** The way to the server for one tab. */
  readonly transportFor: (browser: Browser, life: Life) => Transport;
  /** What a transaction waits for before it begins; null for nothing. */
  readonly pause: () => Promise<void> | null;
  /** Why a write fails at its end; null if it does not. */
  readonly writeFailure: () => StoreFailure | null;
  /** Where a test spoils the store; the identity otherwise. */
  readonly storeFor: (store: LocalStore) => LocalStore;
  /** Without locks every tab runs when it likes. */
  readonly hasLocks: boolean;
  /** Told of everything that a crash ends. */
  readonly onCrash: (browser: Browser) => void;
}

/** A person's browser: one database, one session, tabs that share them, and crashes. */
export class Browser {
  readonly number: number;
  readonly user: Person;
  readonly tables = new MemoryTables();
  /** Whose session cookie the browser holds now. */
  sessionUserId: number;
  /** The conflict dialog is open in one of the tabs. */
  isResolving = false;
  tabs: readonly Tab[];
  /** How far its clock is off, in ms. */
  skewMs = 0;
  /** Grows whenever anything runs here. */
  checks = 0;
  readonly #ports: BrowserPorts;
  readonly #held = new Map<string, Life>();
  #uuids = 0;
  #checksToCrash: number | null = null;

  constructor(number: number, user: Person, tabs: number, ports: BrowserPorts) {
    this.number = number;
    this.user = user;
    this.sessionUserId = user.id;
    this.#ports = ports;
    this.tabs = Array.from({ length: tabs }, () => this.#openTab());
  }

  /** Crashes at the `checks`-th place from now where a crash can fall. */
  planCrash(checks: number): void {
    this.#checksToCrash = checks;
  }

  /** Ends all tabs and starts as many; the database keeps what was committed. */
  crash(): void {
    this.#checksToCrash = null;
    this.isResolving = false;
    for (const tab of this.tabs) tab.life.end();
    this.#ports.onCrash(this);
    this.tabs = this.tabs.map(() => this.#openTab());
  }

  /** Closes one tab in the middle of whatever it does and opens another. */
  closeTab(tab: Tab): void {
    tab.life.end();
    this.#ports.onCrash(this);
    this.tabs = this.tabs.map((one) => (one === tab ? this.#openTab() : one));
  }

  /** No crash to come, the right session, no dialog. */
  heal(): void {
    this.#checksToCrash = null;
    this.isResolving = false;
    this.sessionUserId = this.user.id;
  }

  #openTab(): Tab {
    const { clock, storeFor, transportFor, pause, writeFailure } = this.#ports;
    const life = new Life(() => this.#countDown());
    const store = new MemoryStore(this.tables);
    store.faults.beforeCommit = writeFailure;
    const device: Device = {
      account: { kind: 'user', user: this.user },
      store: storeFor(new TabStore(store, life, pause)),
      clock: { nowMs: () => clock.nowMs() + this.skewMs },
      ids: this.#ids(),
      changes: { publish: () => undefined },
    };
    const engine = createEngine({
      device,
      transport: transportFor(this, life),
      scheduler: schedulerFor(clock, life),
      locks: this.#locksFor(life),
      connectivity: new TestConnectivity(),
      isResolvingConflicts: () => this.isResolving,
    });
    return { life, device, engine };
  }

  #countDown(): void {
    this.checks += 1;
    if (this.#checksToCrash === null) return;
    this.#checksToCrash -= 1;
    if (this.#checksToCrash < 0) this.crash();
  }

  #ids(): Ids {
    return { uuid: () => namedUuid(this.number, (this.#uuids += 1)), random: () => 0.5 };
  }

  #locksFor(life: Life): Locks {
    return {
      ifFree: async (name, work) => {
        if (!this.#ports.hasLocks) return work();
        if (this.#held.get(name)?.isOver === false) return null;
        this.#held.set(name, life);
        try {
          return await work();
        } finally {
          if (this.#held.get(name) === life) this.#held.delete(name);
        }
      },
    };
  }
}

function schedulerFor(clock: VirtualClock, life: Life): Scheduler {
  const whileAlive = (work: () => void) => (): void => void (life.isOver || work());
  return {
    after: (delayMs, work) => clock.after(delayMs, whileAlive(work)),
    every: (periodMs, work) => {
      let cancel = (): void => undefined;
      const again = (): void => {
        if (life.isOver) return;
        cancel = clock.after(periodMs, again);
        work();
      };
      cancel = clock.after(periodMs, again);
      return () => cancel();
    },
  };
}

/** A uuid that says which browser gave it. */
function namedUuid(browser: number, count: number): string {
  const tail = browser.toString(16).padStart(3, '0') + count.toString(16).padStart(9, '0');
  return `00000000-0000-4000-8000-${tail}`;
}

/** The number of the browser that gave a uuid. */
export function browserOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(24, 27), 16);
}
