import { useLayoutEffect, useRef, useState } from 'react';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ProgressBar } from '../../ui/display/progress.tsx';
import { useEscape } from '../../ui/interaction/use-escape.ts';
import { setToastPlace } from '../../ui/layers/toast.ts';
import { AccountStep } from './account-step.tsx';
import { CodeStep } from './code-step.tsx';
import { ContactsStep } from './contacts-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { StepPicture } from './step-picture.tsx';
import { useOnboardingWay } from './onboarding-way.ts';

const { onboarding } = lazyMessages;

/** The id of a step's form, which Next submits. */
const formId = 'onboarding-step';

/** The tutorial: a modal card over the bare page. */
export function OnboardingScreen() {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [phone, setPhone] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const way = useOnboardingWay();
  const { place, steps, step, choice, isLeaving, goOn, finish, skip } = way;

  // Before the first paint, so that it takes the focus from no other element.
  useLayoutEffect(() => {
    const field = card.current?.querySelector<HTMLElement>('[data-autofocus]');
    (field ?? heading.current)?.focus({ preventScroll: true });
  }, [place]);
  // As in any dialog, Escape acts like the close button; a card that is fading out has none.
  useEscape(card, () => {
    if (!isLeaving) skip();
  });
  const hasForm = step === 'phone' || step === 'code';

  return (
    <section
      ref={card}
      role="dialog"
      aria-modal="true"
      aria-labelledby="onboarding-title"
      className={classNames(
        'mx-auto flex w-full max-w-lg flex-col rounded-sheet border border-line bg-surface shadow-overlay transition-opacity duration-200 md:mt-8',
        isLeaving && 'opacity-0',
      )}
    >
      <div className="flex items-center justify-between gap-4 pt-3 pe-3 ps-6">
        <h1 id="onboarding-title" className="text-body font-strong text-ink-3">
          {onboarding.title}
        </h1>
        <IconButton label={onboarding.skip} icon={firstIcons.close} onClick={skip} />
      </div>
      <div className="px-6 pt-1">
        <ProgressBar
          label={onboarding.progress}
          completed={place.step + 1}
          total={steps.length}
          strings={onboarding.step(place.step + 1, steps.length)}
        />
      </div>
      {/* As high as the highest step, if the window allows it, so that Next does not move. */}
      <div className="flex min-h-[min(30rem,100dvh-15rem)] flex-col px-6 py-6 sm:min-h-[min(26.5rem,100dvh-15rem)]">
        <div className="flex flex-col items-center text-center" key={step}>
          <StepPicture step={step} />
          <h2
            ref={heading}
            tabIndex={-1}
            className="mt-4 text-title font-strong text-balance outline-none"
          >
            {onboarding.steps[step].title}
          </h2>
          <p className="mt-2 max-w-md text-pretty text-ink-2">{onboarding.steps[step].text}</p>
          <div className="mt-6 w-full max-w-sm text-start empty:hidden">
            {step === 'account' && <AccountStep choice={choice} onChoice={way.setChoice} />}
            {step === 'phone' && (
              <PhoneStep
                formId={formId}
                phone={phone}
                onPhoneChange={setPhone}
                onBusyChange={setIsBusy}
                onDone={goOn}
              />
            )}
            {step === 'code' && (
              <CodeStep formId={formId} phone={phone} onBusyChange={setIsBusy} onDone={goOn} />
            )}
            {step === 'contacts' && (
              <ContactsStep onImport={() => finish('/contacts')} onSkip={goOn} />
            )}
          </div>
        </div>
        <div ref={setToastPlace} className="mx-auto mt-auto w-full max-w-sm pt-4 empty:hidden" />
      </div>
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-x-3 rounded-b-sheet border-t border-line bg-surface px-6 py-4">
        <Button
          variant="quiet"
          className="-ms-3.5"
          disabled={way.isFirst || isBusy}
          onClick={way.goBack}
        >
          {onboarding.previous}
        </Button>
        {/* A separate button for a form: otherwise the press that opens the step would submit its empty form. */}
        <Button
          key={hasForm ? 'submit' : 'next'}
          variant="primary"
          busy={isBusy}
          disabled={step === 'account' && choice === null}
          {...(hasForm ? { type: 'submit', form: formId } : { onClick: goOn })}
        >
          {way.isLast ? onboarding.getStarted : onboarding.next}
        </Button>
      </div>
    </section>
  );
}
