import { useBrowserLocation } from 'wouter/use-browser-location';
import { laterMessages } from '../messages/later-messages.ts';
import { useSync } from '../replica/index.ts';
import type { SyncView } from '../replica/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { moreIcons } from '../ui/more-icons.ts';
import { loadNewVersion } from './app-update.ts';

const { notices, update } = laterMessages;

/** What is said, and whether a newer app would help. */
interface Said {
  readonly title: string;
  readonly hint: string;
  readonly isOutdated?: boolean;
  /** Preferences says more. */
  readonly hasDetails?: boolean;
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
        hasDetails: true,
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

/** Says what keeps this browser from keeping or syncing data, until it does so no more. */
export function StorageBanner() {
  const [path] = useBrowserLocation();
  const said = saidOf(useSync());
  if (said === null) return null;
  return (
    <div
      role="status"
      className="mb-4 flex items-start gap-3 rounded-large bg-warning-soft px-4 py-3 text-warning-ink"
    >
      <Icon icon={moreIcons.warning} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-strong">{said.title}</p>
          <p>{said.hint}</p>
        </div>
        {said.isOutdated && (
          <Button variant="primary" size="small" onClick={() => void loadNewVersion()}>
            {update.action}
          </Button>
        )}
        {said.hasDetails && path !== '/preferences' && (
          <ButtonLink href="/preferences" size="small">
            {notices.storageDamagedAction}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
