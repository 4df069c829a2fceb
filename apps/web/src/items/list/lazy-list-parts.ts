import { browserCode } from '../../adapters/browser/browser-code.ts';
import { whenIdle } from '../../adapters/browser-page.ts';
import { loadRestTexts } from '../../messages/texts.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

// The first list is shown before these parts and their texts are fetched.
const code = browserCode(
  () => import('./list-parts.ts'),
  () => new Promise<void>(whenIdle).then(loadRestTexts),
);

/** The number of items that a tab shows; renders nothing if it shows none. */
export const TabCount = lazyComponent(code, (it) => it.TabCount);

/** Says below All how many items are inside others. */
export const InsideNote = lazyComponent(code, (it) => it.InsideNote);

/** A row that closes up some time after its item was completed. */
export const LeavingRow = lazyComponent(code, (it) => it.LeavingRow);
