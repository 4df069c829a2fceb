import { createDialog } from './create-dialog.ts';
import { frame } from './frame.ts';
import { homeItems } from './home-items.ts';
import { items } from './items.ts';
import { lists } from './lists.ts';
import { people } from './people.ts';
import { planning } from './planning.ts';
import { quickAddFields } from './quick-add-fields.ts';
import { search } from './search.ts';
import { words } from './words.ts';

/** The texts of items, their lists and fields, needed by every list with items. */
export const more = {
  ...words,
  ...frame,
  ...homeItems,
  ...quickAddFields,
  ...items,
  ...lists,
  ...createDialog,
  ...search,
  ...people,
  ...planning,
};

/** The shape of a language, as far as these go. */
export type MoreMessages = typeof more;
