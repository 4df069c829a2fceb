import { storedPreference } from './stored-preference.ts';

/**
 * Whether the user has reset the tutorial, so that it is shown even with items. Stored beside its progress,
 * whose fields the specification fixes.
 */
export const tutorialPreference = storedPreference('onboarding-wish');
