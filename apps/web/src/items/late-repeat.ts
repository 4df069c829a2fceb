import { browserCode } from '../adapters/browser-code.ts';
import { lateComponent } from '../ui/late-component.tsx';

/** What says how an item repeats and what sets it, in one file: few items do, and it comes with the first. */
const code = browserCode(() => import('./repeat-parts.ts'));

export const RepeatText = lateComponent(async () => (await code()).RepeatText);

export const RepeatFields = lateComponent(async () => (await code()).RepeatFields);
