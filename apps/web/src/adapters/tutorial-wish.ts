import { storedWish } from './stored-wish.ts';

/**
 * Whether somebody wants to see the tutorial again, items or not. It is kept beside the progress itself,
 * which has the fields of the specification and no others.
 */
export const tutorialWish = storedWish('onboarding-wish');
