import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `action` once, `delayMs` after `delayMs` became a number or `restart` changed; null cancels it, and
 * so does unmounting.
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
 * Whether `isOn` has lasted for `lastedMs`; true at once for 0 or less. It stays true until `isOn` ends.
 */
export function useLasted(isOn: boolean, lastedMs: number): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  const isDue = isOn && (hasLasted || lastedMs <= 0);
  useDelay(() => setHasLasted(true), isOn && !isDue ? lastedMs : null);
  if (hasLasted !== isDue) setHasLasted(isDue);
  return isDue;
}

/** `value`, updated once it has not changed for `pauseMs` (a pause in typing). */
export function usePaused<T>(value: T, pauseMs: number): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
