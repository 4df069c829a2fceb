import { plural } from '../../format.ts';

/** Searching everything. */
export const search = {
  search: {
    title: 'Search items',
    placeholder: 'Search items...',
    searching: 'Searching...',
    none: (query: string) => `No items found for "${query}"`,
    idle: 'Start typing to search across all your items',
    hint: 'Cmd+K',
    hintOpen: 'to open',
    hintMove: 'to move',
    hintSelect: 'to select',
    hintClose: 'to close',
    results: (count: number) => plural(count, { one: 'result', other: 'results' }),
  },
};
