import type { LazyMessages } from './en/lazy.ts';
import { withIsolation } from './bidi-isolation.ts';
import { loadLazyTexts } from './texts.ts';

/** The texts, in the language of this page, that are not on a first screen with items. */
export const lazyMessages: LazyMessages = withIsolation((await loadLazyTexts()).lazy);
