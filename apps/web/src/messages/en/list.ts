import { createDialog, quickAddFields } from './list/new-items.ts';
import { frame } from './list/frame.ts';
import { homeItems, lists } from './list/lists.ts';
import { items } from './list/items.ts';
import { planning } from './list/planning.ts';
import { search } from './list/search.ts';
import { words } from './list/words.ts';

/** The texts of items, their lists and fields, needed by every list with items. */
export const list = {
  ...words,
  ...frame,
  ...homeItems,
  ...quickAddFields,
  ...items,
  ...lists,
  ...createDialog,
  ...search,
  ...planning,
};

/** The shape of these texts in any language. */
export type ListMessages = typeof list;
