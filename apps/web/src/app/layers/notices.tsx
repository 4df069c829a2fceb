import { useEffect, useEffectEvent, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { openSheet } from '../../adapters/browser/sheet-entry.ts';
import { messages } from '../../messages/messages.ts';
import { listMessages } from '../../messages/list-messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import {
  useActions,
  useIsResolvingConflicts,
  useSession,
  useShownNotices,
  useSync,
  useUpgrade,
} from '../../replica/index.ts';
import type { ClientNotice, RefusedChange } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { clearToast, toast, toastError } from '../../ui/layers/toast.ts';

const Celebration = lazyComponent(
  () => import('../../features/onboarding/celebration.tsx'),
  (it) => it.Celebration,
);
const UpgradeDialog = lazyComponent(
  () => import('../../features/auth/upgrade-dialog.tsx'),
  (it) => it.UpgradeDialog,
);

/** Loads the code of everything that a sign-in may show. */
export function preloadNotices(): Promise<unknown> {
  return Promise.all([Celebration.preload(), UpgradeDialog.preload()]);
}

const { quickAdd } = messages;
const { itemToasts } = listMessages;
const { notices, onboarding } = lazyMessages;
const { preferences, trash } = lazyMessages;

/** The text for a change that the server refused. */
function refusalOf({ change, type, status }: RefusedChange): string {
  switch (change) {
    case 'create':
      return status === 422 ? quickAdd.invalid : quickAdd.failed;
    case 'patch':
    case 'label':
    case 'occurrence':
      return itemToasts.updateFailed[type];
    case 'assign':
    case 'remove':
      return itemToasts.assignFailed[type];
    case 'delete':
      return itemToasts.deleteFailed[type];
    case 'restore':
      return trash.failed;
  }
}

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
      case 'signedOut':
        return toast({
          title: notices.signedOut,
          description: notices.signedOutWaiting(notice.waiting),
        });
      case 'accountGone':
        return toast({
          title: notices.accountGone,
          description: notices.accountGoneText(notice.waiting),
        });
      case 'signOutUnsaved':
        return toastError(notices.signOutUnsavedHint, notices.signOutUnsaved);
      case 'syncComplete':
        return toast({
          title: preferences.syncComplete,
          description: preferences.syncCompleteText,
        });
      case 'syncFailed':
        return toastError(preferences.syncFailedText, preferences.syncFailed);
      case 'blocked':
        return toast({
          tone: 'error',
          title: notice.refused ? messages.error : notices.blocked(notice.count),
          description: notice.refused ? refusalOf(notice.refused) : notices.blockedHint,
          action: {
            label: notices.blockedAction,
            altText: notices.blockedHint,
            onAction: () => navigate('/preferences'),
          },
        });
      case 'conflicts':
        return toast({
          tone: 'error',
          title: notices.conflicts(notice.count),
          action: {
            label: notices.blockedAction,
            altText: notices.conflictsHint,
            onAction: () => actions.openConflicts(),
          },
        });
      case 'replaced': {
        const { uuid, fields, by } = notice;
        const name = by === null || by === 'you' ? by : by.name;
        return toast({
          title: notices.replaced(fields, name),
          action: {
            label: notices.replacedAction,
            altText: notices.replacedHint,
            onAction: () => openSheet(uuid, true),
          },
        });
      }
      case 'leftOut':
        return toast({
          title: notices.leftOut(notice.people.map((person) => person?.name ?? null)),
          description: notices.leftOutText,
          action: {
            label: notices.replacedAction,
            altText: notices.leftOutHint,
            onAction: () => openSheet(notice.uuid, true),
          },
        });
      case 'signedIn':
        return setIsCelebrating(notice.wasGuest);
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
