import { createDialog } from './list/create-dialog.ts';
import { frame } from './list/frame.ts';
import { homeItems } from './list/home-items.ts';
import { items } from './list/items.ts';
import { lists } from './list/lists.ts';
import { planning } from './list/planning.ts';
import { quickAddFields } from './list/quick-add-fields.ts';
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
