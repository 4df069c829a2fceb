import type { Result } from '@foray/domain';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { messages } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { focusFirstOf } from './focus-return.ts';
import { useDelay } from './use-delay.ts';

/** From then on somebody who waits is told that it takes long. */
const longMs = 10_000;

/** Calls that a person waits for, and can give up. */
export interface Wait {
  readonly isWaiting: boolean;
  /** Runs a call; null if it was given up. One that has its answer already cannot be. */
  wait<T, E>(call: (signal: AbortSignal) => Promise<Result<T, E>>): Promise<Result<T, E> | null>;
  /** Gives up every call under way. */
  giveUp(): void;
}

/**
 * Waits for calls, which have no timeout of their own. `onLeave` says what happens to those under way
 * when the component unmounts: what is only shown there, or would change what the next screen is, is
 * given up; what the person asked to be done goes on.
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
 * Says after 10 s of waiting that it takes long, and offers Cancel; without `giveUp` only the first,
 * for where a Cancel is in sight anyway. Where Cancel had the focus, that goes back to what began the
 * wait once it is over.
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
      {isLong && messages.takesLong}
      {isLong && giveUp && <Cancel beginner={beginner} onPress={giveUp} />}
    </div>
  );
}

/** Leaves the focus, if it has it, to what began the wait, or if that is gone to where it came from. */
function Cancel({
  beginner,
  onPress,
}: {
  readonly beginner: RefObject<Element | null>;
  readonly onPress: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [previous, setPrevious] = useState<EventTarget | null>(null);
  const heirs = useEffectEvent(() => [beginner.current, previous]);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element !== document.activeElement) return;
      // What began the wait may be enabled only after this commit.
      const candidates = heirs();
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
      {messages.cancel}
    </Button>
  );
}
