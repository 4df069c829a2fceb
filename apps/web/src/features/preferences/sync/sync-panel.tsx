import { waitingShownMs } from '@foray/domain';
import { useState } from 'react';
import { browserClock } from '../../../adapters/browser/browser-ports.ts';
import { formatClockTime } from '../../../messages/clock-time.ts';
import { formatMoment } from '../../../messages/messages.ts';
import { lazyMessages } from '../../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../../replica/index.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/display/panel.tsx';
import { firstIcons } from '../../../ui/icons/first-icons.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { listIcons } from '../../../ui/icons/list-icons.ts';
import { useLasted } from '../../../ui/interaction/use-delay.ts';
import { copyWithToast } from '../parts/copy-with-toast.ts';

const { preferences } = lazyMessages;

/**
 * The state of the sync, and a button for a cycle; for people with an account (PREF-03, PREF-07). It also
 * says that the server has confirmed that this device has the same data, with the time as a title.
 */
export function SyncPanel() {
  const actions = useActions();
  const { syncing, pending, lastSyncAt, inStepAt } = useSync();
  /** Presses whose cycle has not ended: it may wait for a cycle of another tab. */
  const [requested, setRequested] = useState(0);
  const isSyncing = useLasted(syncing || requested > 0, waitingShownMs);

  async function syncNow(): Promise<void> {
    setRequested((count) => count + 1);
    await actions.syncNow();
    setRequested((count) => count - 1);
  }

  async function copyRecord(): Promise<void> {
    await copyWithToast(await actions.syncLog(), preferences.syncLogCopied);
  }

  return (
    <Panel title={preferences.sync} description={preferences.syncText}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* During a cycle that no press started a press counts: that cycle may already have read and sent. */}
        <Button
          icon={firstIcons.sync}
          busy={isSyncing && requested > 0}
          onClick={() => void syncNow()}
        >
          {isSyncing ? preferences.syncing : preferences.syncNow}
        </Button>
        <div className="text-meta text-ink-3">
          <p>
            {lastSyncAt === null
              ? preferences.neverSynced
              : preferences.lastSync(formatMoment(lastSyncAt))}
          </p>
          {inStepAt !== null && (
            <p
              className="flex items-center gap-1"
              title={formatClockTime(inStepAt, browserClock.nowMs())}
            >
              <Icon icon={listIcons.check} size={14} />
              {preferences.inStep}
            </p>
          )}
          {pending > 0 && <p>{preferences.pending(pending)}</p>}
        </div>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        <Button icon={listIcons.copy} onClick={() => void copyRecord()}>
          {preferences.syncLog}
        </Button>
        <p className="min-w-48 flex-1 text-meta text-ink-3">{preferences.syncLogText}</p>
      </div>
    </Panel>
  );
}
