import { language } from './language.ts';
import type { Language } from './language.ts';

/**
 * The texts of each language, in files of their own: a page loads only those of its language. A module that
 * shows texts awaits them at its top, before its other code runs. The loaders are for the first screen, for
 * items in lists, and for everything else.
 */
const texts = {
  en: {
    first: () => import('./en/first.ts'),
    more: () => import('./en/more.ts'),
    later: () => import('./en/later.ts'),
  },
} satisfies Record<Language, unknown>;

export const { first: loadFirst, more: loadMore, later: loadLater } = texts[language];

/** Loads all texts after those of the first screen. */
export async function loadLaterTexts(): Promise<void> {
  await Promise.all([loadMore(), loadLater()]);
}

/**
 * Loads code after the texts that it awaits: a module whose awaited texts cannot be fetched fails for as long
 * as the page is open.
 */
export async function loadAfter<T>(
  loadTexts: () => Promise<unknown>,
  load: () => Promise<T>,
): Promise<T> {
  await loadTexts();
  return load();
}
