import type { Person } from '@foray/domain';
import {
  ownerIdOf,
  type AccountKey,
  type Conflict,
  type LocalChange,
  type LocalItem,
  type QueuedRequest,
  type UnreadableContent,
  type UnreadableRow,
} from '@foray/sync';
import type { PagePorts } from '../state/client-ports.ts';
import type { ErasedView, StorageState, SyncView, UpgradeView } from '../state/client-state.ts';
import type { AccountSync } from './account-sync.ts';
import { PersistedCounts } from '../state/persisted-counts.ts';
import { serially } from '../state/serial-task.ts';
import { emptyReplica } from '../../store/load.ts';
import { emptyInbox, readInbox, type Inbox } from '../inbox/inbox.ts';
import { Observable } from '../../../state/observable.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import type { Replica } from '../../store/replica.ts';
import { syncViewOf } from '../sync/sync-view.ts';
import { UnreadableRows } from '../sync/unreadable-rows.ts';

/** Receives the events that the account manager has to handle. */
export interface AccountStateEvents {
  /** The store of the open account is gone, although this page has not closed it. */
  onStoreGone(): void;
  /** People who are new on this device, or have other names now. */
  onPeople(people: readonly Person[]): void;
}

/** Keeps the screens' view of the open account up to date. */
export class ShownAccountState {
  readonly replica: Observable<Replica>;
  readonly sync: Observable<SyncView>;
  readonly upgrade = new Observable<UpgradeView>({ kind: 'none' });
  readonly blocked = new Observable<readonly QueuedRequest[]>([]);
  readonly conflicts = new Observable<readonly Conflict[]>([]);
  readonly inbox = new Observable<Inbox>(emptyInbox);
  /** Whether the conflict dialog is open; it is never open without conflicts. */
  readonly isResolvingConflicts = new Observable(false);
  readonly #ports: PagePorts;
  readonly #events: AccountStateEvents;
  #opened: OpenAccount | null = null;
  #syncing: AccountSync | null = null;
  #endings: (() => void)[] = [];
  #storage: StorageState = { kind: 'ok' };
  readonly #unreadable = new UnreadableRows();
  /** Accounts in whose data a newer app has written rows unknown to this one. */
  readonly #newer = new Set<AccountKey>();
  readonly #kept: PersistedCounts;
  /** Another tab may have discarded unreadable rows. */
  #recheckUnreadable = serially(async () => undefined);

  constructor(ports: PagePorts, events: AccountStateEvents) {
    this.#ports = ports;
    this.#events = events;
    this.#kept = new PersistedCounts(ports.queueCounts);
    this.replica = new Observable(emptyReplica(ports.clock));
    this.sync = new Observable({
      ...syncViewOf(null, ports.connectivity.isOnline(), this.#storage),
      erased: ports.mayHaveSession() ? undefined : null,
      ...ports.queueCounts.load(),
    });
  }

  /** The sync of the open account; null for a guest, and before its code has loaded. */
  get syncing(): AccountSync | null {
    return this.#syncing;
  }

  /** Shows an account from now on: one that does not sync yet with the last known counts. */
  enter(opened: OpenAccount, storage: StorageState): void {
    this.#opened = opened;
    const key = ownerIdOf(opened.device.account);
    this.#recheckUnreadable = serially(async () => {
      await this.#unreadable.recheck(key, opened.device.store);
      if (this.#opened === opened) this.#showUnreadable();
    });
    this.#storage = this.#newer.has(key) ? { kind: 'newer' } : storage;
    this.replica.set(opened.replica);
    const { connectivity, visibility } = this.#ports;
    this.#endings = [
      connectivity.subscribe(() => this.showSync()),
      visibility.subscribe((isVisible) => {
        if (!isVisible) return;
        void opened.catchUp();
        void this.#readInbox();
      }),
    ];
    void this.#readInbox();
    // With an engine, the counts are read first.
    if (opened.engine === null) this.showSync();
  }

  /** Looks for damaged rows of the open account in the stores that loading the items does not read. */
  async lookForDamage(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    await this.#unreadable.look(ownerIdOf(opened.device.account), opened.device.store);
    this.#showUnreadable();
  }

  /** Shows the sync of the open account from now on, and starts it. */
  async startSync(syncing: AccountSync): Promise<void> {
    this.#syncing = syncing;
    await syncing.start();
  }

  /** Stops showing and syncing the account; its queue stays. */
  async closeAccount(): Promise<void> {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#syncing?.stop();
    this.#syncing = null;
    this.#opened = null;
    this.upgrade.set({ kind: 'none' });
    this.blocked.set([]);
    this.conflicts.set([]);
    this.inbox.set(emptyInbox);
  }

  /** Call it after an action: its requests are sent soon. */
  requestSync(): void {
    this.#syncing?.requestSync();
  }

  /** Shows rows of the account as an action will leave them; see `OpenReplica`. */
  predict(rows: readonly LocalItem[]): () => void {
    return this.#opened?.predict(rows) ?? (() => undefined);
  }

  /** Receives every committed change of this tab and of others. */
  readonly onChange = (change: LocalChange): void => {
    if (change.inboxChanged) void this.#readInbox();
    // The mark tells a later start that there were items.
    const isGuest = this.#opened?.device.account.kind === 'guest';
    if (isGuest && change.rows.length > 0) this.#ports.guestMark.set(true);
    if (change.users.length > 0) this.#events.onPeople(change.users);
    if (!change.hasQueueChanged) return;
    if (this.#storage.kind === 'damaged') void this.#recheckUnreadable();
    this.#syncing?.onQueueChanged();
  };

  /** See {@link AccountStateEvents}. */
  readonly onStoreGone = (): void => this.#events.onStoreGone();

  /** Shows that an opening waits for another tab, or no longer does; meanwhile this tab can do nothing. */
  showBlocked(isBlocked: boolean): void {
    this.sync.set({ ...this.sync.get(), storage: isBlocked ? { kind: 'blocked' } : this.#storage });
  }

  /** Shows that the browser has erased the data; null once the person has read it. */
  showErased(erased: ErasedView | null): void {
    this.sync.set({ ...this.sync.get(), erased });
  }

  /**
   * Shows that a newer version of the app has taken over the data: this page can no longer store anything.
   */
  showOutdated(): void {
    this.#storage = { kind: 'newer' };
    this.showSync();
  }

  /**
   * Records that a newer app wrote a row into an account's data: this page neither shows nor sends any of
   * the data, and asks for the new version.
   */
  onNewer(account: AccountKey): void {
    this.#newer.add(account);
    if (this.#opened !== null && ownerIdOf(this.#opened.device.account) === account) {
      this.showOutdated();
    }
  }

  /** Records that a row of an account could not be read. */
  onUnreadable(account: AccountKey, row: UnreadableRow): void {
    if (this.#unreadable.add(account, row)) this.#showUnreadable();
  }

  /** The current unreadable rows of the account; null if unknown. */
  async unreadableRows(): Promise<readonly UnreadableContent[] | null> {
    const opened = this.#opened;
    if (opened === null) return [];
    const rows = await this.#unreadable.lookAgain(
      ownerIdOf(opened.device.account),
      opened.device.store,
    );
    if (this.#opened === opened) this.#showUnreadable();
    return rows;
  }

  /** Closes the upgrade dialog; unsent requests continue to be sent. */
  closeUpgrade(): void {
    if (this.#syncing) this.#syncing.copied = 0;
    this.upgrade.set({ kind: 'none' });
  }

  #showUnreadable(): void {
    if (this.#opened === null) return;
    if (this.#storage.kind !== 'ok' && this.#storage.kind !== 'damaged') return;
    const rows = this.#unreadable.count(ownerIdOf(this.#opened.device.account));
    this.#storage = rows === 0 ? { kind: 'ok' } : { kind: 'damaged', rows };
    this.showSync();
  }

  async #readInbox(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    const inbox = await readInbox(opened.device.store);
    if (inbox !== null && this.#opened === opened) this.inbox.set(inbox);
  }

  /** Shows the state of the engine, or what is known without one. */
  showSync(): void {
    const state = this.#opened?.engine?.state() ?? null;
    const isOnline = this.#ports.connectivity.isOnline();
    const view = { ...syncViewOf(state, isOnline, this.#storage), erased: this.sync.get().erased };
    const isCounted = state !== null || this.#opened?.device.account.kind !== 'user';
    this.sync.set(isCounted ? view : { ...view, ...this.#ports.queueCounts.load() });
    if (isCounted) this.#kept.keep(view);
  }
}
