import { useEffectEvent, useLayoutEffect } from 'react';
import { setBeside } from '../interaction/beside.ts';
import { pressedKey } from '../interaction/pressed-key.ts';

/** Whether Escape is pressed in a text field of the page beside the dialog, which may handle it. */
export function isFieldOfPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('main :is(input, textarea, select)');
}

let scrollLocks = 0;
let unlockScroll = () => {};

/**
 * Stops the page behind from scrolling while a dialog is open, without a shift when the scrollbar
 * disappears.
 */
export function ScrollLock() {
  useLayoutEffect(() => {
    scrollLocks += 1;
    if (scrollLocks === 1) {
      const root = document.documentElement;
      const { overflow, paddingRight } = root.style;
      const scrollbarPx = window.innerWidth - root.clientWidth;
      root.style.overflow = 'hidden';
      if (scrollbarPx > 0) root.style.paddingRight = `${scrollbarPx}px`;
      unlockScroll = () => Object.assign(root.style, { overflow, paddingRight });
    }
    return () => {
      scrollLocks -= 1;
      if (scrollLocks === 0) unlockScroll();
    };
  }, []);
  return null;
}

/** Makes room for a dialog beside the page, and closes it by an Escape in the page, whatever message is above. */
export function PageRoom({ onEscape }: { readonly onEscape: () => void }) {
  const close = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    setBeside(true);
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event;
      if (defaultPrevented || pressedKey(event) !== 'Escape' || isFieldOfPage(target)) return;
      if (target instanceof Element && target.matches('body, main *')) close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      setBeside(false);
    };
  }, []);
  return null;
}
