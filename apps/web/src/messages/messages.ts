import { en } from './en.ts';
import type { Messages } from './en.ts';

export { formatDay, formatMoment } from './format.ts';

/** The texts in the language of this build. */
export const messages: Messages = en;
