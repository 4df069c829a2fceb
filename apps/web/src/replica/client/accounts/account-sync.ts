import { isBlocked } from '@foray/sync';
import type { Conflict, QueuedRequest, Triggers } from '@foray/sync';
import type { Observable } from '../../../state/observable.ts';
import { missedNotices } from '../inbox/missed-notices.ts';
import { QueueNews } from '../inbox/queue-news.ts';
import type { ClientPorts, PagePorts } from '../state/client-ports.ts';
import type { ClientNotice, UpgradeView } from '../state/client-state.ts';
import { serially } from '../state/serial-task.ts';
import { accountEngine } from '../sync/account-engine.ts';
import { ConflictDialogController } from '../sync/conflict-dialog-controller.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import { upgradeViewOf } from '../sync/upgrade-view.ts';
import type { LostSession } from './orphaned-sessions.ts';

/** The parts of the screens' view that a sync changes. */
interface SyncedView {
  readonly upgrade: Observable<UpgradeView>;
  readonly blocked: Observable<readonly QueuedRequest[]>;
  readonly conflicts: Observable<readonly Conflict[]>;
  readonly isResolvingConflicts: Observable<boolean>;
  /** Shows the current state of the engine. */
  showSync(): void;
}

/** Receives the events of a sync. */
interface AccountSyncEvents {
  /** The server has no session of this user, or one of another. */
  endSession(how: LostSession): Promise<void>;
  readonly notices: { notify(notice: ClientNotice): void };
}

/** Gives the account of a signed-in user its engine. */
export function attachSync(
  opened: OpenAccount,
  page: AccountSyncEvents & { readonly watch: SyncedView },
  ports: ClientPorts,
): AccountSync {
  const syncing = new AccountSync(opened, page.watch, ports, page);
  opened.attachEngine((device) => accountEngine(device, ports, syncing.controller));
  return syncing;
}

/** The sync of the open account, and its view. A guest has none, and its code loads after the first screen. */
export class AccountSync {
  readonly controller: ConflictDialogController;
  readonly #ports: Pick<PagePorts, 'visibility' | 'locks'>;
  readonly #opened: OpenAccount;
  readonly #view: SyncedView;
  readonly #events: AccountSyncEvents;
  #triggers: Triggers | null = null;
  #endings: (() => void)[] = [];
  #isStopped = false;
  /** The number of a guest's items that are being sent; 0 if their upload is not shown. */
  copied = 0;
  readonly #news = new QueueNews();
  /** A long queue is read as a whole, so changes in quick succession share one read. */
  readonly #readQueue = serially(() => this.#readQueueNow());
  readonly #refreshCounts = serially(async () => this.#opened.engine?.refresh());

  constructor(
    opened: OpenAccount,
    view: SyncedView,
    ports: Pick<PagePorts, 'visibility' | 'locks'>,
    events: AccountSyncEvents,
  ) {
    this.#opened = opened;
    this.#view = view;
    this.#ports = ports;
    this.#events = events;
    const requestSync = () => this.requestSync();
    this.controller = new ConflictDialogController(ports, requestSync, view.isResolvingConflicts);
  }

  /** Starts the engine, which the account has by now. */
  async start(): Promise<void> {
    this.#endings.push(this.controller.enter(this.#opened));
    const { engine } = this.#opened;
    await engine?.refresh();
    if (engine) this.#endings.push(engine.subscribe(() => this.#onEngine()));
    // An earlier page has already reported the entries that exist before the first cycle.
    const read = this.#readQueue();
    this.#triggers = this.#opened.startTriggers();
    this.#view.showSync();
    await read;
  }

  /** Ends the sync; the queue stays. */
  stop(): void {
    this.#isStopped = true;
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#triggers?.stop();
    this.#triggers = null;
    this.#opened.engine?.stop();
  }

  /** Call it after an action: its requests are sent soon. */
  requestSync(): void {
    this.#triggers?.requestSync();
  }

  /** Call it when requests were added to the queue or removed from it. */
  onQueueChanged(): void {
    void this.#refreshCounts();
    void this.#readQueue();
  }

  /** Restarts the upload of a guest's items after it failed. */
  async retryUpgrade(retry: (requestId: string) => Promise<void>): Promise<void> {
    for (const request of this.#view.blocked.get()) if (request.isImport) await retry(request.id);
    const run = this.#opened.engine?.run('sync_now');
    await this.#readQueue();
    await run;
    await this.#readQueue();
  }

  #onEngine(): void {
    this.#view.showSync();
    const state = this.#opened.engine?.state();
    // A pulled row may reveal the outcome of a change that has left the queue.
    if (state?.phase === 'idle') void this.#notifyMissed();
    const problem = state?.lastError?.code;
    if (problem === 'signed_out') void this.#events.endSession('ended');
    else if (problem === 'wrong_actor') void this.#events.endSession('replaced');
    else if (problem !== undefined) void this.#readQueue();
  }

  async #readQueueNow(): Promise<void> {
    const { engine, device, replica } = this.#opened;
    if (!engine) return;
    const queue = await device.store.read((tx) => tx.queue());
    const conflicts = await engine.conflicts();
    if (!queue.ok || this.#isStopped) return;
    const blocked = queue.value.filter((request) => isBlocked(request.state));
    const news = this.#news.take(blocked, conflicts, replica);
    if (news.blocked !== null) this.#events.notices.notify(news.blocked);
    await this.#notifyMissed();
    this.#view.blocked.set(blocked);
    this.#view.conflicts.set(conflicts);
    this.controller.take(conflicts);
    if (news.conflicts > 0 && !this.controller.isOpen.get()) {
      this.#events.notices.notify({ kind: 'conflicts', count: news.conflicts });
    }
    if (this.copied === 0) return;
    const { lastError, phase } = engine.state();
    // During a cycle the error is that of the previous cycle.
    const hasFailed = lastError !== null && phase !== 'syncing';
    this.#view.upgrade.set(upgradeViewOf(this.copied, queue.value, hasFailed));
  }

  /** Reports the effects of a sync that the user does not know yet, in a visible page. */
  async #notifyMissed(): Promise<void> {
    if (!this.#ports.visibility.isVisible()) return;
    for (const notice of await missedNotices(this.#opened)) this.#events.notices.notify(notice);
  }
}
