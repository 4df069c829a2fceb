import {
  keyOf,
  startTriggers,
  type AccountKey,
  type Conflict,
  type LocalChange,
  type QueuedRequest,
  type Triggers,
  type UnreadableContent,
  type UnreadableRow,
} from '@foray/sync';
import type { ClientPorts, QueueCounts } from './client-ports.ts';
import type { ClientNotice, StorageState, SyncView, UpgradeView } from './client-state.ts';
import { ConflictDesk } from './conflict-dialog-controller.ts';
import { inTurn } from './serial-task.ts';
import { listenToServer } from './live-events.ts';
import { emptyReplica } from '../store/load.ts';
import { noNews, readNews, type News } from './inbox.ts';
import { Observable } from './observable.ts';
import type { OpenAccount } from './open-account.ts';
import { refusedChange } from './refused-change.ts';
import type { Replica } from '../store/replica.ts';
import { syncViewOf, upgradeViewOf } from './sync-view.ts';
import { UnreadableRows } from './unreadable-rows.ts';
import type { LostSession } from './unused-sessions.ts';

/** Whom the watch tells of what needs somebody else's doing. */
interface AccountWatchEvents {
  /** The server knows no session of theirs, or one of somebody else. */
  onSessionLost(how: LostSession): void;
  notify(notice: ClientNotice): void;
}

/** Keeps what screens show of the open account up: its replica, its sync, its queue. */
export class AccountWatch {
  readonly replica: Observable<Replica>;
  readonly sync: Observable<SyncView>;
  readonly upgrade = new Observable<UpgradeView>({ kind: 'none' });
  readonly parked = new Observable<readonly QueuedRequest[]>([]);
  readonly conflicts = new Observable<readonly Conflict[]>([]);
  readonly news = new Observable<News>(noNews);
  readonly desk: ConflictDesk;
  readonly #ports: ClientPorts;
  readonly #events: AccountWatchEvents;
  #opened: OpenAccount | null = null;
  #triggers: Triggers | null = null;
  #endings: (() => void)[] = [];
  #storage: StorageState = { kind: 'ok' };
  readonly #unreadable = new UnreadableRows();
  #copied = 0;
  #keptCounts: QueueCounts | null = null;
  /** A long queue is read whole: changes that come faster than that share a reading. */
  #readQueue = inTurn(async () => undefined);
  #refreshCounts = inTurn(async () => undefined);
  /** Another tab may have discarded what could not be read. */
  #recheckUnreadable = inTurn(async () => undefined);

  constructor(ports: ClientPorts, events: AccountWatchEvents) {
    this.#ports = ports;
    this.#events = events;
    this.replica = new Observable(emptyReplica(ports.clock));
    this.desk = new ConflictDesk(ports, () => this.nudge());
    this.sync = new Observable({
      ...syncViewOf(null, ports.connectivity.isOnline(), this.#storage),
      ...ports.queueCounts.load(),
    });
  }

  /** Shows an account from here on; `copied` guest items are on their way to its server. */
  async enter(opened: OpenAccount, storage: StorageState, copied: number): Promise<void> {
    this.#opened = opened;
    // Nobody waits for a reading of the account before.
    this.#readQueue = inTurn(() => this.#readQueueNow());
    this.#refreshCounts = inTurn(async () => opened.engine?.refresh());
    const key = keyOf(opened.device.account);
    this.#recheckUnreadable = inTurn(async () => {
      await this.#unreadable.recheck(key, opened.device.store);
      if (this.#opened === opened) this.#showUnreadable();
    });
    this.#storage = storage;
    void this.#unreadable.look(key, opened.device.store).then(() => this.#showUnreadable());
    this.#copied = copied;
    this.replica.set(opened.replica);
    const { connectivity, visibility, scheduler, ids } = this.#ports;
    this.#endings = [
      connectivity.subscribe(() => this.#show()),
      visibility.subscribe((isVisible) => {
        if (!isVisible) return;
        void opened.catchUp();
        void this.#readNews();
      }),
    ];
    void this.#readNews();
    const { engine } = opened;
    if (engine !== null) {
      this.#endings.push(this.desk.enter(opened));
      await engine.refresh();
      this.#endings.push(engine.subscribe(() => this.#onEngine()));
      this.#triggers = startTriggers({ engine, connectivity, visibility, scheduler, ids });
      this.#endings.push(listenToServer(this.#ports, key, () => this.#triggers?.hear()));
    }
    this.#show();
    await this.#readQueue();
  }

  /** Stops showing and syncing the account; what is queued stays. */
  async leave(): Promise<void> {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#triggers?.stop();
    this.#triggers = null;
    this.#opened?.engine?.stop();
    this.#opened = null;
    this.upgrade.set({ kind: 'none' });
    this.parked.set([]);
    this.conflicts.set([]);
    this.news.set(noNews);
  }

  /** To be called after an action: what it queued goes out soon. */
  nudge(): void {
    this.#triggers?.nudge();
  }

  /** Hears of every committed change of this tab and the others. */
  onChange(change: LocalChange): void {
    if (change.hasNews) void this.#readNews();
    if (!change.hasQueueChanged) return;
    if (this.#storage.kind === 'damaged') void this.#recheckUnreadable();
    void this.#refreshCounts();
    void this.#readQueue();
  }

  /** An opening waits for another tab, or does so no more; until then this tab can only wait. */
  showBlocked(isBlocked: boolean): void {
    this.sync.set({ ...this.sync.get(), storage: isBlocked ? { kind: 'blocked' } : this.#storage });
  }

  /** A newer version of the app took the data over: this page can keep nothing any more. */
  showOutdated(): void {
    this.#storage = { kind: 'newer' };
    this.#show();
  }

  /** A row of an account could not be read. */
  hearUnreadable(account: AccountKey, row: UnreadableRow): void {
    if (this.#unreadable.add(account, row)) this.#showUnreadable();
  }

  /** The rows of the account that cannot be read, as they are now; null if nobody can say. */
  async unreadableRows(): Promise<readonly UnreadableContent[] | null> {
    const opened = this.#opened;
    if (opened === null) return [];
    const rows = await this.#unreadable.lookAgain(
      keyOf(opened.device.account),
      opened.device.store,
    );
    if (this.#opened === opened) this.#showUnreadable();
    return rows;
  }

  /** Starts the upload of a guest's items again after it failed. */
  async retryUpgrade(retry: (requestId: string) => Promise<void>): Promise<void> {
    const opened = this.#opened;
    if (!opened?.engine) return;
    for (const request of this.parked.get()) if (request.isImport) await retry(request.id);
    const run = opened.engine.run('sync_now');
    await this.#readQueue();
    await run;
    await this.#readQueue();
  }

  /** Closes the upgrade; what has not been sent yet goes on being sent. */
  closeUpgrade(): void {
    this.#copied = 0;
    this.upgrade.set({ kind: 'none' });
  }

  #showUnreadable(): void {
    if (this.#opened === null) return;
    if (this.#storage.kind !== 'ok' && this.#storage.kind !== 'damaged') return;
    const rows = this.#unreadable.count(keyOf(this.#opened.device.account));
    this.#storage = rows === 0 ? { kind: 'ok' } : { kind: 'damaged', rows };
    this.#show();
  }

  #onEngine(): void {
    this.#show();
    const problem = this.#opened?.engine?.state().lastError?.code;
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
    const parked = queue.value.filter((request) => request.state.kind === 'parked');
    const newlyParked = parked.length - this.parked.get().length;
    if (newlyParked > 0) {
      const refused = refusedChange(parked, this.parked.get(), opened.replica);
      this.#events.notify({ kind: 'parked', count: newlyParked, refused });
    }
    const newConflicts = conflicts.length - this.conflicts.get().length;
    this.parked.set(parked);
    this.conflicts.set(conflicts);
    this.desk.take(conflicts);
    if (newConflicts > 0 && !this.desk.isOpen.get()) {
      this.#events.notify({ kind: 'conflicts', count: newConflicts });
    }
    if (this.#copied === 0) return;
    const { lastError, phase } = opened.engine.state();
    // During a run the error is the one before's.
    const hasFailed = lastError !== null && phase !== 'syncing';
    this.upgrade.set(upgradeViewOf(this.#copied, queue.value, hasFailed));
  }

  async #readNews(): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    const news = await readNews(opened.device.store);
    if (news !== null && this.#opened === opened) this.news.set(news);
  }

  #keepCounts({ pending, parked }: QueueCounts): void {
    const kept = this.#keptCounts;
    if (kept?.pending === pending && kept.parked === parked) return;
    this.#keptCounts = { pending, parked };
    this.#ports.queueCounts.save(this.#keptCounts);
  }

  #show(): void {
    const state = this.#opened?.engine?.state() ?? null;
    const view = syncViewOf(state, this.#ports.connectivity.isOnline(), this.#storage);
    this.sync.set(view);
    this.#keepCounts(view);
  }
}
