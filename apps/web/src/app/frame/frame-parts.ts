export { AccountSheet } from './account-sheet.tsx';
export { BackButton } from './back-button.tsx';
export { ConnectivityBadge } from '../banners/connectivity-badge.tsx';
export { FrameEffects } from './frame-effects.tsx';
export { Layers, preloadLayers } from '../layers/layers.tsx';
export { PersonMenu } from './person-menu.tsx';
export { StorageBanner } from '../banners/storage-banner.tsx';
export { UpdatePrompt } from '../banners/update-prompt.tsx';
export { WaitingNotice } from '../banners/waiting-notice.tsx';
