import { browserClock } from '../adapters/browser-ports.ts';
import { createPersisted } from '../adapters/persisted-setting.ts';
import { tutorialPreference } from '../adapters/stored-preferences.ts';

/** Where a person stands with the tutorial, with the field names of the specification. */
export interface TutorialProgress {
  readonly hasCompletedOnboarding: boolean;
  /** Counts from 0; a reload before finishing starts again at 0. */
  readonly currentStep: number;
  /** ISO 8601, or null. */
  readonly skippedAt: string | null;
  /** ISO 8601, or null. */
  readonly completedAt: string | null;
}

interface Tutorial extends TutorialProgress {
  /** Writes nothing where the tutorial is at that step: another tab may have just ended it. */
  readonly goTo: (step: number) => void;
  /** Went through to the end. This and `skip` end the redirect to /onboarding. */
  readonly complete: () => void;
  readonly skip: () => void;
  /** Clears everything, so that the tutorial shows again. */
  readonly reset: () => void;
}

const fresh: TutorialProgress = {
  hasCompletedOnboarding: false,
  currentStep: 0,
  skippedAt: null,
  completedAt: null,
};

function now(): string {
  return new Date(browserClock.nowMs()).toISOString();
}

/** The tutorial's progress, kept in this browser. */
export const useTutorial = createPersisted<Tutorial, TutorialProgress>(
  'onboarding-storage',
  ({ hasCompletedOnboarding, currentStep, skippedAt, completedAt }) => ({
    hasCompletedOnboarding,
    currentStep,
    skippedAt,
    completedAt,
  }),
  (set, get) => {
    const end = (when: Partial<TutorialProgress>): void => {
      tutorialPreference.set(false);
      set({ hasCompletedOnboarding: true, ...when });
    };
    return {
      ...fresh,
      goTo: (currentStep) => {
        if (get().currentStep !== currentStep) set({ currentStep });
      },
      complete: () => end({ completedAt: now() }),
      skip: () => end({ skippedAt: now() }),
      reset: () => {
        tutorialPreference.set(true);
        set(fresh);
      },
    };
  },
);

/**
 * Whether what is kept may be less than what was done: not completed, and nobody wanted it to begin again.
 * Chromium writes localStorage up to a minute late, so that a kill takes back what was done in it.
 */
export function mayBeLost(): boolean {
  return !useTutorial.getState().hasCompletedOnboarding && !tutorialPreference.isOn();
}
