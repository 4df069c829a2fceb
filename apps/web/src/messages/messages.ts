import type { Messages } from './en/shell.ts';
import { withIsolation } from './bidi-isolation.ts';
import { loadShellTexts } from './texts.ts';

export {
  formatCount,
  formatDay,
  formatDayAgo,
  formatDueDay,
  formatMoment,
  formatWeekday,
} from './format.ts';

/** The texts of the first screen, in the language of this page. */
export const messages: Messages = withIsolation((await loadShellTexts()).shell);
