import { homeItems, lists } from './list/lists.ts';
import { items } from './list/items.ts';
import { planning } from './list/planning.ts';
import { words } from './list/words.ts';

/** The texts of items, their lists and fields, needed by every list with items. */
export const list = {
  ...words,
  ...homeItems,
  ...items,
  ...lists,
  ...planning,
};

/** The shape of these texts in any language. */
export type ListMessages = typeof list;
