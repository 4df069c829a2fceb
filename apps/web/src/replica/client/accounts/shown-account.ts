import { ShownAccountState, type AccountStateEvents } from './account-state.ts';
import type { AccountSync } from './account-sync.ts';
import type { PagePorts } from '../state/client-ports.ts';
import type { Session, StorageState } from '../state/client-state.ts';
import { Notices } from '../state/notices.ts';
import { Observable } from '../../../state/observable.ts';
import type { OpenAccount } from '../sync/open-account.ts';
import type { PendingAccount } from './pending-accounts.ts';

/** The open account as this page shows it. */
export class ShownAccount {
  readonly session = new Observable<Session>({ kind: 'starting' });
  /** Accounts without a signed-in user that have unsent changes here; checked at every opening. */
  readonly pendingAccounts = new Observable<readonly PendingAccount[]>([]);
  readonly notices = new Notices();
  readonly watch: ShownAccountState;

  constructor(ports: PagePorts, events: AccountStateEvents) {
    this.watch = new ShownAccountState(ports, events);
  }

  /** Shows an account from now on, and starts its sync. */
  async show(
    opened: OpenAccount,
    storage: StorageState,
    syncing: AccountSync | null = null,
  ): Promise<void> {
    this.watch.enter(opened, storage);
    if (syncing !== null) await this.watch.startSync(syncing);
    this.session.set(opened.device.account);
  }
}
