import { Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useShownSheet } from '../../adapters/browser/shown-sheet.ts';
import { messages } from '../../messages/messages.ts';
import { useSync } from '../../replica/index.ts';
import { Announcer } from '../../ui/display/announcer.tsx';
import { Spinner } from '../../ui/controls/spinner.tsx';
import { guardSecondClicks } from '../../ui/interaction/second-click.ts';
import { AddButton } from './add-button.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import {
  beginFrame,
  ConnectivityBadge,
  FrameEffects,
  Layers,
  StorageBanner,
  UpdatePrompt,
  WaitingNotice,
} from './lazy-frame.tsx';
import { useOverlay } from '../layers/overlays.ts';
import { usePreloads } from './preloads.ts';
import { ScreenBoundary } from '../routing/screen-boundary.tsx';
import { useShortcuts } from '../layers/shortcuts.ts';
import { SkipLink } from './skip-link.tsx';
import { Arrival } from '../routing/visits.ts';

/** Shown only if a screen's code takes so long that a blank page would look broken. */
function ScreenFallback() {
  return (
    <p
      role="status"
      className="flex animate-fade-in items-center justify-center gap-2 py-16 text-ink-3 [animation-delay:300ms] [animation-fill-mode:backwards]"
    >
      <Spinner />
      {messages.shell.loadingScreen}
    </p>
  );
}

/**
 * The frame around every screen: header, bottom bar, add button, badge, toasts, global layers. A bare route
 * (onboarding) has only the header, which cannot be focused.
 */
export function Shell({
  path,
  title,
  isTopLevel,
  isBare,
  children,
}: {
  readonly path: string;
  readonly title: string;
  readonly isTopLevel: boolean;
  readonly isBare: boolean;
  readonly children: ReactNode;
}) {
  useShortcuts(isBare);
  useEffect(guardSecondClicks, []);
  const isListShown = usePreloads();
  const { storage, trouble, failingSince, erased } = useSync();
  const hasTrouble = storage.kind !== 'ok' || !!trouble || !!failingSince || !!erased;
  const shownSheet = useShownSheet();
  const isLayerOpen = useOverlay() !== null || shownSheet !== null;
  // The layers of a sign-in must load before it: later they would cover the person's work.
  const isSigningIn = isBare || path === '/login';
  const [hasLayers, setHasLayers] = useState(false);
  // The layers stay once rendered: an open one keeps its text, and a closed one fades out.
  if (!hasLayers && (isListShown || isSigningIn || isLayerOpen)) setHasLayers(true);
  useEffect(() => {
    // Opening a layer does not wait for the first list.
    if (isLayerOpen) beginFrame();
  }, [isLayerOpen]);
  return (
    <>
      {!isBare && <SkipLink />}
      <Header path={path} title={title} isTopLevel={isTopLevel} isBare={isBare} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl px-4 pt-2 pb-safe-36 outline-none md:px-6 lg:pt-6 lg:pb-16"
      >
        {isListShown && <UpdatePrompt />}
        {hasTrouble && <StorageBanner />}
        <WaitingNotice path={path} />
        <ScreenBoundary path={path}>
          <Suspense fallback={<ScreenFallback />}>
            {children}
            <Arrival path={path} title={title} />
          </Suspense>
        </ScreenBoundary>
      </main>
      {!isBare && (
        <>
          {isListShown && <ConnectivityBadge />}
          {path !== '/login' && <AddButton />}
          <BottomBar path={path} />
        </>
      )}
      <Announcer />
      {hasLayers && <Layers isBare={isBare} />}
      {hasLayers && <FrameEffects />}
    </>
  );
}
