import { Suspense, lazy, useState } from 'react';
import { useIsResolvingConflicts } from '../replica/index.ts';

const ConflictDialog = lazy(() =>
  import('../features/sync-status/conflict-dialog.tsx').then((module) => ({
    default: module.ConflictDialog,
  })),
);

/** The conflict dialog, which comes up by itself over every page, onboarding too. */
export function ConflictLayer() {
  const isResolving = useIsResolvingConflicts();
  const [wasOpen, setWasOpen] = useState(isResolving);
  if (isResolving && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <ConflictDialog />
    </Suspense>
  );
}
