import { useBrowserLocation } from 'wouter/use-browser-location';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useNow } from '../../items/fields/now.ts';
import { shownTitle } from '../../items/fields/shown-names.ts';
import { formatClockTime } from '../../messages/clock-time.ts';
import { useActions, useReplica, useSync } from '../../replica/index.ts';
import type { SyncView } from '../../replica/index.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { listIcons } from '../../ui/icons/list-icons.ts';
import { loadNewVersion } from './app-update.ts';

const { notices, update } = lazyMessages;

/** A message, and whether a newer app would help. */
interface Said {
  readonly title: string;
  readonly hint: string;
  readonly isOutdated?: boolean;
  /** The text of the link to Preferences, where there are details and actions. */
  readonly details?: string;
  /** The message can be dismissed. */
  readonly isOnce?: boolean;
}

/** The message shown once after the browser has erased the data. */
function erasedSaid({ erased }: Pick<SyncView, 'erased'>): Said | null {
  if (!erased) return null;
  return {
    title: notices.dataErased,
    hint: notices.dataErasedText(erased.lost),
    isOnce: true,
    ...(erased.lost === null && { details: notices.dataErasedAction }),
  };
}

function saidOf({ storage, trouble }: Pick<SyncView, 'storage' | 'trouble'>): Said | null {
  switch (storage.kind) {
    case 'blocked':
      return { title: notices.storageBlocked, hint: notices.storageBlockedHint };
    case 'newer':
      return { title: update.needed, hint: update.neededByStorage, isOutdated: true };
    case 'memory':
      return { title: notices.storageMemory, hint: notices.storageMemoryHint };
    case 'damaged':
      return {
        title: notices.storageDamaged(storage.rows),
        hint: notices.storageDamagedHint,
        details: notices.storageDamagedAction,
      };
    case 'ok':
      if (trouble === 'tooOld') {
        return { title: update.needed, hint: update.neededByServer, isOutdated: true };
      }
      if (trouble === 'noRoom') return { title: notices.noRoom, hint: notices.noRoomHint };
      if (trouble === 'storeFailed') {
        return { title: notices.storeFailed, hint: notices.storeFailedHint };
      }
      return null;
  }
}

/** Shorter failures pass by themselves, such as a server that restarts. */
const patienceMs = 10 * 60_000;
/** The number of waiting items that are listed. */
const namedMost = 3;

/** The time for which syncs have been failing, in words, once it is long enough; otherwise null. */
function useFailingSince(): string | null {
  const { failingSince } = useSync();
  const nowMs = useNow();
  const isLong = failingSince !== null && nowMs - Date.parse(failingSince) >= patienceMs;
  return isLong ? formatClockTime(failingSince, nowMs) : null;
}

/** The items with changes that the server does not have. */
function Waiting() {
  const replica = useReplica();
  // Renders again when the waiting items change.
  useSync();
  const waiting = [...replica.rows()].filter(({ _syncStatus }) => _syncStatus === 'pending');
  if (waiting.length === 0) return null;
  const titles = waiting.slice(0, namedMost).map(({ title }) => shownTitle(title));
  return <p>{notices.waits(titles, waiting.length - titles.length)}</p>;
}

/** Shows why this browser cannot keep or sync data, as long as it cannot. */
export function StorageBanner() {
  const [path] = useBrowserLocation();
  const failing = useFailingSince();
  const fails: Said | null =
    failing === null
      ? null
      : {
          title: notices.syncFails(failing),
          hint: notices.syncFailsHint,
          details: notices.storageDamagedAction,
        };
  const { dismissErased } = useActions();
  const sync = useSync();
  const said = saidOf(sync) ?? fails ?? erasedSaid(sync);
  if (said === null) return null;
  return (
    <div
      role="status"
      className="mb-4 flex items-start gap-3 rounded-large bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <Icon icon={listIcons.warning} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-strong">{said.title}</p>
          <p>{said.hint}</p>
          {failing !== null && <Waiting />}
        </div>
        {said.isOutdated && (
          <Button variant="primary" size="small" onClick={() => void loadNewVersion()}>
            {update.action}
          </Button>
        )}
        {said.details !== undefined && path !== '/preferences' && (
          <ButtonLink href="/preferences" size="small">
            {said.details}
          </ButtonLink>
        )}
        {said.isOnce && (
          <Button size="small" onClick={() => dismissErased()}>
            {notices.dataErasedDismiss}
          </Button>
        )}
      </div>
    </div>
  );
}
