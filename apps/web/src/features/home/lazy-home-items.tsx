import { browserCode } from '../../adapters/browser/browser-code.ts';
import { isServedLocally } from '../../adapters/browser-page.ts';
import { messages } from '../../messages/messages.ts';
import { loadListTexts } from '../../messages/texts.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { SkeletonList } from '../../ui/display/skeleton.tsx';

// A first visitor has no items yet, and need not wait for the code of their rows.
const code = browserCode(() => import('./home-items.tsx'), loadListTexts);

/** Replaces Home's list until it has been read and its rows can be shown. */
export function LoadingList() {
  return <SkeletonList label={messages.home.loading} rows={8} />;
}

/** Home's list, if it has items. */
export const HomePreview = lazyComponent(code, (it) => it.HomeItems, LoadingList);

/** Home's side column, if there are items. */
export const HomeSide = lazyComponent(code, (it) => it.HomeSide);

/** The links to plan by under Home's heading, if there are items. */
export const HomePlan = lazyComponent(code, (it) => it.PlanChips);

/** The number of items of a tab, if there are items. */
export const HomeCount = lazyComponent(code, (it) => it.TabCount);

/** Loads the code of these parts before there are items. */
export async function preloadHomeItems(): Promise<void> {
  await code.load();
}

/** Loads it before the first rendering if that costs no network: a person who returns probably has items. */
export async function preloadHome(): Promise<void> {
  if (isServedLocally()) await preloadHomeItems();
}
