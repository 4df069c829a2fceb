import type { ClientPorts } from '../state/client-ports.ts';
import type { AccountManager } from '../accounts/account-manager.ts';

/**
 * The interval at which Sync Now checks whether a running cycle has ended: a cycle in another tab sends no
 * event to this one.
 */
const busyMs = 500;

/**
 * Creates Sync Now: a cycle that starts after the press, with one notice at its end. A cycle in progress,
 * here or in another tab, may have read and sent before the press, so it is awaited first. If the button is
 * pressed again meanwhile, one cycle after the last press counts for all presses.
 */
export function syncNowOf(accounts: AccountManager, { scheduler }: ClientPorts) {
  let presses = 0;
  return async (): Promise<void> => {
    presses += 1;
    const press = presses;
    const { engine } = await accounts.current();
    accounts.watch.syncing?.controller.open();
    while (press === presses) {
      const outcome = await engine?.run('sync_now');
      if (press !== presses) return;
      if (outcome?.kind === 'complete') accounts.notices.notify({ kind: 'syncComplete' });
      if (outcome?.kind === 'failed') accounts.notices.notify({ kind: 'syncFailed' });
      if (outcome?.kind !== 'skipped' || outcome.why !== 'running') return;
      await new Promise<void>((goOn) => scheduler.after(busyMs, goOn));
    }
  };
}
