import { badgeShownMs, waitingShownMs } from '@foray/domain';
import { useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useActions, useSync } from '../../replica/index.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { Spinner } from '../../ui/controls/spinner.tsx';
import { useDelay, useLasted } from '../../ui/interaction/use-delay.ts';
import type { SyncView } from '../../replica/index.ts';

/** The badge's only text: Offline first, then a running cycle, then waiting changes (LAYOUT-13). */
function connectivityText(sync: Pick<SyncView, 'online' | 'syncing' | 'pending'>): string {
  const { connectivity } = lazyMessages;
  if (!sync.online) return connectivity.offline;
  if (sync.syncing) return connectivity.syncing;
  return sync.pending > 0 ? connectivity.onlinePending(sync.pending) : connectivity.online;
}

const countClass =
  'pointer-events-auto touch-target inline-flex items-center gap-1.5 rounded-full border border-line bg-danger-soft px-2.5 py-1 text-meta font-strong text-danger-ink shadow-float';

/**
 * Shows the state of the device and the server, bottom right: for 3 seconds after the connection changed,
 * and as long as there is none or changes wait (LAYOUT-14). Conflicts and refused changes are counted
 * beside it, and opened from there. `data-syncing` marks a cycle from its beginning.
 */
export function ConnectivityBadge() {
  const sync = useSync();
  const actions = useActions();
  const [seenOnline, setSeenOnline] = useState(sync.online);
  const [changes, setChanges] = useState(0);
  const [quietAfter, setQuietAfter] = useState(0);
  if (seenOnline !== sync.online) {
    setSeenOnline(sync.online);
    setChanges(changes + 1);
  }
  const isFresh = changes !== quietAfter;
  useDelay(() => setQuietAfter(changes), isFresh ? badgeShownMs : null, changes);
  // A state that ends at once must not show words that flicker.
  const isPending = useLasted(sync.pending > 0, waitingShownMs);
  const isSyncing = useLasted(sync.syncing, waitingShownMs);
  const isShown = isFresh || !sync.online || isPending;
  const shown = { ...sync, syncing: isSyncing, pending: isPending ? sync.pending : 0 };
  return (
    <div
      data-syncing={sync.syncing ? '' : undefined}
      className="pointer-events-none fixed inset-x-3 bottom-safe-34 z-30 flex flex-row-reverse flex-wrap items-center gap-2 lg:inset-x-4 lg:bottom-4"
    >
      <div role="status">
        {isShown && (
          <span
            data-connectivity=""
            className={classNames(
              'inline-flex animate-fade-in items-center gap-1.5 rounded-full border px-2.5 py-1 text-meta font-strong shadow-float',
              sync.online
                ? 'border-line bg-raised text-ink-2'
                : 'border-transparent bg-warning-soft text-warning-ink',
            )}
          >
            {!sync.online ? (
              <Icon icon={moreIcons.offline} size={14} />
            ) : shown.syncing ? (
              <Spinner />
            ) : (
              <Icon icon={shown.pending > 0 ? listIcons.clock : moreIcons.cloud} size={14} />
            )}
            <span>{connectivityText(shown)}</span>
          </span>
        )}
      </div>
      {sync.blocked > 0 && (
        <Link href="/preferences" className={countClass}>
          <Icon icon={listIcons.warning} size={14} />
          <span>{lazyMessages.connectivity.blocked(sync.blocked)}</span>
        </Link>
      )}
      {sync.conflicts > 0 && (
        <button type="button" onClick={() => actions.openConflicts()} className={countClass}>
          <Icon icon={listIcons.warning} size={14} />
          {lazyMessages.connectivity.conflicts(sync.conflicts)}
        </button>
      )}
    </div>
  );
}
