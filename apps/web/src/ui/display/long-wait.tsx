import type { Result } from '@foray/domain';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../controls/button.tsx';
import { focusFirstOf } from '../interaction/focus-fallback.ts';
import { useDelay } from '../interaction/use-delay.ts';

/** After this time a wait shows that it takes long. */
const longMs = 10_000;

/** Calls that a user waits for and can cancel. */
export interface Wait {
  readonly isWaiting: boolean;
  /** Runs a call; null if it was cancelled before its result. */
  wait<T, E>(call: (signal: AbortSignal) => Promise<Result<T, E>>): Promise<Result<T, E> | null>;
  /** Cancels every call in progress. */
  giveUp(): void;
}

/**
 * Waits for calls, which have no timeout of their own. `onLeave` decides about running calls when the
 * component unmounts: calls that only read for the screen, or that would navigate, are cancelled; actions
 * of the user continue.
 */
export function useWait(onLeave: 'giveUp' | 'goOn'): Wait {
  const [calls] = useState(() => new Set<AbortController>());
  const [isWaiting, setIsWaiting] = useState(false);
  const giveUp = useCallback(() => {
    for (const call of calls) call.abort();
  }, [calls]);
  const wait = useCallback<Wait['wait']>(
    async (call) => {
      const abort = new AbortController();
      calls.add(abort);
      setIsWaiting(true);
      const result = await call(abort.signal);
      calls.delete(abort);
      setIsWaiting(calls.size > 0);
      return abort.signal.aborted && !result.ok ? null : result;
    },
    [calls],
  );
  useEffect(() => (onLeave === 'giveUp' ? giveUp : undefined), [onLeave, giveUp]);
  return { isWaiting, wait, giveUp };
}

/**
 * Shows after 10 s of waiting that it takes long, with Cancel; without `giveUp` only the text, for places
 * with another Cancel. If Cancel has the focus when the wait ends, the focus returns to the element that
 * started the wait.
 */
export function LongWait({
  isWaiting,
  giveUp,
}: {
  readonly isWaiting: boolean;
  readonly giveUp?: (() => void) | undefined;
}) {
  const [isLong, setIsLong] = useState(false);
  useDelay(() => setIsLong(true), isWaiting ? longMs : null);
  if (isLong && !isWaiting) setIsLong(false);
  const beginner = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isWaiting) beginner.current = document.activeElement;
  }, [isWaiting]);
  return (
    <div role="status" className="flex items-center justify-between gap-3 text-ink-2 empty:hidden">
      {isLong && <span>{lazyMessages.takesLong}</span>}
      {isLong && giveUp && <Cancel beginner={beginner} onPress={giveUp} />}
    </div>
  );
}

/** When removed, passes its focus to the element that started the wait, or else to the one before it. */
function Cancel({
  beginner,
  onPress,
}: {
  readonly beginner: RefObject<Element | null>;
  readonly onPress: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [previous, setPrevious] = useState<EventTarget | null>(null);
  const fallbacks = useEffectEvent(() => [beginner.current, previous]);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== document.activeElement) return;
      // The element that started the wait may be enabled only after this commit.
      const candidates = fallbacks();
      queueMicrotask(() => focusFirstOf(candidates));
    };
  }, []);
  return (
    <Button
      ref={button}
      size="small"
      onClick={onPress}
      onFocus={(event) => setPrevious(event.relatedTarget)}
    >
      {lazyMessages.cancel}
    </Button>
  );
}
