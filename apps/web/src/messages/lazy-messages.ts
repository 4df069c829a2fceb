import type { LazyMessages } from './en/lazy.ts';
import { withIsolation } from './isolated.ts';
import { loadLazyTexts } from './texts.ts';

/** The texts, in the language of this page, that no first screen with items shows. */
export const lazyMessages: LazyMessages = withIsolation((await loadLazyTexts()).lazy);
