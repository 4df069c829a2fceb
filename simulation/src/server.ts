import { createAuthority } from '@foray/authority';
import type { Authority, Store } from '@foray/authority';
import { MemoryStore, StoreCrashed, makeMutual } from '@foray/authority/testing';
import type { Tables } from '@foray/authority/testing';
import type { Person } from '@foray/domain';
import type { VirtualClock } from './clock.ts';

/** What came of a request that reached the server. */
export type Handled<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'down' };

/** What undoes one transaction and no other: its entry of a batch is answered 500, the rest go on. */
class EntryFailed extends Error {
  override readonly name = 'EntryFailed';
}

/** The production authority on its memory store, as a process that can crash and comes up again. */
export class SimServer {
  readonly store: MemoryStore;
  readonly authority: Authority;
  /** What the authority itself called a bug. */
  readonly bugs: unknown[] = [];
  /** Whether the server itself compares the headers of a call with its session. */
  readonly checksCalls: boolean = false;
  /** How many transactions have been committed. */
  commits = 0;
  /** Whether the next transaction fails before its commit, while the story has that fault. */
  failsNow: (() => boolean) | null = null;
  /** Waits before a primitive of the store, while the story has that fault. */
  pause: (() => Promise<void>) | null = null;
  /** How often a backup has been put in place of what there was. */
  restores = 0;
  /** Everything that lived when a backup without it was restored. */
  readonly lostUuids = new Set<string>();
  #backup: Tables | null = null;
  readonly #clock: VirtualClock;
  #crash: { readonly when: 'before' | 'after'; commitsLeft: number } | null = null;
  #downUntilMs = 0;

  /** `spoil` is where a mutant changes the authority's store; the identity otherwise. */
  constructor(clock: VirtualClock, spoil: (store: Store) => Store = (store) => store) {
    this.#clock = clock;
    this.store = new MemoryStore('e1', {
      beforePrimitive: async () => this.pause?.(),
      beforeCommit: () => {
        this.#crashIfDue('before');
        if (this.failsNow?.() === true) throw new EntryFailed();
      },
      afterCommit: () => {
        this.commits += 1;
        this.#crashIfDue('after');
      },
    });
    this.authority = createAuthority({
      store: spoil(this.store),
      nowMs: () => clock.nowMs(),
      newUuid: () => {
        throw new Error('a device names its items itself');
      },
      digest: (text) => text,
      reportBug: (error) => void (error instanceof EntryFailed || this.bugs.push(error)),
    });
  }

  /** Makes users who are each other's contacts. */
  async settle(names: readonly string[]): Promise<readonly Person[]> {
    const people: Person[] = [];
    for (const [index, name] of names.entries()) {
      const phone = `+4915100000${String(index).padStart(3, '0')}`;
      const who = { phone, name, placeholder: false, verified: false };
      const person = await this.authority.signIn(who);
      for (const other of people) await makeMutual(this.store, other.id, person.id);
      people.push(person);
    }
    return people;
  }

  /** Crashes around the commit that comes after `commitsBefore` others; down for a while then. */
  planCrash(when: 'before' | 'after', commitsBefore: number): void {
    this.#crash = { when, commitsLeft: commitsBefore };
  }

  /** Ends every transaction that runs, and refuses all for `downMs`. */
  crash(downMs: number): void {
    this.#crash = null;
    this.#downUntilMs = this.#clock.nowMs() + downMs;
    this.store.crash();
  }

  /** Keeps all there is now for {@link restoreBackup}. */
  takeBackup(): void {
    this.#backup = this.store.tables();
  }

  /** Everything is as it was at the last backup, numbers included, under another epoch. */
  restoreBackup(): void {
    if (this.#backup === null) return;
    this.restores += 1;
    const kept = new Set(this.#backup.items.map(({ uuid }) => uuid));
    for (const { uuid } of this.store.rows('items')) if (!kept.has(uuid)) this.lostUuids.add(uuid);
    this.store.begin(this.#backup);
    this.store.epoch = `e${this.restores + 1}`;
    this.commits += 1;
  }

  /** Up at once, and without a crash to come. */
  heal(): void {
    this.#crash = null;
    this.#downUntilMs = 0;
  }

  /** Lets the authority do something, unless it is down or goes down meanwhile. */
  async handle<T>(work: (authority: Authority) => Promise<T>): Promise<Handled<T>> {
    if (this.#clock.nowMs() < this.#downUntilMs) return { kind: 'down' };
    try {
      return { kind: 'done', value: await work(this.authority) };
    } catch (error) {
      if (error instanceof StoreCrashed) return { kind: 'down' };
      throw error;
    }
  }

  #crashIfDue(when: 'before' | 'after'): void {
    if (this.#crash?.when !== when) return;
    this.#crash.commitsLeft -= 1;
    if (this.#crash.commitsLeft >= 0) return;
    this.crash(2000);
    throw new StoreCrashed();
  }
}
