import type { LaterMessages } from './en/later.ts';
import { withIsolation } from './isolated.ts';
import { loadLater } from './texts.ts';

/** The texts, in the language of this page, that no first screen with items shows. */
export const laterMessages: LaterMessages = withIsolation((await loadLater()).later);
