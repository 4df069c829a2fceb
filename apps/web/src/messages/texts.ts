import { language } from './language.ts';
import type { Language } from './language.ts';

/**
 * The texts of each language, in files of their own: a page loads those of its language alone. What shows
 * texts awaits them at its top, before any of its code runs. Loads those of the first screen, of what comes
 * later, and of Preferences.
 */
const texts = {
  en: {
    first: () => import('./en/first.ts'),
    more: () => import('./en/more.ts'),
    preferences: () => import('./en/preferences.ts'),
  },
} satisfies Record<Language, unknown>;

export const { first: loadFirst, more: loadMore, preferences: loadPreferences } = texts[language];

/** Loads all that comes after the first screen. */
export async function loadLaterTexts(): Promise<void> {
  await Promise.all([loadMore(), loadPreferences()]);
}

/**
 * Loads code after the texts that it awaits: a module that awaits what cannot be fetched fails for as long as the
 * page is open.
 */
export async function loadAfter<T>(
  loadTexts: () => Promise<unknown>,
  load: () => Promise<T>,
): Promise<T> {
  await loadTexts();
  return load();
}
