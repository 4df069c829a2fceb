import { formatMoment, messages } from '../../messages/messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';

const { preferences } = messages;

/** How synchronisation stands, and a run on demand; for people with an account (PREF-03, PREF-07). */
export function SyncPanel() {
  const actions = useActions();
  const { syncing, pending, lastSyncAt } = useSync();
  return (
    <Panel title={preferences.sync} description={preferences.syncText}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          icon="sync"
          busy={syncing}
          busyLabel={preferences.syncing}
          onClick={() => void actions.syncNow()}
        >
          {preferences.syncNow}
        </Button>
        <p className="text-meta text-ink-3">
          {lastSyncAt === null
            ? preferences.neverSynced
            : preferences.lastSync(formatMoment(lastSyncAt))}
          {pending > 0 && <span className="block">{preferences.pending(pending)}</span>}
        </p>
      </div>
    </Panel>
  );
}
