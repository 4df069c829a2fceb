import { browserCode } from '../../adapters/browser/browser-code.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

/**
 * The text of an item's rule and the fields that set it, in one file: few items repeat, and it is loaded
 * with the first such item.
 */
const code = browserCode(() => import('./repeat-parts.ts'));

export const RepeatText = lazyComponent(code, (it) => it.RepeatText);

export const RepeatFields = lazyComponent(code, (it) => it.RepeatFields);
