import { language } from './language.ts';
import type { Language } from './language.ts';

/**
 * The texts of each language, in separate files: a page loads only those of its language. A module that
 * shows texts awaits them at its top, before its other code runs. `shell` is for the first screen, `list`
 * for items in lists, `lazy` for everything else.
 */
const texts = {
  en: {
    shell: () => import('./en/shell.ts'),
    list: () => import('./en/list.ts'),
    lazy: () => import('./en/lazy.ts'),
  },
} satisfies Record<Language, unknown>;

export const { shell: loadShellTexts, list: loadListTexts, lazy: loadLazyTexts } = texts[language];

/** Loads all texts after those of the first screen. */
export async function loadRestTexts(): Promise<void> {
  await Promise.all([loadListTexts(), loadLazyTexts()]);
}

/**
 * Loads code after the texts that it awaits: a module whose texts cannot be fetched would fail for as long
 * as the page is open.
 */
export async function loadAfter<T>(
  loadTexts: () => Promise<unknown>,
  load: () => Promise<T>,
): Promise<T> {
  await loadTexts();
  return load();
}
