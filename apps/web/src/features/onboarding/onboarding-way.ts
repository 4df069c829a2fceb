import { onboardingExitMs } from '@foray/domain';
import { useEffect, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { afterTutorial } from '../../adapters/browser/sign-in-address.ts';
import { useSession } from '../../replica/index.ts';
import { tutorial } from '../../settings/tutorial.ts';
import { useDelay } from '../../ui/interaction/use-delay.ts';
import { isLastStep, placeAfterChoice, stepsOf } from './steps.ts';
import type { OnboardingPlace } from './steps.ts';

/** A person's way through the tutorial: the step at which they are, and how they leave it. */
export function useOnboardingWay() {
  const session = useSession();
  const [, navigate] = useBrowserLocation();
  const [place, setPlace] = useState<OnboardingPlace>({
    way: session.kind === 'user' ? 'member' : 'undecided',
    step: 0,
  });
  const [choice, setChoice] = useState<'account' | 'local' | null>(null);
  const [leavingTo, setLeavingTo] = useState<string | null>(null);

  useEffect(() => tutorial.goTo(place.step), [place.step]);
  useDelay(
    () => {
      if (leavingTo !== null) navigate(leavingTo, { replace: true });
    },
    leavingTo === null ? null : onboardingExitMs,
  );

  const steps = stepsOf[place.way];
  const step = steps[place.step] ?? 'welcome';
  const isLast = isLastStep(place);
  // Back from here would lead to a second sign-in.
  const isFirst = place.step === 0 || (session.kind === 'user' && step === 'contacts');

  const finish = (to: string) => {
    tutorial.complete();
    setLeavingTo(to);
  };
  const skip = () => {
    tutorial.skip();
    setLeavingTo(afterTutorial());
  };
  const goOn = () => {
    if (step === 'account' && choice !== null) setPlace(placeAfterChoice(choice));
    else if (isLast) finish(afterTutorial());
    else setPlace({ ...place, step: place.step + 1 });
  };

  return {
    place,
    steps,
    step,
    choice,
    isFirst,
    isLast,
    /** Whether the card is fading out. */
    isLeaving: leavingTo !== null,
    setChoice,
    goOn,
    goBack: () => setPlace({ ...place, step: place.step - 1 }),
    finish,
    skip,
  };
}
