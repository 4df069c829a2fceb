import type { Store } from '@foray/authority';
import type { BatchRequest } from '@foray/contract';
import type { Person } from '@foray/domain';
import type { AccountMemory, LocalStore, StoreFailure, Transport } from '@foray/sync';
import { Browser } from './browser.ts';
import { VirtualClock } from './clock.ts';
import { Diary } from './diary.ts';
import { networkFor } from './network.ts';
import type { Surroundings } from './network.ts';
import { Profile } from './profile.ts';
import { Random } from './random.ts';
import { SimServer } from './server.ts';
import type { Faults, Story } from './story.ts';
import type { BrowserPorts, Tab } from './tab.ts';
import type { Trace } from './trace.ts';
import { Watch } from './watch.ts';

/** A way to break one protection, to see that the net catches it. */
export interface Mutant {
  readonly transport?: (transport: Transport, profile: Profile) => Transport;
  /** `reopen` gives another handle on the same data, as it is then. */
  readonly store?: (store: LocalStore, reopen: () => LocalStore) => LocalStore;
  /** What one tab makes of what its browser remembers. */
  readonly memory?: (memory: AccountMemory) => AccountMemory;
  readonly serverStore?: (store: Store) => Store;
  /** The server lets the session decide whose request it is, whatever X-Actor says. */
  readonly trustsSession?: boolean;
}

/** Makes the server of a world, in place of the authority on its memory store. */
export type ServerFor = (clock: VirtualClock) => SimServer;

/** One simulated world: a server, browsers, a network between them, and who watches over it. */
export class World implements Surroundings {
  readonly clock = new VirtualClock();
  readonly server: SimServer;
  readonly diary = new Diary();
  readonly watch = new Watch(this.diary);
  readonly trace: Trace;
  readonly mutant: Mutant | null;
  people: readonly Person[] = [];
  browsers: readonly Browser[] = [];
  /** The data of accounts in browsers, by their number less one. */
  profiles: readonly Profile[] = [];
  readonly hasSizeLimit: boolean;
  /** What may go wrong now; nothing while the world heals. */
  faults: Faults;
  /** All chance comes from here; every step seeds it anew. */
  random = new Random(0);
  /** The first thing that broke where nobody awaited it. */
  failure: { readonly error: unknown } | null = null;

  private constructor(
    story: Story,
    trace: Trace,
    mutant: Mutant | null,
    serverFor: ServerFor | undefined,
  ) {
    this.faults = story.faults;
    this.hasSizeLimit = story.faults.tooLarge !== undefined;
    this.trace = trace;
    this.mutant = mutant;
    this.server = serverFor?.(this.clock) ?? new SimServer(this.clock, mutant?.serverStore);
  }

  /** The world of a story, before its first step. */
  static async open(
    story: Story,
    trace: Trace,
    mutant: Mutant | null,
    serverFor?: ServerFor,
  ): Promise<World> {
    const world = new World(story, trace, mutant, serverFor);
    const names = story.users.map((_, index) => `User ${index + 1}`);
    const people = await world.server.settle(names);
    world.people = people;
    const ports = world.#browserPorts();
    const tabsOf = story.users.flatMap((devices, index) =>
      devices.flatMap((tabs) => people.slice(index, index + 1).map((user) => ({ user, tabs }))),
    );
    world.browsers = tabsOf.map(({ user, tabs }, index) => new Browser(index, user, tabs, ports));
    world.server.takeBackup();
    world.misbehave(story.faults);
    return world;
  }

  /** Sets what may go wrong from now on. */
  misbehave(faults: Faults): void {
    this.faults = faults;
    const { slowServer, entryError } = faults;
    this.server.pause = slowServer === undefined ? null : () => this.#pauseServer(slowServer);
    this.server.failsNow = entryError === undefined ? null : () => this.random.chance(entryError);
  }

  /** Items of their own that devices had in step when the server lost them. */
  lost: readonly { readonly browser: number; readonly uuid: string; readonly erasures: number }[] =
    [];

  /** Puts the last backup in place of what the server has. */
  restoreBackup(): void {
    const { server } = this;
    const epoch = server.store.epoch;
    const before = [...server.store.rows('items')];
    server.restoreBackup();
    const after = new Set([...server.store.rows('items')].map(({ uuid }) => uuid));
    const living = before.filter((item) => item.deleted_at === null);
    const lost = new Set(living.map(({ uuid }) => uuid).filter((uuid) => !after.has(uuid)));
    // Of what an earlier backup lost: what nobody has made again since.
    const madeAgain = new Set([...before.map(({ uuid }) => uuid), ...after]);
    const found = this.profiles.flatMap(({ number, user, tables }) => {
      if (tables.meta('epoch').get('server')?.value.epoch !== epoch) return [];
      const own = [...tables.items.values()].filter(
        (row) => lost.has(row.uuid) && row.user_id === user.id && row._syncStatus === 'synced',
      );
      return own.flatMap((row) =>
        row._deleted ? [] : { browser: number, uuid: row.uuid, erasures: tables.erasures },
      );
    });
    this.lost = [...this.lost.filter(({ uuid }) => !madeAgain.has(uuid)), ...found];
  }

  /** A tab of any browser, counted over. */
  tabAt(index: number): { readonly browser: Browser; readonly tab: Tab } {
    const all = this.browsers.flatMap((browser) => browser.tabs.map((tab) => ({ browser, tab })));
    return all[index % all.length] as { browser: Browser; tab: Tab };
  }

  get checksActor(): boolean {
    return this.mutant?.trustsSession !== true && !this.server.checksCalls;
  }

  get checksEpoch(): boolean {
    return !this.server.checksCalls;
  }

  onBatch(profile: Profile, batch: BatchRequest): void {
    this.watch.noteSent(profile, batch);
  }

  personWith(phone: string): Person {
    const person = this.people.find((one) => one.phone === phone);
    if (person === undefined) throw new Error(`nobody has ${phone}`);
    return person;
  }

  /** Takes note of an error that nobody awaits. */
  readonly fail = (error: unknown): void => {
    this.failure ??= { error };
  };

  #browserPorts(): BrowserPorts {
    return {
      clock: this.clock,
      transportFor: (profile, life) => {
        const transport = networkFor(this, profile, life);
        return this.mutant?.transport?.(transport, profile) ?? transport;
      },
      pause: () => this.#pauseStore(),
      writeFailure: () => this.#writeFailure(),
      storeFor: (store, reopen) => this.mutant?.store?.(store, reopen) ?? store,
      memoryFor: (memory) => this.mutant?.memory?.(memory) ?? memory,
      hasLocks: this.faults.twoRunners === undefined,
      onCrash: ({ profiles, guest }) => {
        for (const { number } of [...profiles.values(), guest]) this.diary.cutOff(number);
      },
      hearsayMs: () => 1 + this.random.below(300),
      profileFor: (user, browser) => {
        const profile = new Profile(this.profiles.length + 1, user, browser);
        this.profiles = [...this.profiles, profile];
        return profile;
      },
      fail: this.fail,
    };
  }

  #writeFailure(): StoreFailure | null {
    if (!this.random.chance(this.faults.storeFails ?? 0)) return null;
    return { code: this.random.pick(['quota', 'broken'] as const), detail: 'the story says so' };
  }

  async #pauseServer(chance: number): Promise<void> {
    if (this.random.chance(chance / 4)) await this.clock.sleep(this.random.below(400));
  }

  #pauseStore(): Promise<void> | null {
    if (!this.random.chance(this.faults.slowStore ?? 0)) return null;
    return this.clock.sleep(this.random.below(150));
  }
}
