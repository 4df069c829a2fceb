import { storedWish } from './stored-wish.ts';

/**
 * Whether the user has reset the tutorial, so that it is shown even with items. Stored beside its progress,
 * whose fields the specification fixes.
 */
export const tutorialWish = storedWish('onboarding-wish');
