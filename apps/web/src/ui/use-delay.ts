import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `action` once, `delayMs` after `delayMs` became a number or `restart` changed; null cancels,
 * and so does unmounting.
 */
export function useDelay(action: () => void, delayMs: number | null, restart?: unknown): void {
  const onDue = useEffectEvent(action);
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(() => onDue(), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, restart]);
}

/**
 * Whether `isOn` has lasted `lastedMs`: from then on until it ends. 0 or less is at once; what has shown
 * once is not taken back while it lasts.
 */
export function useLasted(isOn: boolean, lastedMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  const isDue = isOn && (hasLasted || lastedMs <= 0);
  useDelay(() => setHasLasted(true), isOn && !isDue ? lastedMs : null);
  if (hasLasted !== isDue) setHasLasted(isDue);
  return isDue;
}

/** `value` as it was once it had not changed for `pauseMs` (the pause in typing of section 5). */
export function usePaused<T>(value: T, pauseMs: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
