import type { Person } from '@foray/domain';
import {
  isBlocked,
  ownerIdOf,
  type AccountKey,
  type Conflict,
  type LocalChange,
  type LocalItem,
  type QueuedRequest,
  type Triggers,
  type UnreadableContent,
  type UnreadableRow,
} from '@foray/sync';
import type { PagePorts } from '../state/client-ports.ts';
import type {
  ClientNotice,
  ErasedView,
  StorageState,
  SyncView,
  UpgradeView,
} from '../state/client-state.ts';
import { ConflictDialogController } from '../sync/conflict-dialog-controller.ts';
import { PersistedCounts } from '../state/persisted-counts.ts';
import { serially } from '../state/serial-task.ts';
import { emptyReplica } from '../../store/load.ts';
import { emptyInbox, readInbox, type Inbox } from '../inbox/inbox.ts';
import { Observable } from '../../../state/observable.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import { QueueNews } from '../inbox/queue-news.ts';
import type { Replica } from '../../store/replica.ts';
import { syncViewOf, upgradeViewOf } from '../sync/sync-view.ts';
import { notifyMissed } from '../inbox/notify-missed.ts';
import { UnreadableRows } from '../sync/unreadable-rows.ts';
import type { LostSession } from './orphaned-sessions.ts';

/** Receives the events that the account manager has to handle. */
export interface AccountStateEvents {
  /** The server has no session of this user, or one of another. */
  onSessionLost(how: LostSession): void;
  /** The store of the open account is gone, although this page has not closed it. */
  onStoreGone(): void;
  /** People who are new on this device, or have other names now. */
  onPeople(people: readonly Person[]): void;
  notify(notice: ClientNotice): void;
}

/** Keeps the screens' view of the open account up to date: its replica, its sync, its queue. */
export class ShownAccountState {
  readonly replica: Observable<Replica>;
  readonly sync: Observable<SyncView>;
  readonly upgrade = new Observable<UpgradeView>({ kind: 'none' });
  readonly blocked = new Observable<readonly QueuedRequest[]>([]);
  readonly conflicts = new Observable<readonly Conflict[]>([]);
  readonly inbox = new Observable<Inbox>(emptyInbox);
  readonly controller: ConflictDialogController;
  readonly #ports: PagePorts;
  readonly #events: AccountStateEvents;
  #opened: OpenAccount | null = null;
  #triggers: Triggers | null = null;
  #endings: (() => void)[] = [];
  #storage: StorageState = { kind: 'ok' };
  readonly #unreadable = new UnreadableRows();
  /** Accounts in whose data a newer app has written rows unknown to this one. */
  readonly #newer = new Set<AccountKey>();
  #copied = 0;
  readonly #kept: PersistedCounts;
  #news = new QueueNews();
  /** A long queue is read as a whole, so changes in quick succession share one read. */
  #readQueue = serially(async () => undefined);
  #refreshCounts = serially(async () => undefined);
  readonly #notifyMissed = () => notifyMissed(this.#opened, this.#ports.visibility, this.#events);
  /** Another tab may have discarded unreadable rows. */
  #recheckUnreadable = serially(async () => undefined);

  constructor(ports: PagePorts, events: AccountStateEvents) {
    this.#ports = ports;
    this.#events = events;
    this.#kept = new PersistedCounts(ports.queueCounts);
    this.replica = new Observable(emptyReplica(ports.clock));
    this.controller = new ConflictDialogController(ports, () => this.requestSync());
    this.sync = new Observable({
      ...syncViewOf(null, ports.connectivity.isOnline(), this.#storage),
      erased: ports.mayHaveSession() ? undefined : null,
      ...ports.queueCounts.load(),
    });
  }

  /**
   * Shows an account from now on. Until `startSync`, an account without an engine shows the last known
   * counts; `copied` guest items are being sent to its server.
   */
  async enter(opened: OpenAccount, storage: StorageState, copied: number): Promise<void> {
    this.#opened = opened;
    this.#news = new QueueNews();
    // A read of the former account is not awaited.
    this.#readQueue = serially(() => this.#readQueueNow());
    this.#refreshCounts = serially(async () => opened.engine?.refresh());
    const key = ownerIdOf(opened.device.account);
    this.#recheckUnreadable = serially(async () => {
      await this.#unreadable.recheck(key, opened.device.store);
      if (this.#opened === opened) this.#showUnreadable();
    });
    this.#storage = this.#newer.has(key) ? { kind: 'newer' } : storage;
    // The first list must not wait for this.
    void opened.loaded
      .then(() => this.#unreadable.look(key, opened.device.store))
      .then(() => this.#showUnreadable());
    this.replica.set(opened.replica);
    const { connectivity, visibility } = this.#ports;
    this.#endings = [
      connectivity.subscribe(() => this.#show()),
      visibility.subscribe((isVisible) => {
        if (!isVisible) return;
        void opened.catchUp();
        void this.#readInbox();
      }),
    ];
    void this.#readInbox();
    await this.startSync(copied);
  }

  /** Starts to sync the account, if it has an engine, and shows the engine's state. */
  async startSync(copied: number): Promise<void> {
    const opened = this.#opened;
    const engine = opened?.engine ?? null;
    this.#copied = copied;
    if (opened !== null && engine !== null) {
      this.#endings.push(this.controller.enter(opened));
      await engine.refresh();
      this.#endings.push(engine.subscribe(() => this.#onEngine()));
    }
    // An earlier page has already reported the entries that exist before the first cycle.
    const read = this.#readQueue();
    this.#triggers = opened?.startTriggers() ?? null;
    this.#show();
    await read;
  }

  /** Stops showing and syncing the account; its queue stays. */
  async closeAccount(): Promise<void> {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#triggers?.stop();
    this.#triggers = null;
    this.#opened?.engine?.stop();
    this.#opened = null;
    this.upgrade.set({ kind: 'none' });
    this.blocked.set([]);
    this.conflicts.set([]);
    this.inbox.set(emptyInbox);
  }

  /** Call it after an action: its requests are sent soon. */
  requestSync(): void {
    this.#triggers?.requestSync();
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
    void this.#refreshCounts();
    void this.#readQueue();
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
    this.#show();
  }

  /**
   * Records that a newer app wrote a row into an account's data: this page neither shows nor sends anything
   * of it, and asks for the new version.
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

  /** Restarts the upload of a guest's items after it failed. */
  async retryUpgrade(retry: (requestId: string) => Promise<void>): Promise<void> {
    const opened = this.#opened;
    if (!opened?.engine) return;
    for (const request of this.blocked.get()) if (request.isImport) await retry(request.id);
    const run = opened.engine.run('sync_now');
    await this.#readQueue();
    await run;
    await this.#readQueue();
  }

  /** Closes the upgrade dialog; unsent requests continue to be sent. */
  closeUpgrade(): void {
    this.#copied = 0;
    this.upgrade.set({ kind: 'none' });
  }

  #showUnreadable(): void {
    if (this.#opened === null) return;
    if (this.#storage.kind !== 'ok' && this.#storage.kind !== 'damaged') return;
    const rows = this.#unreadable.count(ownerIdOf(this.#opened.device.account));
    this.#storage = rows === 0 ? { kind: 'ok' } : { kind: 'damaged', rows };
    this.#show();
  }

  #onEngine(): void {
    this.#show();
    const state = this.#opened?.engine?.state();
    // A pulled row may reveal the outcome of a change that has left the queue.
    if (state?.phase === 'idle') void this.#notifyMissed();
    const problem = state?.lastError?.code;
    if (problem === 'signed_out') this.#events.onSessionLost('ended');
    else if (problem === 'wrong_actor') this.#events.onSessionLost('replaced');
    else if (problem !== undefined) void this.#readQueue();
  }

  async #readQueueNow(): Promise<void> {
    const opened = this.#opened;
    if (!opened?.engine) return;
    const queue = await opened.device.store.read((tx) => tx.queue());
    const conflicts = await opened.engine.conflicts();
    if (!queue.ok || this.#opened !== opened) return;
    const blocked = queue.value.filter((request) => isBlocked(request.state));
    const news = this.#news.take(blocked, conflicts, opened.replica);
    if (news.blocked !== null) this.#events.notify(news.blocked);
    await this.#notifyMissed();
    this.blocked.set(blocked);
    this.conflicts.set(conflicts);
    this.controller.take(conflicts);
    if (news.conflicts > 0 && !this.controller.isOpen.get()) {
      this.#events.notify({ kind: 'conflicts', count: news.conflicts });
    }
    if (this.#copied === 0) return;
    const { lastError, phase } = opened.engine.state();
    // During a cycle the error is that of the previous cycle.
    const hasFailed = lastError !== null && phase !== 'syncing';
    this.upgrade.set(upgradeViewOf(this.#copied, queue.value, hasFailed));
  }

  async #readInbox(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    const inbox = await readInbox(opened.device.store);
    if (inbox !== null && this.#opened === opened) this.inbox.set(inbox);
  }

  #show(): void {
    const state = this.#opened?.engine?.state() ?? null;
    const isOnline = this.#ports.connectivity.isOnline();
    const view = { ...syncViewOf(state, isOnline, this.#storage), erased: this.sync.get().erased };
    const isCounted = state !== null || this.#opened?.device.account.kind !== 'user';
    this.sync.set(isCounted ? view : { ...view, ...this.#ports.queueCounts.load() });
    if (isCounted) this.#kept.keep(view);
  }
}
