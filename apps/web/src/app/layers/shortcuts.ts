import { useLayoutEffect } from 'react';
import { closeOverlay, openOverlay } from './overlays.ts';
import { shortcutKey } from '../../ui/interaction/pressed-key.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys of the search shortcut, as this platform writes them. */
export const searchKeys = isApple ? '⌘ K' : 'Ctrl K';

/** The keys of undo and redo, as this platform writes them. */
export const undoKeys = isApple ? '⌘ Z' : 'Ctrl Z';
export const redoKeys = isApple ? '⌘ ⇧ Z' : 'Ctrl Shift Z';

/** Whether an element takes typed text. A field of a layer that is fading out does not, though it has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')) &&
    target.closest('[data-state=closed]') === null
  );
}

/** Whether a layer is open, in which a letter has no meaning or another one. */
export function isInLayer(): boolean {
  return document.querySelector('[aria-modal][data-state=open], [role=menu]') !== null;
}

/**
 * The global keys. Ctrl or Cmd + K opens search from anywhere, also from a text field. Unless a person is
 * typing or the page is `isBare`, '?' opens the keyboard help, and 'n' opens Create New Item if no other layer
 * is open. Caps Lock makes no difference.
 */
export function useShortcuts(isBare: boolean): void {
  // The keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = shortcutKey(event);
      if (key === null) return;
      const isWithCommand = event.ctrlKey || event.metaKey;
      if (key === 'k' && isWithCommand && !event.altKey) {
        event.preventDefault();
        openOverlay('search');
        return;
      }
      if (isBare || isTyping(event.target)) return;
      const isPlain = !(isWithCommand || event.altKey || event.shiftKey || event.defaultPrevented);
      if (isPlain && key === 'n' && !isInLayer()) {
        event.preventDefault();
        openOverlay('create');
      } else if (key === '?') {
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
