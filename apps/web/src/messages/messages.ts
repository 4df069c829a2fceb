import { en } from './en/index.ts';
import type { Messages } from './en/index.ts';

export {
  formatCount,
  formatDay,
  formatDayAgo,
  formatDueDay,
  formatMoment,
  formatWeekday,
} from './format.ts';

/** The texts in the language of this build. */
export const messages: Messages = en;
