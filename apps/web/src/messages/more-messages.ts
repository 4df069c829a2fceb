import type { MoreMessages } from './en/more.ts';
import { loadMore } from './texts.ts';

/** The texts, in the language of this page, of what the first screen does not need. */
export const moreMessages: MoreMessages = (await loadMore()).more;
