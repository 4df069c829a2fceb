export { AccountSheet } from './account-sheet.tsx';
export { BackButton } from './back-button.tsx';
export { ConnectivityBadge } from './connectivity-badge.tsx';
export { FrameEffects } from './frame-effects.tsx';
export { Layers, preloadLayers } from './layers.tsx';
export { PersonMenu } from './person-menu.tsx';
export { StorageBanner } from './storage-banner.tsx';
export { UpdatePrompt } from './update-prompt.tsx';
export { WaitingNotice } from './waiting-notice.tsx';
