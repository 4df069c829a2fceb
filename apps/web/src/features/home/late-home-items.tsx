import { browserCode } from '../../adapters/browser-code.ts';
import { isServedLocally } from '../../adapters/browser-page.ts';
import { messages } from '../../messages/messages.ts';
import { loadMore } from '../../messages/texts.ts';
import { lateComponent } from '../../ui/late-component.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';

// Who comes for the first time has no items yet, and need not wait for the code of their rows.
const code = browserCode(() => import('./home-items.tsx'), loadMore);

/** Stands for Home's list until it has been read, and until its rows can be shown. */
export function LoadingList() {
  return <SkeletonList label={messages.home.loading} rows={8} />;
}

/** Home's list, where it has items. */
export const HomePreview = lateComponent(async () => (await code()).HomeItems, LoadingList);

/** Home's side column, where there are items. */
export const HomeSide = lateComponent(async () => (await code()).HomeSide);

/** The ways to plan under Home's heading, where there are items. */
export const HomePlan = lateComponent(async () => (await code()).PlanChips);

/** Loads the code of them before there are items. */
export async function preloadHomeItems(): Promise<void> {
  await Promise.all([HomePreview.preload(), HomeSide.preload(), HomePlan.preload()]);
}

/** Loads it before the first rendering, where that costs no network: somebody who comes back probably has items. */
export async function preloadHome(): Promise<void> {
  if (isServedLocally()) await preloadHomeItems();
}
