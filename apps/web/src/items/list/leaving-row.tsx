import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** The time for which a completed row stays. */
const stayMs = 600;
const closeMs = 150;

/**
 * The row of an item that is no longer in its list: it stays, then closes up, and `onEnd` is called. Neither
 * keys nor the pointer nor screen readers reach it.
 */
export function LeavingRow({
  onEnd,
  children,
}: {
  readonly onEnd: () => void;
  readonly children: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  useLayoutEffect(() => {
    const { current } = row;
    if (current === null) return undefined;
    const closing = current.animate(
      [{ height: `${current.offsetHeight}px` }, { height: 0, opacity: 0 }],
      { delay: stayMs, duration: closeMs, easing: 'ease-in', fill: 'both' },
    );
    closing.addEventListener('finish', () => end());
    return () => closing.cancel();
  }, []);
  return (
    <div ref={row} inert aria-hidden data-leaving="" className="overflow-clip">
      {children}
    </div>
  );
}
