import { formerSearchText, searchText } from '@foray/domain';
import type { ItemRow } from './rows.ts';

/** A search text, folded in the way of `search_folded` and in that of `search_text`. */
export interface SearchNeedle {
  readonly folded: string;
  readonly former: string;
}

/**
 * The columns that search uses for an item with these texts, by the rules of this release and of earlier
 * ones.
 */
export function searchColumns({
  title,
  description,
}: Pick<ItemRow, 'title' | 'description'>): Pick<ItemRow, 'search_folded' | 'search_text'> {
  return {
    search_folded: searchText(title, description),
    search_text: formerSearchText(title, description),
  };
}
