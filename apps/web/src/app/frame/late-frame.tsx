import { browserCode } from '../../adapters/browser/browser-code.ts';
import { isServedLocally } from '../../adapters/browser-page.ts';
import { loadRestTexts } from '../../messages/texts.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { lateComponent } from '../../ui/lazy/late-component.tsx';

let begin: () => void = () => undefined;
const hasBegun = new Promise<void>((resolve) => {
  begin = resolve;
});

/** The parts of the frame around a screen that its first moment does not show, in one file. */
const code = browserCode(
  () => import('./frame-parts.ts'),
  () => hasBegun.then(loadRestTexts),
);

export const AccountSheet = lateComponent(async () => (await code()).AccountSheet);
export const BackButton = lateComponent(async () => (await code()).BackButton);
export const ConnectivityBadge = lateComponent(async () => (await code()).ConnectivityBadge);
export const FrameEffects = lateComponent(async () => (await code()).FrameEffects);
export const Layers = lateComponent(async () => (await code()).Layers);
export const PersonMenu = lateComponent(
  async () => (await code()).PersonMenu,
  ({ name }) => <Avatar name={name} />,
);
export const StorageBanner = lateComponent(async () => (await code()).StorageBanner);
export const UpdatePrompt = lateComponent(async () => (await code()).UpdatePrompt);
export const WaitingNotice = lateComponent(async () => (await code()).WaitingNotice);

/** Lets the parts load once the first list is shown, since they would share the network with it. */
export const beginFrame = (): void => begin();

// From the service worker they cost no network.
if (isServedLocally()) begin();

/** Loads the code of all parts before they are shown, and of everything that the layers may show. */
export async function preloadFrame(): Promise<void> {
  const { preloadLayers } = await code();
  await preloadLayers();
}
