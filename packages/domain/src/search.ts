import { minSearchChars } from './limits.ts';
import { foldCase, searchText } from './text.ts';

/**
 * A query as it is compared: trimmed and lower-cased like the texts, control characters as spaces.
 * Null under 2 characters, where a search finds nothing and a list stays unfiltered (SEARCH-05,
 * LIST-05). Every other character stands for itself.
 */
export function normaliseQuery(input: string): string | null {
  const query = foldCase(input.replace(/[\p{Control}\p{Surrogate}]/gu, ' ')).trim();
  return query.length < minSearchChars ? null : query;
}

/** Whether a text of `searchText` contains a query of `normaliseQuery`. */
export function matches(text: string, query: string): boolean {
  return text.includes(query);
}

/** Whether the title does; a query holds no line break, so the first match decides. */
export function titleMatches(text: string, query: string): boolean {
  const at = text.indexOf(query);
  return at !== -1 && at < text.indexOf('\n');
}

/** An item found, and whether by its title. */
export interface Hit {
  readonly id: number;
  readonly updated_at: string;
  readonly inTitle: boolean;
}

/**
 * The order of results: title matches first, then the most recently updated, then the greater id
 * (SEARCH-07). A total order, which the server uses too.
 */
export function compareHits(a: Hit, b: Hit): number {
  if (a.inTitle !== b.inTitle) return a.inTitle ? -1 : 1;
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
  return b.id - a.id;
}

/** What local search reads of an item. */
export interface Searchable {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly updated_at: string;
}

/** Searches items for what a person typed: at most `limit`, the best first, none under 2 characters. */
export function searchItems<T extends Searchable>(
  items: Iterable<T>,
  input: string,
  limit: number,
): readonly T[] {
  const query = normaliseQuery(input);
  if (query === null) return [];
  const hits: (Hit & { readonly item: T })[] = [];
  for (const item of items) {
    const text = searchText(item.title, item.description);
    if (!matches(text, query)) continue;
    const inTitle = titleMatches(text, query);
    hits.push({ id: item.id, updated_at: item.updated_at, inTitle, item });
  }
  return hits
    .sort(compareHits)
    .slice(0, limit)
    .map((hit) => hit.item);
}
