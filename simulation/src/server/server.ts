import { createAuthority, type Authority, type AuthorityLimits } from '@foray/authority';
import { MemoryStore, StoreCrashed, makeMutual, type Backup } from '@foray/authority/testing';
import type { Heartbeat } from '@foray/contract';
import { err, type Person } from '@foray/domain';
import type { VirtualClock } from '../story/clock.ts';
import { PassedDates } from './passed-dates.ts';
import type { Profile } from '../story/profile.ts';

/** The outcome of a request that reached the server. */
export type HandledRequest<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'down' };

/** Whether two users, by their indexes, are contacts from the beginning. */
export type AreContacts = (one: number, other: number) => boolean;

/** Undoes only one transaction: its entry of a batch is answered 500, the rest continue. */
class EntryFailed extends Error {
  override readonly name = 'EntryFailed';
}

/** The production authority on its memory store, as a process that can crash and start again. */
export class SimServer {
  readonly store: MemoryStore;
  readonly authority: Authority;
  /** The errors that the authority itself reported as bugs. */
  readonly bugs: unknown[] = [];
  /** Dates that no stored row may show any more; empty if every commit is checked. */
  readonly passedDates = new PassedDates();
  /** Whether the server itself compares the headers of a call with its session. */
  readonly checksCalls: boolean = false;
  /** Called after every committed change, before a pending crash. */
  onCommit: (() => void) | null = null;
  /** How many changes have been committed. */
  commits = 0;
  /** Whether the next transaction fails before its commit, while the story has that fault. */
  failsNow: (() => boolean) | null = null;
  /** Waits before a primitive of the store, while the story has that fault. */
  pause: (() => Promise<void>) | null = null;
  /** The number of times that a backup was restored. */
  restores = 0;
  /** Everybody who ever began to delete their account. */
  readonly ending = new Set<number>();
  /** Every item that existed when a backup was restored. */
  readonly formerUuids = new Set<string>();
  /** Every item that was alive when a backup without it was restored. */
  readonly lostUuids = new Set<string>();
  #backup: Backup | null = null;
  readonly #clock: VirtualClock;
  #crash: { readonly when: 'before' | 'after'; commitsLeft: number } | null = null;
  #downUntilMs = 0;

  constructor(clock: VirtualClock, limits: AuthorityLimits | null = null) {
    this.#clock = clock;
    this.store = new MemoryStore('e1', {
      logsEverything: true,
      beforePrimitive: async () => this.pause?.(),
      beforeCommit: () => {
        this.#crashIfDue('before');
        if (this.failsNow?.() === true) throw new EntryFailed();
      },
      afterPart: () => {
        this.commits += 1;
        this.onCommit?.();
      },
      afterCommit: () => this.#crashIfDue('after'),
    });
    this.authority = createAuthority({
      store: this.store,
      nowMs: () => clock.nowMs(),
      ...(limits !== null && { limits }),
      newUuid: () => {
        throw new Error('a device names its items itself');
      },
      digest: (text) => text,
      reportBug: (error) => void (error instanceof EntryFailed || this.bugs.push(error)),
    });
  }

  /** Creates users, and makes those contacts whom `areContacts` names. */
  async settle(names: readonly string[], areContacts: AreContacts): Promise<readonly Person[]> {
    const people: Person[] = [];
    for (const [index, name] of names.entries()) {
      const phone = `+4915100000${String(index).padStart(3, '0')}`;
      const who = { phone, name, placeholder: false, verified: false };
      const person = await this.authority.signIn(who);
      for (const [earlier, other] of people.entries()) {
        if (areContacts(earlier, index)) await makeMutual(this.store, other.id, person.id);
      }
      people.push(person);
    }
    return people;
  }

  /** Crashes around the commit that follows `commitsBefore` others; the server is down for a while then. */
  planCrash(when: 'before' | 'after', commitsBefore: number): void {
    this.#crash = { when, commitsLeft: commitsBefore };
  }

  /** Ends every running transaction, and refuses all others for `downMs`. */
  crash(downMs: number): void {
    this.#crash = null;
    this.#downUntilMs = this.#clock.nowMs() + downMs;
    this.store.crash();
  }

  /** Keeps the current state for {@link restoreBackup}. */
  takeBackup(): void {
    this.#backup = this.store.backup();
  }

  /**
   * Restores the state of the last backup, including ids. Every second time the operator announces it by
   * another epoch; otherwise devices learn about it when the server detects it.
   */
  restoreBackup(): void {
    if (this.#backup === null) return;
    this.restores += 1;
    const kept = new Set(this.#backup.tables.items.map(({ uuid }) => uuid));
    for (const { uuid } of this.store.rows('items')) {
      this.formerUuids.add(uuid);
      if (!kept.has(uuid)) this.lostUuids.add(uuid);
    }
    this.store.restore(this.#backup);
    if (this.restores % 2 === 1) this.store.epoch = `e${this.restores + 1}`;
    this.commits += 1;
  }

  /** Whether somebody's account was deleted. */
  hasEnded(userId: number): boolean {
    return this.store.row('users', userId)?.phone === null;
  }

  /** The epoch of a user's devices that have received everything. */
  epochOf(userId: number): string {
    return this.store.runs.epochOf(userId) ?? this.store.epoch;
  }

  /** Whether the current history contains everything that a device has received. */
  isOfThisHistory({ tables, user, isDamaged }: Profile): boolean {
    if (isDamaged || this.hasEnded(user.id)) return false;
    if (tables.meta('epoch').get('server')?.value.epoch !== this.epochOf(user.id)) return false;
    const head = this.store.row('heads', user.id)?.head ?? 0;
    return [...tables.meta('position')].every(([run, { value }]) =>
      this.store.runs.contains(user.id, head, { run, head: value.head }),
    );
  }

  /** Starts the server at once, and cancels a planned crash. */
  endFaults(): void {
    this.#crash = null;
    this.#downUntilMs = 0;
  }

  /** Calls the authority, unless the server is down or goes down meanwhile. */
  async handle<T>(work: (authority: Authority) => Promise<T>): Promise<HandledRequest<T>> {
    if (this.#clock.nowMs() < this.#downUntilMs) return { kind: 'down' };
    try {
      return { kind: 'done', value: await work(this.authority) };
    } catch (error) {
      if (error instanceof StoreCrashed) return { kind: 'down' };
      // A caller of a server expects a refusal as a value.
      if (error instanceof EntryFailed) return { kind: 'done', value: err('internal') as T };
      throw error;
    }
  }

  /** The event stream's message about a user's feed; null while the server is down. */
  async heartbeat(userId: number): Promise<Heartbeat | null> {
    const read = await this.handle(() => this.store.read((reads) => reads.standing(userId)));
    if (read.kind === 'down') return null;
    const { epoch, run, head } = read.value;
    return { epoch, run, head };
  }

  #crashIfDue(when: 'before' | 'after'): void {
    if (this.#crash?.when !== when) return;
    this.#crash.commitsLeft -= 1;
    if (this.#crash.commitsLeft >= 0) return;
    this.crash(2000);
    throw new StoreCrashed();
  }
}
