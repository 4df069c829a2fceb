import { ago } from './lazy/ago.ts';
import { blocks } from './lazy/blocks.ts';
import { frame, lazyWords } from './lazy/frame.ts';
import { createDialog, itemDialogs, quickAddFields, selecting } from './lazy/item-dialogs.ts';
import { lazyLists, queries, search } from './lazy/lists.ts';
import { campaigns } from './lazy/campaigns.ts';
import { notices } from './lazy/notices.ts';
import { onboarding } from './lazy/onboarding.ts';
import { people } from './lazy/people.ts';
import { preferences } from './lazy/preferences.ts';
import { profile } from './lazy/profile.ts';
import { repeatInWords } from './lazy/repeat.ts';
import { repeating } from './lazy/repeating.ts';
import { safety } from './lazy/safety.ts';
import { lazyPlanning, ordering, scheduling } from './lazy/scheduling.ts';
import { sheet } from './lazy/sheet.ts';
import { signIn } from './lazy/sign-in.ts';
import { syncStatus } from './lazy/sync-status.ts';
import { typing } from './lazy/typing.ts';
import { undoing } from './lazy/undoing.ts';

/** The texts that are not on a first screen with items: other screens, dialogs, notices. */
export const lazy = {
  ...lazyWords,
  ...frame,
  ...lazyLists,
  ...itemDialogs,
  ...createDialog,
  ...quickAddFields,
  ...search,
  ...queries,
  ...ago,
  ...preferences,
  ...safety,
  ...profile,
  ...notices,
  ...signIn,
  ...onboarding,
  ...campaigns,
  ...blocks,
  ...syncStatus,
  ...typing,
  ...scheduling,
  ...ordering,
  ...lazyPlanning,
  ...selecting,
  ...sheet,
  ...repeating,
  repeatInWords,
  ...people,
  ...undoing,
};

/** The shape of these texts in any language. */
export type LazyMessages = typeof lazy;
