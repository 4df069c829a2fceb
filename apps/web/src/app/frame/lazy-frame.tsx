import { browserCode } from '../../adapters/browser/browser-code.ts';
import { isServedLocally } from '../../adapters/browser-page.ts';
import { loadRestTexts } from '../../messages/texts.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

let begin: () => void = () => undefined;
const hasBegun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** The parts of the frame that are not visible at first, in one file. */
const code = browserCode(
  () => import('./frame-parts.ts'),
  () => hasBegun.then(loadRestTexts),
);

export const AccountSheet = lazyComponent(code, (it) => it.AccountSheet);
export const BackButton = lazyComponent(code, (it) => it.BackButton);
export const ConnectivityBadge = lazyComponent(code, (it) => it.ConnectivityBadge);
export const FrameEffects = lazyComponent(code, (it) => it.FrameEffects);
export const Layers = lazyComponent(code, (it) => it.Layers);
export const PersonMenu = lazyComponent(
  code,
  (it) => it.PersonMenu,
  ({ name }) => <Avatar name={name} />,
);
export const StorageBanner = lazyComponent(code, (it) => it.StorageBanner);
export const UpdatePrompt = lazyComponent(code, (it) => it.UpdatePrompt);
export const WaitingNotice = lazyComponent(code, (it) => it.WaitingNotice);

/**
 * Starts loading the parts once the first list is shown, since they would compete with it for the network.
 */
export const beginFrame = (): void => begin();

// From the service worker they cost no network.
if (isServedLocally()) begin();

/** Loads the code of all parts before they are shown, and of everything that the layers may show. */
export async function preloadFrame(): Promise<void> {
  const { preloadLayers } = await code.load();
  await preloadLayers();
}
