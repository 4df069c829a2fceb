import type { Person } from '@foray/domain';
import { transitionOf, type Locks } from '@foray/sync';
import { FakeAccountMemory } from '@foray/sync/testing';
import { leaveAsLastRelease } from './last-release.ts';
import type { DeviceLife } from '../story/life.ts';
import { Profile, type ProfileSession } from '../story/profile.ts';
import { SimulatedTab, type TabAccount, type TabHost } from './tab.ts';
import { TabChannels } from './tab-channels.ts';
import type { BrowserPorts } from './browser-ports.ts';

/** Guests' profiles have their own range of numbers, so that the numbers of accounts have no gaps. */
const firstGuestNumber = 0x800;

const guestPerson: Person = { id: 0, name: '', phone: '', created_at: '', updated_at: '' };

/** A person's browser: databases, one session, tabs that share them, and crashes. */
export class Browser implements TabHost {
  /** The owner of the browser, regardless of who uses it; a new account of theirs after one was deleted. */
  user: Person;
  readonly guest: Profile;
  readonly profiles = new Map<number, Profile>();
  /** The session of the cookie that the browser holds now. */
  session: ProfileSession;
  /** The signed-in user; durable at once. */
  readonly memory = new FakeAccountMemory();
  readonly channels: TabChannels;
  tabs: readonly SimulatedTab[];
  /** The error of its clock, in ms. */
  skewMs = 0;
  hasClockJumped = false;
  isLastRelease: boolean;
  /** No request that leaves the browser arrives before this time. */
  offlineUntilMs = 0;
  /** Increases whenever anything runs here. */
  checks = 0;
  readonly #ports: BrowserPorts;
  readonly #held = new Map<string, DeviceLife>();
  #visits: readonly SimulatedTab[] = [];
  #checksToCrash: number | null = null;

  /** `index` identifies a browser, from 0; browsers in `old` run the app of the last release. */
  constructor(
    index: number,
    user: Person,
    { tabs, old }: { readonly tabs: number; readonly old: readonly number[] },
    ports: BrowserPorts,
  ) {
    this.isLastRelease = old.includes(index);
    this.user = user;
    this.#ports = ports;
    this.channels = new TabChannels(ports.replicas);
    this.session = { userId: user.id, isOver: false };
    this.memory.value = transitionOf({ kind: 'signedIn', user })(this.memory.value);
    this.profileOf(user);
    this.guest = new Profile(firstGuestNumber + index, guestPerson, this, ports.random);
    this.tabs = Array.from({ length: tabs }, () => new SimulatedTab(this, ports));
  }

  /** An account's data here, created empty at the first request. */
  profileOf(user: Person): Profile {
    const profile = this.profiles.get(user.id) ?? this.#ports.profileFor(user, this);
    this.profiles.set(user.id, profile);
    return profile;
  }

  /** The data under a known key: 0 for the guest, else a user's id. */
  profileWith(key: number): Profile {
    const profile = key === 0 ? this.guest : this.profiles.get(key);
    if (profile === undefined) throw new Error(`nobody here is ${key}`);
    return profile;
  }

  /** Crashes at the `checks`-th possible place from now on. */
  planCrash(checks: number): void {
    this.#checksToCrash = checks;
  }

  /** Opens the data stored by the last release with this release's app. */
  upgrade(): void {
    if (!this.isLastRelease) return;
    this.isLastRelease = false;
    for (const profile of [...this.profiles.values(), this.guest]) leaveAsLastRelease(profile);
    this.crash();
  }

  /** Ends all tabs and starts as many; the databases keep committed data. */
  crash(): void {
    this.#checksToCrash = null;
    this.#closeDialogs();
    for (const tab of this.tabs) tab.life.end();
    this.#ports.onCrash(this);
    this.tabs = this.tabs.map(() => new SimulatedTab(this, this.#ports));
  }

  /** Closes one tab at any point of its work and opens another. */
  closeTab(tab: SimulatedTab): void {
    tab.life.end();
    this.#ports.onCrash(this);
    this.tabs = this.tabs.map((one) => (one === tab ? new SimulatedTab(this, this.#ports) : one));
  }

  /** Ends the planned crash, dialogs and frozen tabs, and renews the session of the signed-in person. */
  endFaults(): void {
    this.#checksToCrash = null;
    this.offlineUntilMs = 0;
    this.#closeDialogs();
    this.renewSession();
    for (const tab of this.tabs) tab.life.thaw();
  }

  /**
   * Every account with data here that has not ended, opened: in a tab or, for a person who is not signed in,
   * by a visit with a session of their own.
   */
  openAll(): readonly TabAccount[] {
    const inTabs = this.tabs.flatMap(({ open }) => (open === null ? [] : [open]));
    return [...this.profiles.values()].flatMap((profile) => {
      if (this.#ports.hasEnded(profile.user.id)) return [];
      const open = inTabs.find((one) => one.profile === profile);
      if (open !== undefined) return [open];
      return profile.isErased ? [] : [this.#visit(profile)];
    });
  }

  /** Closes the visits of people who have signed in again. */
  closeVisits(): void {
    for (const tab of this.#visits) tab.life.end();
    for (const profile of this.profiles.values()) profile.visit = null;
    this.#visits = [];
  }

  #visit(profile: Profile): TabAccount {
    profile.visit = { userId: profile.user.id, isOver: false };
    const tab = new SimulatedTab(this, this.#ports, profile.user);
    this.#visits = [...this.#visits, tab];
    if (tab.open === null) throw new Error('a visit begins at once');
    return tab.open;
  }

  /** Makes the server know the person who is signed in here. */
  renewSession(): void {
    this.session = { userId: this.memory.value.user?.id ?? 0, isOver: false };
  }

  /** Notifies the other tabs of a changed memory after a short delay. */
  notifyOthers(from: SimulatedTab): void {
    for (const tab of this.tabs) {
      if (tab !== from) this.#ports.clock.after(this.#ports.hearsayMs(), () => tab.follow());
    }
  }

  /** A place where a crash can happen. */
  countDown(): void {
    this.checks += 1;
    if (this.#checksToCrash === null) return;
    this.#checksToCrash -= 1;
    if (this.#checksToCrash < 0) this.crash();
  }

  /** The locks of one tab; the locks of a closed tab are free. */
  locksFor(life: DeviceLife): Locks {
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

  #closeDialogs(): void {
    for (const profile of this.profiles.values()) profile.isResolving = false;
  }
}
