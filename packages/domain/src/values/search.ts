import { minSearchChars } from './limits.ts';
import { foldCase, foldForSearch } from './folded-text.ts';

/**
 * A query in the form that is compared: trimmed and folded like the texts, control characters as spaces. Null
 * for fewer than 2 characters, when a search finds nothing and a list stays unfiltered (SEARCH-05, LIST-05),
 * and if nothing is left of it. Every other character matches literally.
 */
export function normaliseQuery(input: string): string | null {
  const query = foldQuery(input);
  return formerQuery(input).length < minSearchChars || query === '' ? null : query;
}

/** A text of any length in that form. */
export function foldQuery(input: string): string {
  return foldForSearch(formerQuery(input)).trim();
}

/** A query in the form that is compared with `formerSearchText`. */
export function formerQuery(input: string): string {
  return foldCase(input.replace(/[\p{Control}\p{Surrogate}]/gu, ' ')).trim();
}

/** Whether a text of `searchText` contains a query of `normaliseQuery`. */
export function matches(text: string, query: string): boolean {
  return text.includes(query);
}

/** Whether the title does; a query contains no line break, so the first match decides. */
export function titleMatches(text: string, query: string): boolean {
  const at = text.indexOf(query);
  return at !== -1 && at < text.indexOf('\n');
}

/** A found item, and whether its title matches. */
export interface Hit {
  readonly id: number;
  readonly updated_at: string;
  readonly inTitle: boolean;
  /** Whether it is the completed copy of an occurrence. */
  readonly isPast: boolean;
}

/**
 * The order of results: title matches first, then the most recently updated, then the greater id (SEARCH-07);
 * past occurrences of repeating items come last. A total order, which the server uses too.
 */
export function compareHits(a: Hit, b: Hit): number {
  if (a.isPast !== b.isPast) return a.isPast ? 1 : -1;
  if (a.inTitle !== b.inTitle) return a.inTitle ? -1 : 1;
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
  return b.id - a.id;
}
