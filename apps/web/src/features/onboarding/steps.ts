/** Every step, by its subject. */
export type StepName =
  | 'welcome'
  | 'account'
  | 'phone'
  | 'code'
  | 'contacts'
  | 'myWork'
  | 'tasks'
  | 'offline'
  | 'collaboration'
  | 'mobile';

/**
 * The path through the tutorial. undecided: before the account prompt is answered; account and local:
 * its two answers; member: a user who is already signed in.
 */
export type OnboardingPath = 'undecided' | 'account' | 'local' | 'member';

/** The steps of each path, in order (for members decision 0003). */
export const stepsOf: Readonly<Record<OnboardingPath, readonly StepName[]>> = {
  undecided: ['welcome', 'account', 'myWork', 'tasks', 'offline', 'mobile'],
  account: ['phone', 'code', 'contacts', 'myWork', 'tasks', 'collaboration', 'mobile'],
  local: ['welcome', 'myWork', 'tasks', 'offline', 'mobile'],
  member: ['welcome', 'myWork', 'tasks', 'collaboration', 'mobile'],
};

/** The current step: a path, and a step of it counted from 0. */
export interface OnboardingPlace {
  readonly way: OnboardingPath;
  readonly step: number;
}

/** The step after the account prompt: the phone number, or the one after welcome. */
export function placeAfterChoice(choice: 'account' | 'local'): OnboardingPlace {
  return choice === 'account' ? { way: 'account', step: 0 } : { way: 'local', step: 1 };
}

/** Whether `place` is the last step of its path, whose button reads 'Get Started'. */
export function isLastStep({ way, step }: OnboardingPlace): boolean {
  return step === stepsOf[way].length - 1;
}
