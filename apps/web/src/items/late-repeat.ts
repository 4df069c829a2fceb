import { browserCode } from '../adapters/browser-code.ts';
import { lateComponent } from '../ui/late-component.tsx';

/* Few items repeat: what says how comes with the first that does, and what sets it when it is offered. */

export const RepeatText = lateComponent(
  browserCode(async () => (await import('./repeat-text.tsx')).RepeatText),
);

export const RepeatFields = lateComponent(
  browserCode(async () => (await import('./repeat-fields.tsx')).RepeatFields),
);
