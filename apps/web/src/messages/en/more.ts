import { campaigns } from './campaigns.ts';
import { createDialog } from './create-dialog.ts';
import { items } from './items.ts';
import { lists } from './lists.ts';
import { notices } from './notices.ts';
import { onboarding } from './onboarding.ts';
import { people } from './people.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { syncStatus } from './sync-status.ts';

/** The texts of what the first screen does not need, whose code comes later too. */
export const more = {
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
};

/** The shape of a language, as far as these go. */
export type MoreMessages = typeof more;
