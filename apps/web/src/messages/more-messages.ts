import type { MoreMessages } from './en/more.ts';
import { withIsolation } from './isolated.ts';
import { loadMore } from './texts.ts';

/** The texts, in the language of this page, of items in lists, which the first screen of a newcomer does not need. */
export const moreMessages: MoreMessages = withIsolation((await loadMore()).more);
