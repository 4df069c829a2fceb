import { moreEn } from './en/more.ts';
import type { MoreMessages } from './en/more.ts';

/** The texts, in the language of this build, of what the first screen does not need. */
export const moreMessages: MoreMessages = moreEn;
