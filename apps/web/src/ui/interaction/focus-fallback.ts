import { useEffectEvent, useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { focusAfterRemoval, routeHeading } from './focus-return.ts';

/**
 * When `part` is removed while the focus is in it, moves the focus to the element of `findFallback`, or
 * else to the screen's heading.
 */
export function useFocusFallback(
  part: RefObject<HTMLElement | null>,
  findFallback: () => HTMLElement | null,
): void {
  const findNext = useEffectEvent(() => findFallback() ?? routeHeading());
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const next = findNext();
      focusAfterRemoval(element, () => next);
    };
  }, [part]);
}

/** Focuses the first of some elements that can have the focus, or else the screen's heading. */
export function focusFirstOf(elements: readonly (EventTarget | null)[]): void {
  for (const element of [...elements, routeHeading()]) {
    if (!(element instanceof HTMLElement) || element === document.body) continue;
    element.focus();
    if (document.activeElement === element) return;
  }
}
