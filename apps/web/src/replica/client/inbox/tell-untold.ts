import type { PagePorts } from '../state/client-ports.ts';
import type { ClientNotice } from '../state/client-state.ts';
import type { OpenAccount } from '../sync/open-account.ts';

/**
 * Tells the effects of a sync that the person does not know yet, in a visible page. The code
 * is loaded with it; if that fails, the notices are told the next time.
 */
export async function tellUntold(
  opened: OpenAccount | null,
  visibility: PagePorts['visibility'],
  events: { notify(notice: ClientNotice): void },
): Promise<void> {
  if (opened === null || !visibility.isVisible()) return;
  const code = await import('./untold-notices.ts').catch(() => null);
  const untold = (await code?.untoldNotices(opened)) ?? [];
  for (const notice of untold) events.notify(notice);
}
