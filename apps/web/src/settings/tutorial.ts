import { browserClock } from '../adapters/browser/browser-ports.ts';
import { PersistedSetting } from '../adapters/storage/persisted-setting.ts';
import { tutorialPreference } from '../adapters/storage/stored-preferences.ts';
import { useObservable } from '../state/observable.ts';

/** A person's progress in the tutorial, with the field names of the specification. */
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

/** The tutorial's progress, stored in this browser. */
export const useTutorial = () => useObservable(progress);

function end(when: Partial<TutorialProgress>): void {
  tutorialPreference.set(false);
  progress.set({ hasCompletedOnboarding: true, ...when });
}

/** The changes of the tutorial's progress, here and in the other tabs. */
export const tutorial = {
  progress: progress.get,
  /** Writes nothing if the tutorial is at that step: another tab may have just ended it. */
  goTo(currentStep: number): void {
    if (progress.get().currentStep !== currentStep) progress.set({ currentStep });
  },
  /** Records that the person reached the end. This and `skip` end the redirect to /onboarding. */
  complete: () => end({ completedAt: now() }),
  skip: () => end({ skippedAt: now() }),
  /** Clears everything, so that the tutorial shows again. */
  reset(): void {
    tutorialPreference.set(true);
    progress.set(fresh);
  },
};

/**
 * Whether the stored progress may be older than the real one: not completed, and not reset. Chromium writes
 * localStorage up to a minute late, so a kill loses the progress of that time.
 */
export function mayBeLost(): boolean {
  return !progress.get().hasCompletedOnboarding && !tutorialPreference.isOn();
}
