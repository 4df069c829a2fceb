import { useEffect } from 'react';
import { closeOverlay, openOverlay } from './overlays.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** How the search shortcut is written on this platform. */
export const searchKeys = isApple ? '⌘ K' : 'Ctrl K';

/** A field of a layer that is on its way out takes no more text, though it has the focus. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')) &&
    target.closest('[data-state=closed]') === null
  );
}

/**
 * The global keys: Ctrl or Cmd + K opens search from anywhere, also out of a text field;
 * '?' opens the keyboard help where nothing is being typed, unless the page is `isBare`.
 */
export function useShortcuts(isBare: boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        openOverlay('search');
      } else if (event.key === '?' && !isBare && !isTyping(event.target)) {
        event.preventDefault();
        openOverlay('keyboard-help');
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      closeOverlay();
    };
  }, [isBare]);
}
