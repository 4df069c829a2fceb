import type { BatchAnswer, BatchRequest } from '@foray/contract';
import type { Person } from '@foray/domain';
import type { Reply, StoreFailure } from '@foray/sync';
import { Browser } from '../device/browser.ts';
import { AccountEndWatch } from '../watches/account-end-watch.ts';
import { VirtualClock } from '../story/clock.ts';
import { Census } from '../record/census.ts';
import { Commits } from '../record/commits.ts';
import { EventLog } from '../record/event-log.ts';
import type { Editor } from '../steps/editor.ts';
import { DeleteWatch } from '../watches/delete-watch.ts';
import { ImportWatch } from '../watches/import-watch.ts';
import { LabelWatch } from '../watches/label-watch.ts';
import { PlaceWatch } from '../watches/place-watch.ts';
import { OccurrenceWatch } from '../watches/occurrence-watch.ts';
import { NewerApp } from '../watches/newer-app.ts';
import { OlderClientWatch } from '../watches/older-client-watch.ts';
import { Ledger } from '../record/ledger.ts';
import { diskFailure, type LastingFault } from '../story/lasting.ts';
import { lostBy, type LostItem } from '../watches/lost-items.ts';
import { networkFor, type NetworkSurroundings } from '../server/network.ts';
import { Profile } from '../story/profile.ts';
import { Random } from '../story/random.ts';
import { ReplicaFaults } from '../device/replica-faults.ts';
import { ReplicaWatch } from '../watches/replica-watch.ts';
import { RightsWatch } from '../watches/rights-watch.ts';
import { SimServer } from '../server/server.ts';
import type { Sizes } from '../story/sizes.ts';
import type { Faults, Story } from '../story/story.ts';
import type { BrowserPorts } from '../device/browser-ports.ts';
import type { TabAccount, SimulatedTab } from '../device/tab.ts';
import type { ReplicaWorld } from '../device/replica-world.ts';
import type { Trace } from '../record/trace.ts';
import { Watch } from '../watches/watch.ts';

/** Creates the server of a world, in place of the authority on its memory store. */
export type ServerFor = (clock: VirtualClock) => SimServer;

/** One simulated world: a server, browsers, a network between them, and the watches. */
export class World implements NetworkSurroundings {
  readonly clock = new VirtualClock();
  readonly server: SimServer;
  readonly eventLog = new EventLog(this.clock);
  readonly census = new Census();
  readonly watch = new Watch(this.eventLog, this.census);
  readonly #ports = {
    eventLog: this.eventLog,
    householdOf: (number: number) => this.householdOf(number),
    fail: (error: unknown) => this.fail(error),
    isEnding: (userId: number) => this.server.ending.has(userId),
  };
  readonly ledger = new Ledger(this.#ports);
  readonly labels = new LabelWatch(this.#ports, this.census);
  readonly places = new PlaceWatch(this.#ports);
  readonly occurrences = new OccurrenceWatch(this.#ports, this.census);
  readonly deletes = new DeleteWatch(this.#ports);
  readonly #olderClients = new OlderClientWatch(this.#ports, this.census);
  readonly rights = new RightsWatch((error) => this.fail(error));
  readonly accountEnds = new AccountEndWatch((error) => this.fail(error), this.census);
  readonly imports = new ImportWatch(this.#ports);
  readonly newerApp = new NewerApp(this.#ports, this.census);
  readonly privateRows = this.watch.privateRows;
  readonly onPrivateRows = this.privateRows.noteReceived;
  readonly #commits = new Commits();
  readonly shown = new ReplicaWatch(this.census);
  readonly trace: Trace;
  /** Whether the tabs are compared with the stored data (I25). */
  readonly checksTabs: boolean;
  people: readonly Person[] = [];
  browsers: readonly Browser[] = [];
  /** The data of accounts in browsers; the index is their number less one. */
  profiles: readonly Profile[] = [];
  /** Editors that are open. */
  editors: readonly Editor[] = [];
  readonly hasSizeLimit: boolean;
  readonly sizes: Sizes | null;
  readonly replicas: ReplicaWorld;
  /** The faults that are possible now; none while the world converges. */
  faults: Faults;
  /** The lasting fault. */
  lasting: LastingFault | null = null;
  /** All random choices come from here; every step seeds it again. */
  random = new Random(0);
  /** The first unhandled error. */
  failure: { readonly error: unknown } | null = null;

  private constructor(
    story: Story,
    trace: Trace,
    checksTabs: boolean,
    serverFor: ServerFor | undefined,
  ) {
    this.faults = story.faults;
    this.hasSizeLimit = story.faults.tooLarge !== undefined;
    this.sizes = story.sizes ?? null;
    this.trace = trace;
    this.checksTabs = checksTabs;
    this.replicas = {
      clock: this.clock,
      fault: new ReplicaFaults(story.replicaSeed ?? 0),
      census: this.census,
    };
    const limits = this.sizes?.limits ?? null;
    this.server = serverFor?.(this.clock) ?? new SimServer(this.clock, limits);
  }

  /** The world of a story, before its first step. */
  static async open(
    story: Story,
    trace: Trace,
    checksTabs: boolean,
    serverFor?: ServerFor,
  ): Promise<World> {
    const world = new World(story, trace, checksTabs, serverFor);
    const names = story.users.map((_, index) => `User ${index + 1}`);
    const { strangers = [], lastRelease: old = [] } = story;
    const areContacts = (a: number, b: number): boolean =>
      !strangers.some(([one, other]) => one === a && other === b);
    const people = await world.server.settle(names, areContacts);
    world.people = people;
    const ports = world.#browserPorts();
    const tabsOf = story.users.flatMap((devices, index) =>
      devices.flatMap((tabs) => people.slice(index, index + 1).map((user) => ({ user, tabs }))),
    );
    world.browsers = tabsOf.map((one, at) => new Browser(at, one.user, { ...one, old }, ports));
    // Over HTTP several commits may lie between two checks.
    if (!world.server.checksCalls) world.#keepLedger();
    world.server.takeBackup();
    world.misbehave(story.faults);
    return world;
  }

  /** Sets the possible faults from now on. */
  misbehave(faults: Faults): void {
    this.faults = faults;
    const { slowServer, entryError } = faults;
    this.server.pause = slowServer === undefined ? null : () => this.#pauseServer(slowServer);
    this.server.failsNow = entryError === undefined ? null : () => this.#failsNow(entryError);
  }

  /** Devices' own items that were up to date there when the server lost them. */
  lost: readonly LostItem[] = [];

  /** Puts the last backup in place of the server's data. */
  restoreBackup(): void {
    const { server } = this;
    this.takeNote();
    for (const { tables } of this.profiles) {
      this.watch.server.noteUnanswered(tables.requests.values());
    }
    const restore = (): void =>
      this.watch.server.noteRestore(server.store, () => server.restoreBackup());
    this.lost = lostBy(restore, server, this.profiles, this.lost);
    this.census.note('restore', server.restores % 2 === 1 ? 'announced' : 'unannounced');
    this.ledger.lookAgain(server.store);
    this.#commits.reset(server.store);
    // The recreation of a device's data is checked separately: a device may have signed out since.
    for (const uuid of server.lostUuids) this.imports.lose(uuid);
  }

  /** A tab of any browser, counted over all. */
  tabAt(index: number): { readonly browser: Browser; readonly tab: SimulatedTab } {
    const all = this.browsers.flatMap((browser) => browser.tabs.map((tab) => ({ browser, tab })));
    return all[index % all.length] as { browser: Browser; tab: SimulatedTab };
  }

  /** The open accounts of all tabs that are awake. */
  allOpen(): readonly TabAccount[] {
    const tabs = this.browsers.flatMap((browser) => browser.tabs);
    return tabs.flatMap(({ open, life }) => (open === null || life.isFrozen ? [] : [open]));
  }

  /** Like `tabAt`, among the tabs that satisfy `isSo`, if there are any. */
  tabWhere(index: number, isSo: (open: TabAccount) => boolean): ReturnType<World['tabAt']> {
    const all = this.browsers.flatMap((browser) => browser.tabs.map((tab) => ({ browser, tab })));
    const some = all.filter(({ tab: { open, life } }) => open && !life.isFrozen && isSo(open));
    return some[index % some.length] ?? this.tabAt(index);
  }

  get checksActor(): boolean {
    return !this.server.checksCalls;
  }

  onRead(userId: number, upTo: number): void {
    this.watch.server.noteRead(userId, upTo);
  }

  #keepLedger(): void {
    this.server.onCommit = () => {
      const commit = this.#commits.next(this.server.store);
      const { rights, ledger, labels, places, occurrences } = this;
      for (const watch of [rights, ledger, labels, places, occurrences]) watch.look(commit);
      this.#olderClients.look(commit);
      // The end of an account removes records of earlier actions.
      if (this.accountEnds.isNeeded) this.takeNote();
      this.accountEnds.look(commit);
      this.imports.look(commit);
      this.watch.server.noteRemovals(this.server.store);
    };
  }

  /** The browser that a profile is in. */
  householdOf(number: number): Browser | undefined {
    const account = this.profiles[number - 1]?.browser;
    return this.browsers.find((one) => one === account || one.guest.number === number);
  }

  onBatch(profile: Profile, batch: BatchRequest): void {
    this.newerApp.noteSent(profile, batch);
    this.ledger.sent.note(profile, batch);
    this.#olderClients.note(profile, batch);
    this.watch.noteSent(profile, batch);
  }

  onReply(
    profile: Profile,
    ids: readonly string[],
    reply: Reply<Pick<BatchAnswer, 'results'>>,
  ): void {
    this.watch.noteReply(profile, ids, reply);
  }

  /** A person who signs in after the end of their account is a new person to everybody. */
  onSignIn(user: Person): void {
    const isSame = ({ phone }: Person): boolean => phone === user.phone;
    this.people = this.people.map((one) => (isSame(one) ? user : one));
    for (const browser of this.browsers) if (isSame(browser.user)) browser.user = user;
  }

  /** Checks the server's changes before they can be erased. */
  takeNote(): void {
    try {
      this.watch.server.take(this.server, this.#userOf);
    } catch (error) {
      this.fail(error);
    }
  }

  readonly #userOf = (profile: number): number | undefined => this.profiles[profile - 1]?.user.id;

  /** Records an unhandled error. */
  readonly fail = (error: unknown): void => {
    this.failure ??= { error };
  };

  #browserPorts(): BrowserPorts {
    return {
      clock: this.clock,
      sizes: this.sizes,
      random: () => this.random.uint32() / 2 ** 32,
      transportFor: (profile, life) => networkFor(this, profile, life),
      pause: () => this.#pauseStore(),
      writeFailure: (browser) => diskFailure(this.lasting, browser) ?? this.#writeFailure(),
      replicas: this.replicas,
      hasLocks: this.faults.twoRunners === undefined,
      onCrash: ({ profiles, guest }) => {
        for (const { number } of [...profiles.values(), guest]) this.eventLog.cutOff(number);
      },
      hasEnded: (userId) => this.server.hasEnded(userId),
      hearsayMs: () => 1 + this.random.below(300),
      profileFor: (user, browser) => {
        const profile = new Profile(
          this.profiles.length + 1,
          user,
          browser,
          () => this.random.uint32() / 2 ** 32,
        );
        this.profiles = [...this.profiles, profile];
        return profile;
      },
      fail: this.fail,
    };
  }

  #failsNow(chance: number): boolean {
    const fails = this.random.chance(chance);
    if (fails) this.census.note('fault', 'entryError');
    return fails;
  }

  #writeFailure(): StoreFailure | null {
    if (!this.random.chance(this.faults.storeFails ?? 0)) return null;
    this.census.note('fault', 'storeFails');
    return { code: this.random.pick(['quota', 'broken'] as const), detail: 'the story says so' };
  }

  async #pauseServer(chance: number): Promise<void> {
    if (!this.random.chance(chance / 4)) return;
    this.census.note('fault', 'slowServer');
    await this.clock.sleep(this.random.below(400));
  }

  #pauseStore(): Promise<void> | null {
    if (!this.random.chance(this.faults.slowStore ?? 0)) return null;
    this.census.note('fault', 'slowStore');
    return this.clock.sleep(this.random.below(150));
  }
}
