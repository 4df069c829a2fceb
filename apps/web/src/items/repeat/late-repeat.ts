import { browserCode } from '../../adapters/browser/browser-code.ts';
import { lateComponent } from '../../ui/lazy/late-component.tsx';

/**
 * The text of an item's rule and the fields that set it, in one file: few items repeat, and it is loaded with
 * the first.
 */
const code = browserCode(() => import('./repeat-parts.ts'));

export const RepeatText = lateComponent(async () => (await code()).RepeatText);

export const RepeatFields = lateComponent(async () => (await code()).RepeatFields);
