import { celebrationMs } from '@foray/domain';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Drawing } from '../../ui/icons/drawing.tsx';
import { moreDrawings } from '../../ui/icons/more-drawings.tsx';
import { useDelay } from '../../ui/interaction/use-delay.ts';
import { NameQuestion } from './name-question.tsx';

const { onboarding } = lazyMessages;

/** A press so soon after the celebration appears was aimed at the page behind it. */
const aimedMs = 300;

interface CelebrationProps {
  /** Items are still on their way to the server, so the text does not say that they are there. */
  readonly isSending?: boolean | undefined;
  readonly onDone: () => void;
}

/**
 * A short celebration after a guest has signed in. Without a name of their own, they are asked for one in it.
 */
export function Celebration({
  isUnnamed = false,
  ...props
}: CelebrationProps & {
  /** Whether the person still has the placeholder of the tutorial as name when the celebration begins. */
  readonly isUnnamed?: boolean | undefined;
}) {
  const [isAsking] = useState(isUnnamed);
  return isAsking ? <NameQuestion {...props} /> : <Moment {...props} />;
}

/**
 * Ends after `celebrationMs`, or sooner with any press or key, which does nothing else (ONB-10). Only a press
 * that began before it could be seen acts.
 */
function Moment({ isSending = false, onDone }: CelebrationProps) {
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
        <Drawing>{moreDrawings.summit}</Drawing>
        <p className="mt-4 text-title font-strong">{onboarding.celebration}</p>
        <p className="mt-1 text-ink-2">
          {isSending ? onboarding.celebrationSending : onboarding.celebrationText}
        </p>
      </div>
    </div>
  );
}
