import { ok } from '@foray/domain';
import type { Result } from '@foray/domain';
import { knownWith, nobodyRemembered, readRemembered } from '../store/remembered-account.ts';
import type { RememberedAccount } from '../store/remembered-account.ts';
import type {
  AccountChange,
  AccountMemory,
  LocalStore,
  LocalStores,
  ReadTransaction,
  StoreFailure,
} from '../store/ports.ts';

/**
 * A store beside the databases (localStorage). It notifies other tabs of a change, and may be a minute old
 * after the browser was killed. It is used only if no database has the state.
 */
export interface AccountMirror {
  /** Null if the mirror is empty. */
  load(): MirroredAccount | null;
  /**
   * Writes the state. A state that is not a copy of a database's gets a new stamp, so that the same state
   * written twice counts as two writes.
   */
  save(remembered: RememberedAccount, isCopy: boolean): void;
}

/** The remembered account as stored in the mirror. */
export interface MirroredAccount {
  readonly remembered: RememberedAccount;
  /** Whether a database has this state, so that the mirror decides nothing. */
  readonly isCopy: boolean;
  /** Unique to this write; null if the last version of the app wrote it. */
  readonly stamp: string | null;
}

/** The number of the mirror's writes that are recognised again: a kill reverts it by a minute at most. */
const maxHeardNames = 10;

/**
 * Stores the signed-in user in the guest's store: durable by a strict transaction, and never older than any
 * other store of this browser (decision 0061). A state in the mirror that is not a copy was written by the
 * last version of the app, or while the database accepted no writes. Each such state is adopted once.
 */
export class StoredAccountMemory implements AccountMemory {
  readonly #stores: LocalStores;
  readonly #mirror: AccountMirror;
  /**
   * Changes that no database has yet, with the text of the row over which they were made. They are void once
   * the row has another text.
   */
  #unsaved: Unsaved | null = null;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(stores: LocalStores, mirror: AccountMirror) {
    this.#stores = stores;
    this.#mirror = mirror;
  }

  async load(): Promise<RememberedAccount> {
    const read = await this.#onGuest((guest) => this.#readFrom(guest));
    return read.ok ? read.value : this.#mergedState(undefined);
  }

  /** As {@link load}, from a guest's store that the caller has opened or failed to open; it stays open. */
  async loadFrom(guest: Result<LocalStore, StoreFailure>): Promise<RememberedAccount> {
    const read = guest.ok ? await this.#readFrom(guest.value) : guest;
    return read.ok ? read.value : this.load();
  }

  change(change: AccountChange): Promise<Result<RememberedAccount, StoreFailure>> {
    const changed = this.#lastChange.then(() => this.#changeNow(change));
    this.#lastChange = changed.catch(() => undefined);
    return changed;
  }

  /**
   * Adopts a state that a tab of the last version, or a tab that cannot write to the database, has put into
   * the mirror, even if it equals an earlier one. Call it when the mirror has changed.
   */
  async adoptMirror(): Promise<void> {
    const copy = this.#unreadMirror();
    if (copy !== null) await this.change((now) => withMirror(now, copy.remembered));
  }

  async #changeNow(change: AccountChange): Promise<Result<RememberedAccount, StoreFailure>> {
    const written = await this.#onGuest((guest) => this.#write(guest, change));
    if (written.ok) return written;
    const read = await this.#onGuest((guest) => guest.read(readStoredAccount));
    const row = read.ok ? read.value : undefined;
    const before = this.#mergedState(row);
    const over = row === undefined ? null : textOf(row);
    this.#unsaved = { over, changes: [...this.#unsavedOver(row), change] };
    const after = this.#mergedState(row);
    // If the row cannot be read, only its copy in the mirror is left: a new state there would count as newer.
    const isBeside = row === undefined && this.#mirror.load()?.isCopy === true;
    if (textOf(before) !== textOf(after) && !isBeside) this.#mirror.save(after, false);
    return written;
  }

  /**
   * Repeats the operation on another handle if another tab has emptied the store since: the row is still in
   * it.
   */
  async #onGuest<T>(
    use: (guest: LocalStore) => Promise<Result<T, StoreFailure>>,
    triesLeft = 3,
  ): Promise<Result<T, StoreFailure>> {
    const opened = await this.#stores.open(0);
    if (!opened.ok) return opened;
    const used = await use(opened.value);
    await opened.value.close();
    const isEmptied = !used.ok && used.error.code === 'closed';
    return isEmptied && triesLeft > 0 ? this.#onGuest(use, triesLeft - 1) : used;
  }

  async #readFrom(guest: LocalStore): Promise<Result<RememberedAccount, StoreFailure>> {
    const read = await guest.read(readStoredAccount);
    if (!read.ok) return read;
    const isMirrorNewer = this.#newerInMirror(read.value) !== null;
    const taken = isMirrorNewer ? await this.#write(guest, (now) => now) : null;
    if (taken?.ok) return taken;
    const now = this.#mergedState(read.value);
    if (!isMirrorNewer && this.#unsaved === null) this.#copyToMirror(now);
    return ok(now);
  }

  /** Writes the result of a change to the row, merged with the mirror and with unwritten changes. */
  async #write(
    guest: LocalStore,
    change: AccountChange,
  ): Promise<Result<RememberedAccount, StoreFailure>> {
    const written = await guest.write(async (tx) => {
      const before = await readStoredAccount(tx);
      const remembered = change(this.#mergedState(before));
      const heard = withName(before?.heard ?? [], this.#unreadMirror()?.name ?? null);
      if (textOf(before) !== textOf({ remembered, heard })) {
        await tx.putMeta('account', 'browser', { ...remembered, heard });
      }
      return remembered;
    });
    if (!written.ok) return written;
    this.#unsaved = null;
    this.#copyToMirror(written.value);
    return written;
  }

  /** The mirror's state with the name of its write; null if a database has that state. */
  #unreadMirror(): { readonly remembered: RememberedAccount; readonly name: string } | null {
    const mirrored = this.#mirror.load();
    if (mirrored === null || mirrored.isCopy) return null;
    const { remembered, stamp } = mirrored;
    return { remembered, name: stamp ?? digestOf(textOf(remembered)) };
  }

  /**
   * The mirror's state if the row has not recorded that write: a kill reverts localStorage to an older state.
   */
  #newerInMirror(row: ReadRow): RememberedAccount | null {
    const copy = this.#unreadMirror();
    return copy === null || row?.heard.includes(copy.name) === true ? null : copy.remembered;
  }

  /** The state of a row, merged with the mirror and with unwritten changes. */
  #mergedState(row: ReadRow): RememberedAccount {
    const written = row?.remembered ?? nobodyRemembered;
    const mirrored = this.#newerInMirror(row);
    const base = mirrored === null ? written : withMirror(written, mirrored);
    return this.#unsavedOver(row).reduce((now, change) => change(now), base);
  }

  #unsavedOver(row: ReadRow): readonly AccountChange[] {
    const { over = null, changes = [] } = this.#unsaved ?? {};
    return over === null || row === undefined || over === textOf(row) ? changes : [];
  }

  #copyToMirror(now: RememberedAccount): void {
    const mirrored = this.#mirror.load();
    if (mirrored === null && textOf(now) === textOf(nobodyRemembered)) return;
    if (mirrored?.isCopy !== true || textOf(mirrored.remembered) !== textOf(now))
      this.#mirror.save(now, true);
  }
}

/** The row, with the names of those last writes of the mirror that were not copies. */
interface StoredAccount {
  readonly remembered: RememberedAccount;
  readonly heard: readonly string[];
}
/** Null if there is no row, undefined if it cannot be read. */
type ReadRow = StoredAccount | null | undefined;

interface Unsaved {
  /** The text of the row; null if it could not be read. */
  readonly over: string | null;
  readonly changes: readonly AccountChange[];
}

async function readStoredAccount(tx: ReadTransaction): Promise<StoredAccount | null> {
  const value = await tx.meta('account', 'browser');
  const remembered = readRemembered(value);
  if (remembered === null) return null;
  const heard = Array.isArray(value?.heard) ? value.heard : [];
  return { remembered, heard: heard.filter(isName) };
}

/** An earlier version stored the states themselves, with the user's name and number. */
function isName(heard: unknown): heard is string {
  return typeof heard === 'string' && !heard.startsWith('{');
}

function withName(heard: readonly string[], name: string | null): readonly string[] {
  if (name === null || heard.includes(name)) return heard;
  return [...heard, name].slice(-maxHeardNames);
}

/** Replaces the remembered state by the mirror's, whose writer may not know every field. */
function withMirror(now: RememberedAccount, mirrored: RememberedAccount): RememberedAccount {
  const deleted = new Set(now.deletions.map(({ userId }) => userId));
  return {
    ...mirrored,
    known: now.known.reduce(knownWith, mirrored.known),
    signIns: [...mirrored.signIns.filter((name) => !now.signIns.includes(name)), ...now.signIns],
    deletions: [
      ...mirrored.deletions.filter(({ userId }) => !deleted.has(userId)),
      ...now.deletions,
    ],
  };
}

function textOf(value: RememberedAccount | StoredAccount | null): string {
  return JSON.stringify(value);
}

/** A 32-bit hash of a text (FNV-1a), from which the text cannot be recovered. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return `#${(hash >>> 0).toString(16)}`;
}
