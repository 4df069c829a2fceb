import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { pressedKey } from './pressed-key.ts';

/**
 * Calls `action` when Escape is pressed in `part` or on the body; layers above `part` handle their own. An
 * Escape that is already handled, or that ends a composition, is ignored.
 */
export function useEscape(part: RefObject<HTMLElement | null>, action: () => void): void {
  const onEscape = useEffectEvent(action);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
      const { target } = event;
      const isHere = target instanceof Node && part.current?.contains(target);
      if (isHere || target === document.body) onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [part]);
}
