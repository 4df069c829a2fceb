import { browserCode } from '../../adapters/browser/browser-code.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

/** The parser of titles. A form opens, and creates items, before it has loaded. */
export const titleParser = browserCode(() => import('./typed-title.tsx'));

export const TypedTitle = lazyComponent(titleParser, (it) => it.TypedTitle);
