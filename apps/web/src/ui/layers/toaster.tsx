import { Action, Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast';
import { createPortal } from 'react-dom';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { classNames } from '../styles/class-names.ts';
import { firstIcons } from '../icons/first-icons.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Icon } from '../icons/icon.tsx';
import { listIcons } from '../icons/list-icons.ts';
import {
  dismissToast,
  removeToast,
  toastDurationMs,
  toastHotkey,
  toastRemoveDelayMs,
  toastSwipeThresholdPx,
  useToast,
  useToastPlace,
} from './toast.ts';
import { useDelay } from '../interaction/use-delay.ts';

/**
 * The region of the only toast: in the place that the screen has for it, or else at the top on phones, bottom
 * left on wider windows, above the bottom bar if there is one, and clear of the badge and the add button. The
 * shell renders it once, after the first paint.
 */
export function Toaster() {
  const shown = useToast();
  const place = useToastPlace();
  useDelay(
    () => {
      if (shown) removeToast(shown.id);
    },
    shown && !shown.open ? toastRemoveDelayMs : null,
  );
  const viewport = (
    <Viewport
      hotkey={[toastHotkey]}
      label={lazyMessages.toastRegion}
      data-toast-region=""
      className={classNames(
        'pointer-events-none w-full outline-none',
        place === null &&
          'fixed inset-x-0 top-safe-14 z-50 mx-auto flex max-w-md flex-col gap-2 p-3 pt-1 md:inset-x-auto md:top-auto md:bottom-safe-14 md:start-0 md:mx-0 md:p-4 lg:bottom-0',
      )}
    />
  );
  return (
    <Provider
      duration={toastDurationMs}
      swipeDirection="right"
      swipeThreshold={toastSwipeThresholdPx}
      label={lazyMessages.toastLabel}
    >
      {shown && (
        <Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id);
          }}
          className={classNames(
            'pointer-events-auto flex items-start gap-3 rounded-large border border-line bg-raised p-3 ps-4 text-ink',
            place === null ? 'shadow-overlay' : 'shadow-card',
            'data-[state=open]:animate-drop-in md:data-[state=open]:animate-rise-in data-[state=closed]:animate-fade-out',
            'data-[swipe=cancel]:animate-snap-back data-[swipe=end]:animate-slide-away',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
          )}
        >
          {shown.tone === 'error' && (
            <Icon icon={listIcons.warning} className="mt-0.5 text-danger-ink" />
          )}
          {/* The action wraps below a text for which it would leave too little space. */}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-48 py-0.5">
              <Title className="font-strong">{shown.title}</Title>
              {shown.description !== undefined && (
                <Description dir="auto" className="text-pretty text-ink-2">
                  {shown.description}
                </Description>
              )}
            </div>
            {shown.action && (
              <Action
                altText={shown.action.altText}
                onClick={shown.action.onAction}
                className="touch-target -ms-2.5 min-h-7 shrink-0 rounded-medium px-2.5 font-strong text-accent-ink hover:bg-hover"
              >
                {shown.action.label}
              </Action>
            )}
          </div>
          <Close asChild>
            <IconButton label={lazyMessages.dismiss} icon={firstIcons.close} size="small" />
          </Close>
        </Root>
      )}
      {place ? createPortal(viewport, place) : viewport}
    </Provider>
  );
}
