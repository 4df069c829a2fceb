import { campaigns } from './campaigns.ts';
import { createDialog } from './create-dialog.ts';
import { frame } from './frame.ts';
import { homeItems } from './home-items.ts';
import { items } from './items.ts';
import { lists } from './lists.ts';
import { notices } from './notices.ts';
import { onboarding } from './onboarding.ts';
import { people } from './people.ts';
import { planning } from './planning.ts';
import { quickAddFields } from './quick-add-fields.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { syncStatus } from './sync-status.ts';
import { words } from './words.ts';

/** The texts of what the first screen does not need, whose code comes later too. */
export const more = {
  ...words,
  ...frame,
  ...homeItems,
  ...quickAddFields,
  ...items,
  ...lists,
  ...createDialog,
  ...notices,
  ...signIn,
  ...onboarding,
  ...campaigns,
  ...search,
  ...syncStatus,
  ...people,
  ...planning,
};

/** The shape of a language, as far as these go. */
export type MoreMessages = typeof more;
