import { createPersisted } from './persisted.ts';

/** Where a person stands with the tutorial, with the field names of the specification (section 3). */
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
  readonly goTo: (step: number) => void;
  /** Both end the redirect to /onboarding; `now` is ISO 8601. */
  readonly complete: (now: string) => void;
  readonly skip: (now: string) => void;
  /** Clears everything, so that the tutorial shows again. */
  readonly reset: () => void;
}

const fresh: TutorialProgress = {
  hasCompletedOnboarding: false,
  currentStep: 0,
  skippedAt: null,
  completedAt: null,
};

/** The tutorial's progress, kept in this browser (sections 3 and 4). */
export const useTutorial = createPersisted<Tutorial, TutorialProgress>(
  'onboarding-storage',
  ({ hasCompletedOnboarding, currentStep, skippedAt, completedAt }) => ({
    hasCompletedOnboarding,
    currentStep,
    skippedAt,
    completedAt,
  }),
  (set) => ({
    ...fresh,
    goTo: (currentStep) => set({ currentStep }),
    complete: (now) => set({ hasCompletedOnboarding: true, completedAt: now }),
    skip: (now) => set({ hasCompletedOnboarding: true, skippedAt: now }),
    reset: () => set(fresh),
  }),
);
