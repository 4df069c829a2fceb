import { preferences } from './en/preferences.ts';

/** The texts of Preferences and of what it leads to, in the language of this build. */
export const preferencesMessages: typeof preferences = preferences;
