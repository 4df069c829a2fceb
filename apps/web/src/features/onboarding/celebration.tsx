import { celebrationMs } from '@foray/domain';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useDelay } from '../../ui/interaction/use-delay.ts';

const { onboarding } = lazyMessages;

/** A press so soon after the celebration appears was aimed at the page behind it. */
const aimedMs = 300;

/**
 * A short celebration after a guest has signed in. It ends after `celebrationMs`, or sooner with any
 * press or key, which does nothing else (ONB-10). Only a press that began before it could be seen acts.
 */
export function Celebration({
  isSending = false,
  onDone,
}: {
  /** Items are still on their way to the server, so the text does not say that they are there. */
  readonly isSending?: boolean | undefined;
  readonly onDone: () => void;
}) {
  useDelay(onDone, celebrationMs);
  const [isSeen, setIsSeen] = useState(false);
  useDelay(() => setIsSeen(true), aimedMs);
  const isPressSeen = useRef(false);
  const onPress = useEffectEvent(() => {
    isPressSeen.current = isSeen;
  });
  // From the first frame on, so that it can be ended as soon as it is visible.
  useLayoutEffect(() => {
    const end = (event: Event) => {
      if (event.type === 'keydown' || isPressSeen.current) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      onDone();
    };
    const down = () => onPress();
    window.addEventListener('pointerdown', down, { capture: true });
    // Not on pointerdown: the click would reach the element behind.
    const kinds = ['keydown', 'click'] as const;
    for (const kind of kinds) window.addEventListener(kind, end, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', down, { capture: true });
      for (const kind of kinds) window.removeEventListener(kind, end, { capture: true });
    };
  }, [onDone]);
  return (
    <div
      data-celebration=""
      style={{ pointerEvents: isSeen ? 'auto' : 'none' }}
      className="fixed inset-0 z-50 flex animate-fade-in items-center justify-center bg-scrim p-4"
    >
      <div
        role="status"
        className="flex w-full max-w-sm animate-rise-in flex-col items-center rounded-sheet bg-raised px-6 py-8 text-center shadow-overlay"
      >
        <svg
          aria-hidden="true"
          width="120"
          height="96"
          viewBox="0 0 120 96"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M18 86 60 30l42 56z" className="fill-canvas stroke-line-strong" />
          <path d="M60 46V10" className="stroke-ink-3" strokeWidth="3" />
          <path
            d="M60 12h30l-7 8 7 8H60"
            pathLength={1}
            strokeDasharray="1"
            className="animate-draw fill-accent stroke-accent"
          />
          <path d="M22 34l4 4M30 22l2 6M16 48h6" className="stroke-campaign" />
          <path d="M100 42l6-2M96 54l6 2M104 62l4 4" className="stroke-todo" />
          <path d="M40 20l2 5M44 8l1 4M76 40l4 3" className="stroke-task" />
        </svg>
        <p className="mt-4 text-title font-strong">{onboarding.celebration}</p>
        <p className="mt-1 text-ink-2">
          {isSending ? onboarding.celebrationSending : onboarding.celebrationText}
        </p>
      </div>
    </div>
  );
}
