import { browserClock } from '../adapters/browser-ports.ts';
import { PersistedSetting } from '../adapters/persisted-setting.ts';
import { tutorialPreference } from '../adapters/stored-preferences.ts';
import { useObservable } from '../state/use-observable.ts';

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

const fresh: TutorialProgress = {
  hasCompletedOnboarding: false,
  currentStep: 0,
  skippedAt: null,
  completedAt: null,
};

function now(): string {
  return new Date(browserClock.nowMs()).toISOString();
}

const progress = new PersistedSetting<TutorialProgress>('onboarding-storage', fresh);

/** The tutorial's progress, kept in this browser. */
export const useTutorial = () => useObservable(progress);

function end(when: Partial<TutorialProgress>): void {
  tutorialPreference.set(false);
  progress.set({ hasCompletedOnboarding: true, ...when });
}

/** What can be done with the tutorial's progress, here and in the other tabs. */
export const tutorial = {
  progress: progress.get,
  /** Writes nothing where the tutorial is at that step: another tab may have just ended it. */
  goTo(currentStep: number): void {
    if (progress.get().currentStep !== currentStep) progress.set({ currentStep });
  },
  /** Went through to the end. This and `skip` end the redirect to /onboarding. */
  complete: () => end({ completedAt: now() }),
  skip: () => end({ skippedAt: now() }),
  /** Clears everything, so that the tutorial shows again. */
  reset(): void {
    tutorialPreference.set(true);
    progress.set(fresh);
  },
};

/**
 * Whether what is kept may be less than what was done: not completed, and nobody wanted it to begin again.
 * Chromium writes localStorage up to a minute late, so that a kill takes back what was done in it.
 */
export function mayBeLost(): boolean {
  return !progress.get().hasCompletedOnboarding && !tutorialPreference.isOn();
}
