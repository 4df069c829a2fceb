import { useEffect, useEffectEvent, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import {
  useActions,
  useIsResolvingConflicts,
  useSession,
  useShownNotices,
  useSync,
  useUpgrade,
} from '../../replica/index.ts';
import type { ClientNotice } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { clearToast } from '../../ui/layers/toast.ts';
import { showInToast } from './notice-toasts.ts';

const layers = () => import('./sign-in-layers.ts');
const Celebration = lazyComponent(layers, (it) => it.Celebration);
const UpgradeDialog = lazyComponent(layers, (it) => it.UpgradeDialog);

/** Loads the code of everything that a sign-in may show. */
export function preloadNotices(): Promise<unknown> {
  return Promise.all([Celebration.preload(), UpgradeDialog.preload()]);
}

const { onboarding } = lazyMessages;

/**
 * Replaces a celebration that is still loading. After an input the celebration is left out: it would appear
 * over the person's work and intercept their next key.
 */
function BeforeCelebration({ onInput }: { readonly onInput: () => void }) {
  const skip = useEffectEvent(onInput);
  useEffect(() => {
    const onEvent = () => skip();
    const kinds = ['keydown', 'pointerdown', 'input'] as const;
    for (const kind of kinds) window.addEventListener(kind, onEvent, { capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onEvent, { capture: true });
    };
  }, []);
  return null;
}

/**
 * Shows events without a user action: in a toast, or, for a guest who signs in, in the upgrade dialog, if
 * they had items, and then the celebration (ONB-10). Both wait while conflicts are being resolved, and the
 * celebration for the end of the tutorial.
 */
export function Notices({ isInTutorial }: { readonly isInTutorial: boolean }) {
  const [, navigate] = useBrowserLocation();
  const [isCelebrating, setIsCelebrating] = useState(false);
  const actions = useActions();
  const upgrade = useUpgrade();
  const { pending } = useSync();
  const session = useSession();
  const isResolving = useIsResolvingConflicts();

  useShownNotices((notice: ClientNotice) => {
    switch (notice.kind) {
      case 'accountLeft':
        setIsCelebrating(false);
        return clearToast();
      case 'signedIn':
        return setIsCelebrating(notice.wasGuest);
      default:
        return showInToast(notice, { navigate, openConflicts: () => actions.openConflicts() });
    }
  });

  const isUnnamed = session.kind === 'user' && session.user.name === onboarding.placeholderName;
  const endCelebration = () => setIsCelebrating(false);

  if (isResolving) return null;
  if (upgrade.kind !== 'none') {
    return (
      <LayerBoundary key="upgrade" onClose={() => actions.closeUpgrade()}>
        <UpgradeDialog />
      </LayerBoundary>
    );
  }
  if (!isCelebrating || isInTutorial) return null;
  return (
    <LayerBoundary
      key="celebration"
      onClose={endCelebration}
      fallback={<BeforeCelebration onInput={endCelebration} />}
    >
      <Celebration isSending={pending > 0} isUnnamed={isUnnamed} onDone={endCelebration} />
    </LayerBoundary>
  );
}
