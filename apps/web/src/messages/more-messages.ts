import type { MoreMessages } from './en/more.ts';
import { withIsolation } from './isolated.ts';
import { loadMore } from './texts.ts';

/** The texts of items in lists, in the language of this page; a newcomer's first screen does not need them. */
export const moreMessages: MoreMessages = withIsolation((await loadMore()).more);
