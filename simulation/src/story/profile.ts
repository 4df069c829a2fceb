import { storedName, type Ids } from '@foray/sync';
import type { Person } from '@foray/domain';
import type { DeltaItem } from '@foray/contract';
import { MemoryTables } from '@foray/sync/testing';
import { ReadableTables } from './readable-tables.ts';
import type { RowDamage } from './damaged-row.ts';

/** A session at the server, as a browser's cookie names it. */
export interface ProfileSession {
  readonly userId: number;
  /** Signed out or expired: the server no longer knows it. */
  isOver: boolean;
}

/** By number and rev: the parts of received rows in fields that their device does not know. */
export type UnknownParts = Map<string, Partial<DeltaItem>>;

/** Shared by the accounts of one browser. */
export interface Household {
  /** The session of the cookie that the browser holds now. */
  session: ProfileSession;
  /** No request that leaves the browser arrives before this time. */
  readonly offlineUntilMs: number;
  /** Its clock was once wrong: changes made there may have other times. */
  readonly hasClockJumped: boolean;
  /** It has the app of the last release. */
  readonly isLastRelease: boolean;
  /** Increases whenever anything runs in the browser. */
  readonly checks: number;
  readonly guest: Profile;
  readonly profiles: ReadonlyMap<number, Profile>;
}

/** One account's data in one browser, as the watch sees it. The guest's user has the id 0. */
export class Profile {
  readonly number: number;
  readonly user: Person;
  readonly browser: Household;
  /** Its database. */
  readonly stored = new MemoryTables();
  /** The readable part of the database. */
  readonly tables = new ReadableTables(this.stored);
  /** The unreadable rows that were put there. */
  readonly damaged: RowDamage[] = [];
  readonly ids: Ids;
  /** The parts of its rows that the app of the last release does not know. */
  readonly unknown: UnknownParts = new Map();
  /** The ids of requests that a tab of an earlier release has dropped. */
  readonly droppedByEarlierTab = new Set<string>();
  /** The conflict dialog is open in one of the tabs. */
  isResolving = false;
  /** Its data was changed without the store, and no self-check has run since. */
  isDamaged = false;
  /** The session of its person while they visit in addition to the signed-in person. */
  visit: ProfileSession | null = null;
  /**
   * The way in which its person signed out last; 'kept' once that is decided, which holds for tabs that were
   * about to erase it; null since it was opened after that.
   */
  left: 'keep' | 'discard' | 'kept' | null = null;
  /** The number of erasures when its database was opened last; null if it never was. */
  #opened: number | null = null;

  constructor(number: number, user: Person, browser: Household, random: () => number) {
    this.number = number;
    this.user = user;
    this.browser = browser;
    let uuids = 0;
    this.ids = { uuid: () => namedUuid(number, (uuids += 1)), random };
  }

  /** The same as the browser's. */
  get checks(): number {
    return this.browser.checks;
  }

  /** The database is opened, and created if it does not exist. */
  noteOpened(): void {
    this.#opened = this.tables.erasures;
  }

  /** Whether the database exists: an erased one does not, until it is opened again. */
  get hasDatabase(): boolean {
    return this.#opened === this.tables.erasures;
  }

  get isGuest(): boolean {
    return this.user.id === 0;
  }

  /** Whether the server lacks some of its data, or may: an unreadable request counts too. */
  get isUnsent(): boolean {
    const gaveWay = [...this.stored.meta('unreadable').values()];
    const isLost = gaveWay.some(({ value }) => value.store === 'syncQueue');
    return isLost || this.stored.requests.size > 0 || this.tables.meta('conflict').size > 0;
  }

  /** Whether it has nothing that a guest brings to an account. */
  get hasNothing(): boolean {
    return this.tables.items.size + this.tables.meta('private').size === 0;
  }

  /** Whether no data of it is left on the device. */
  get isErased(): boolean {
    const { items, requests, users, contacts, notifications } = this.tables;
    const sizes = [items, requests, users, contacts, notifications].map(({ size }) => size);
    const kinds = [
      'counters',
      'cursor',
      'trash',
      storedName.buffered,
      'conflict',
      'clock',
      'private',
    ] as const;
    return [...sizes, ...kinds.map((kind) => this.tables.meta(kind).size)].every((n) => n === 0);
  }
}

/** A uuid that names the profile that gave it. */
function namedUuid(profile: number, count: number): string {
  const tail = profile.toString(16).padStart(3, '0') + count.toString(16).padStart(9, '0');
  return `00000000-0000-4000-8000-${tail}`;
}

/** The number of the profile that gave a uuid. */
export function profileOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(24, 27), 16);
}
