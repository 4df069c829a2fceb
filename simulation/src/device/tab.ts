import {
  beginSignOut,
  cancelSignOut,
  createEngine,
  finishSignOut,
  finishSignOuts,
  endBegunUpgrade,
  sendSignOut,
  upgradeGuest,
  transitionOf,
} from '@foray/sync';
import type {
  AccountMemory,
  Clock,
  SyncContext,
  Engine,
  LocalStore,
  LocalStores,
  Locks,
} from '@foray/sync';
import { err, ok, type Person } from '@foray/domain';
import { MemoryStore, TestConnectivity, type FakeAccountMemory } from '@foray/sync/testing';
import type { BrowserPorts } from './browser-ports.ts';
import { wireOfLastRelease } from './last-release.ts';
import { DeviceLife } from '../story/life.ts';
import { syncSizesOf } from '../story/sizes.ts';
import { failIfUnexpected } from '../record/unexpected-failure.ts';
import type { Household, Profile } from '../story/profile.ts';
import type { TabChannels } from './tab-channels.ts';
import { TabHistory } from './tab-history.ts';
import { TabReplica } from './tab-replica.ts';
import { schedulerFor } from './tab-scheduler.ts';
import { TabStore } from './tab-store.ts';
import { notifyingMemory } from './account-memory.ts';

/** The browser, as its tabs see it. */
export interface TabHost extends Household {
  readonly memory: FakeAccountMemory;
  /** The channels between its tabs. */
  readonly channels: TabChannels;
  /** The error of its clock, in ms. */
  readonly skewMs: number;
  /** An account's data here, created empty at the first request. */
  profileOf(user: Person): Profile;
  /** The data under a known key: 0 for the guest, else a user's id. */
  profileWith(key: number): Profile;
  /** A place where a crash can happen. */
  countDown(): void;
  /** Notifies the other tabs of a changed memory. */
  notifyOthers(from: SimulatedTab): void;
  closeTab(tab: SimulatedTab): void;
  locksFor(life: DeviceLife): Locks;
}

/** An account's data, open in a tab. */
export interface TabAccount {
  readonly profile: Profile;
  readonly device: SyncContext;
  readonly engine: Engine;
  /** The ports of the engine, for another one beside it. */
  readonly ports: Parameters<typeof createEngine>[0];
  readonly shown: TabReplica;
  /** The actions of the tab that can be undone. */
  readonly history: TabHistory;
}

/**
 * One tab: the account whose data is open in it, and the switches from one account to another, in the app's
 * order (apps/web: account-switch.ts) with the engine's own functions. Only one switch runs at a time.
 */
export class SimulatedTab {
  readonly life: DeviceLife;
  /** Null while a switch is in progress. */
  open: TabAccount | null = null;
  readonly #browser: TabHost;
  readonly #ports: BrowserPorts;
  readonly #memory: AccountMemory;
  #moves: Promise<void> = Promise.resolve();

  /** `visitor` is a user whose data is open here, independent of the remembered account. */
  constructor(browser: TabHost, ports: BrowserPorts, visitor: Person | null = null) {
    this.#browser = browser;
    this.#ports = ports;
    this.#memory = notifyingMemory(browser.memory, () => browser.notifyOthers(this));
    this.life = new DeviceLife(() => browser.countDown());
    if (visitor !== null) {
      this.open = this.#openNow(visitor);
      this.open.shown.show();
      return;
    }
    const { user, leaving } = browser.memory.value;
    const hasGuest = !browser.guest.hasNothing || user === null;
    // Without preparation the account opens at once, as in most tabs.
    if (user !== null && leaving.length === 0 && !hasGuest) {
      this.open = this.#openNow(user);
      this.open.shown.show();
    } else this.#move(async () => this.#enter(user));
  }

  /** Resolves when no switch is in progress. */
  settled(): Promise<void> {
    return this.#moves;
  }

  /**
   * Signs a guest in; only the server's answer decides the account: after the old one was deleted it is a new
   * one.
   */
  async signIn(user: Person): Promise<void> {
    const { phone, name } = user;
    const reply = await this.#transport(this.#browser.guest).login({ phone, name });
    if (reply.kind !== 'answer') return;
    const { user: signedIn } = reply.body;
    await this.#memory.change(transitionOf({ kind: 'signedIn', user: signedIn }));
    this.#move(async () => this.#leaveFor(signedIn));
    await this.#moves;
  }

  /** Signs out at once, with or without a network. */
  async signOut(unsent: 'keep' | 'discard'): Promise<void> {
    const { open } = this;
    if (open === null || open.profile.isGuest) return;
    const memory = this.#memory;
    const { user } = open.profile;
    // A crash before the mark opens the account again, and cancels this. The first of two simultaneous
    // sign-outs decides, so that data that one of them keeps may stay.
    if (open.profile.left === null || open.profile.left === 'discard') open.profile.left = unsent;
    const { leaving } = await beginSignOut(memory, open.device.store, user.id, unsent);
    this.#move(async () =>
      this.#leaveFor(null, async () => {
        const { store } = open.device;
        await this.#finishing(() => finishSignOut(memory, this.#stores(), store, leaving));
      }),
    );
    await this.#moves;
    await sendSignOut(memory, this.#transport(this.#browser.guest));
  }

  /** The server no longer knows the session: the browser is a guest's, and waiting changes are kept. */
  async endSession(): Promise<void> {
    if (this.open === null || this.open.profile.isGuest) return;
    const { id } = this.open.profile.user;
    await this.#memory.change((now) => (now.user?.id === id ? { ...now, user: null } : now));
    this.#move(async () => this.#leaveFor(null));
    await this.#moves;
  }

  /** Erases all local data, but not the signed-in user, and reloads the page. */
  async clearData(): Promise<void> {
    const { open } = this;
    if (open === null) return;
    open.engine.stop();
    if (!open.profile.isGuest) await this.#store(this.#browser.guest).destroy();
    await open.device.store.destroy();
    this.#browser.notifyOthers(this);
    this.#browser.closeTab(this);
  }

  /** Another tab signed in or out, or erased the data open here: this tab follows. */
  follow(): void {
    this.life.whenAwake(() => {
      this.#move(async () => {
        const { user } = await this.#memory.load();
        const own = this.#opened;
        if (own === null) return;
        const isSame = own.profile.user.id === (user?.id ?? 0);
        const read = await own.device.store.read((tx) => tx.queueSize());
        const isErased = !read.ok && read.error.code === 'closed';
        if (!isSame || isErased) await this.#leaveFor(user);
        else void own.shown.catchUp();
      });
    });
  }

  /** Accounts into which this tab has written, and whether the server lacked some of their data then. */
  readonly #unsentAtWrite = new Map<Profile, boolean>();

  /**
   * Records the data that a sign-out has kept, correctly at that time: another tab may undo unsent changes
   * until it learns of the sign-out.
   */
  async #finishing(finish: () => Promise<unknown>): Promise<void> {
    this.#unsentAtWrite.clear();
    await finish();
    const { leaving } = await this.#memory.load();
    for (const [profile, wasUnsent] of this.#unsentAtWrite) {
      const isDecided = leaving.every(({ userId }) => userId !== profile.user.id);
      if (isDecided && wasUnsent && profile.left === 'keep') profile.left = 'kept';
    }
  }

  /** The account that was open last, also during a switch. */
  #opened: TabAccount | null = null;

  #move(work: () => Promise<void>): void {
    const moved = this.#moves.then(async () => {
      const before = this.open;
      this.open = null;
      await work();
      // The switch had no effect.
      this.open ??= before;
    });
    this.#moves = moved;
    moved.catch(this.#ports.fail);
  }

  async #leaveFor(user: Person | null, leave?: () => Promise<void>): Promise<void> {
    const before = this.#opened;
    before?.engine.stop();
    await leave?.();
    before?.shown.close();
    await before?.device.store.close();
    await this.#enter(user);
  }

  async #enter(user: Person | null): Promise<void> {
    const { guest } = this.#browser;
    await this.#finishing(() => finishSignOuts(this.#memory, this.#stores()));
    const opened = this.#openNow(user);
    if (user === null) {
      await endBegunUpgrade(opened.device.store, this.#stores());
      opened.shown.show();
    } else {
      await cancelSignOut(this.#memory, opened.device.store, user.id);
      opened.shown.show();
      const guestStore = this.#store(guest);
      await upgradeGuest(guestStore, opened.device, this.#stores());
      await guestStore.close();
    }
    this.open = opened;
  }

  #openNow(user: Person | null): TabAccount {
    const { clock, sizes } = this.#ports;
    const browser = this.#browser;
    const profile = user === null ? browser.guest : browser.profileOf(user);
    profile.left = null;
    const deviceClock: Clock = { nowMs: () => clock.nowMs() + browser.skewMs };
    const here = { life: this.life, clock: deviceClock, channels: browser.channels };
    const shown = new TabReplica(profile, here, this.#ports.replicas);
    const device: SyncContext = {
      account: user === null ? { kind: 'guest' } : { kind: 'user', user },
      store: this.#store(profile),
      clock: deviceClock,
      ids: profile.ids,
      changes: { publish: shown.publish },
    };
    const ports = {
      device,
      transport: this.#transport(profile),
      scheduler: schedulerFor(clock, this.life),
      locks: browser.locksFor(this.life),
      connectivity: new TestConnectivity(),
      ...(sizes !== null && { sizes: syncSizesOf(sizes) }),
      isResolvingConflicts: () => profile.isResolving,
    };
    const engine = createEngine(ports);
    engine.subscribe(({ phase, lastError }) => {
      shown.notify();
      // While it runs, the error is that of the previous run.
      if (phase === 'syncing') return;
      if (lastError?.code === 'signed_out') void this.endSession().catch(this.#ports.fail);
      if (lastError?.code === 'store' && lastError.detail === 'newer') {
        this.#ports.replicas.census.note('newer app', 'stops a run');
      }
      if (lastError?.code === 'store') failIfUnexpected(lastError, this.#ports.fail);
    });
    this.#opened = { profile, device, engine, ports, shown, history: new TabHistory() };
    return this.#opened;
  }

  #transport(profile: Profile) {
    const transport = this.#ports.transportFor(profile, this.life);
    return this.#browser.isLastRelease ? wireOfLastRelease(transport, profile.unknown) : transport;
  }

  #store(profile: Profile): LocalStore {
    const { pause, writeFailure } = this.#ports;
    const browser = this.#browser;
    profile.noteOpened();
    const store = new MemoryStore(profile.stored);
    store.faults.beforeCommit = () => {
      this.#unsentAtWrite.set(profile, profile.isUnsent);
      return writeFailure(browser);
    };
    return new TabStore(store, this.life, pause);
  }

  #stores(): LocalStores {
    const browser = this.#browser;
    const open = async (key: number) => ok(this.#store(browser.profileWith(key)));
    return {
      open,
      openExisting: async (key) =>
        browser.profileWith(key).hasDatabase
          ? open(key)
          : err({ code: 'closed', detail: 'absent' }),
    };
  }
}
