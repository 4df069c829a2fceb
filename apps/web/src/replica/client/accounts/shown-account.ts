import { ShownAccountState, type AccountStateEvents } from './account-state.ts';
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

  constructor(ports: PagePorts, events: Omit<AccountStateEvents, 'notify'>) {
    this.watch = new ShownAccountState(ports, {
      ...events,
      notify: (notice) => this.notices.notify(notice),
    });
  }

  /** Shows an account from now on; `copied` guest items are being sent to its server. */
  async show(opened: OpenAccount, storage: StorageState, copied: number): Promise<void> {
    await this.watch.enter(opened, storage, copied);
    this.session.set(opened.device.account);
  }
}
