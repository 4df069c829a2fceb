import { adding } from './adding.ts';
import { campaigns } from './campaigns.ts';
import { common } from './common.ts';
import { items } from './items.ts';
import { lists } from './lists.ts';
import { onboarding } from './onboarding.ts';
import { people } from './people.ts';
import { preferences } from './preferences.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { syncStatus } from './sync-status.ts';

/**
 * Every text that a person can read, once, a file for each part of the app. To translate Foray,
 * translate this folder, name the language in `../language.ts`,
 * and give `../ago.ts` its words. Texts that the specification quotes are
 * here to the letter; where it leaves the wording open, decision records say what was chosen.
 */
export const en = {
  ...common,
  ...shell,
  ...signIn,
  ...onboarding,
  ...lists,
  ...items,
  ...adding,
  ...campaigns,
  ...search,
  ...syncStatus,
  ...people,
  ...preferences,
};

/** The shape of a language: every text and what it is made from. */
export type Messages = typeof en;
