import type { ListMessages } from './en/list.ts';
import { withIsolation } from './bidi-isolation.ts';
import { loadListTexts } from './texts.ts';

/** The texts of items in lists, in the language of this page; a newcomer's first screen does not need them. */
export const listMessages: ListMessages = withIsolation((await loadListTexts()).list);
