import { language } from './language.ts';
import type { Language } from './language.ts';

/**
 * The texts of each language, in files of their own: a page loads those of its language alone. What shows
 * texts awaits them at its top, before any of its code runs. Loads those of the first screen, of items in
 * lists, and of all else.
 */
const texts = {
  en: {
    first: () => import('./en/first.ts'),
    more: () => import('./en/more.ts'),
    later: () => import('./en/later.ts'),
  },
} satisfies Record<Language, unknown>;

export const { first: loadFirst, more: loadMore, later: loadLater } = texts[language];

/** Loads all that comes after the first screen. */
export async function loadLaterTexts(): Promise<void> {
  await Promise.all([loadMore(), loadLater()]);
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
