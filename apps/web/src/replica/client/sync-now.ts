import type { ClientPorts } from './client-ports.ts';
import type { AccountManager } from './account-manager.ts';

/** How soon it is asked again whether the run in the way is over; that of another tab tells nothing here. */
const busyMs = 500;

/**
 * Makes Sync Now: a run that begins after the press, told by one notice. A run under way, here or in
 * another tab, may have read and sent before the press: it is awaited first. Where it is pressed again
 * meanwhile, the run that follows the last press speaks for all.
 */
export function syncNowOf(accounts: AccountManager, { scheduler }: ClientPorts) {
  let presses = 0;
  return async (): Promise<void> => {
    presses += 1;
    const press = presses;
    const { engine } = await accounts.current();
    accounts.watch.controller.open();
    while (press === presses) {
      const outcome = await engine?.run('sync_now');
      if (press !== presses) return;
      if (outcome?.kind === 'complete') accounts.notices.tell({ kind: 'syncComplete' });
      if (outcome?.kind === 'failed') accounts.notices.tell({ kind: 'syncFailed' });
      if (outcome?.kind !== 'skipped' || outcome.why !== 'running') return;
      await new Promise<void>((goOn) => scheduler.after(busyMs, goOn));
    }
  };
}
