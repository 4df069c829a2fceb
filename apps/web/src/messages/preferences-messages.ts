import type { PreferencesMessages } from './en/preferences.ts';
import { loadPreferences } from './texts.ts';

/** The texts of Preferences and of what it leads to, in the language of this page. */
export const preferencesMessages: PreferencesMessages = (await loadPreferences()).preferences;
