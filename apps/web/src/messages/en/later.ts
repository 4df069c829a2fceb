import { ago } from './ago.ts';
import { blocks } from './blocks.ts';
import { campaigns } from './campaigns.ts';
import { notices } from './notices.ts';
import { onboarding } from './onboarding.ts';
import { preferences } from './preferences.ts';
import { profile } from './profile.ts';
import { repeatInWords } from './repeat.ts';
import { repeating } from './repeating.ts';
import { safety } from './safety.ts';
import { sheet } from './sheet.ts';
import { signIn } from './sign-in.ts';
import { syncStatus } from './sync-status.ts';
import { typing } from './typing.ts';
import { undoing } from './undoing.ts';

/** The texts that no first screen with items shows: other screens, dialogs, notices. */
export const later = {
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
  ...sheet,
  ...repeating,
  repeatInWords,
  ...undoing,
};

/** The shape of a language, as far as these go. */
export type LaterMessages = typeof later;
