import type { PagePorts } from '../state/client-ports.ts';
import type { ClientNotice } from '../state/client-state.ts';
import type { OpenAccount } from '../sync/open-account.ts';

/**
 * Reports the effects of a sync that the user does not know yet, in a visible page. The code is loaded for
 * that; if loading fails, they are reported the next time.
 */
export async function notifyMissed(
  opened: OpenAccount | null,
  visibility: PagePorts['visibility'],
  events: { notify(notice: ClientNotice): void },
): Promise<void> {
  if (opened === null || !visibility.isVisible()) return;
  const code = await import('./missed-notices.ts').catch(() => null);
  const missed = (await code?.missedNotices(opened)) ?? [];
  for (const notice of missed) events.notify(notice);
}
