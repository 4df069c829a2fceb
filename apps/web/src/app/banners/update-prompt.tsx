import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { applyUpdate, postponeUpdate, useIsUpdateReady } from './app-update.ts';

/** Shows that a new version is ready and waits for the person: the app never reloads by itself. */
export function UpdatePrompt() {
  const isReady = useIsUpdateReady();
  return (
    <div role="status">
      {isReady && (
        <div className="mb-4 flex items-start gap-3 rounded-large border border-line bg-accent-soft py-2.5 pe-2 ps-4 text-ink">
          <Icon icon={moreIcons.download} className="mt-0.5 text-accent-ink" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-strong">{lazyMessages.update.title}</p>
              <p className="text-ink-2">{lazyMessages.update.description}</p>
            </div>
            <Button variant="primary" size="small" onClick={applyUpdate}>
              {lazyMessages.update.action}
            </Button>
          </div>
          <IconButton
            label={lazyMessages.dismiss}
            icon={firstIcons.close}
            size="small"
            onClick={postponeUpdate}
          />
        </div>
      )}
    </div>
  );
}
