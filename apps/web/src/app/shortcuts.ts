import { useEffectEvent, useLayoutEffect } from 'react';
import { closeOverlay, openOverlay } from './overlays.ts';
import { shortcutKey } from '../ui/pressed-key.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** How the search shortcut is written on this platform. */
export const searchKeys = isApple ? '⌘ K' : 'Ctrl K';

/** How the keys of undo and redo are written on this platform. */
export const undoKeys = isApple ? '⌘ Z' : 'Ctrl Z';
export const redoKeys = isApple ? '⌘ ⇧ Z' : 'Ctrl Shift Z';

/** A field of a layer that is on its way out takes no more text, though it has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')) &&
    target.closest('[data-state=closed]') === null
  );
}

/** Whether a layer is open; a letter means nothing in it, or something else. */
function isInLayer(): boolean {
  return document.querySelector('[role$=dialog][data-state=open], [role=menu]') !== null;
}

/** Where a second key leads after 'g'. */
const places: Readonly<Record<string, string>> = { t: '/today', u: '/upcoming' };

/** How long 'g' waits for the second key. */
const secondKeyMs = 1500;

/**
 * The global keys: Ctrl or Cmd + K opens search from anywhere, also out of a text field;
 * where nothing is being typed, unless the page is `isBare`, '?' opens the keyboard help, 'n' Create New Item
 * if no other layer is open, and 'g' with a second key goes to a page. Caps Lock makes no difference.
 */
export function useShortcuts(isBare: boolean, goTo: (path: string) => void): void {
  const go = useEffectEvent(goTo);
  // They work from the moment that the page is seen.
  useLayoutEffect(() => {
    let pressedGAt = -Infinity;
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
      const isSecond = isPlain && event.timeStamp - pressedGAt < secondKeyMs;
      const place = isSecond ? places[key] : undefined;
      pressedGAt = isPlain && key === 'g' ? event.timeStamp : -Infinity;
      if (place !== undefined) {
        event.preventDefault();
        go(place);
      } else if (isPlain && key === 'n' && !isInLayer()) {
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
