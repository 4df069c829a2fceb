import { Suspense, lazy, useState } from 'react';
import { useActions, useIsResolvingConflicts } from '../replica/index.ts';
import { LayerBoundary } from '../ui/layer-boundary.tsx';

const loadConflicts = () =>
  import('../features/sync-status/conflict-dialog.tsx').then((module) => ({
    default: module.ConflictDialog,
  }));
const ConflictDialog = lazy(loadConflicts);

/** Brings the dialog's code in before there is a conflict. */
export function preloadConflicts(): Promise<unknown> {
  return loadConflicts();
}

/** The conflict dialog, which comes up by itself over every page, onboarding too. */
export function ConflictLayer() {
  const actions = useActions();
  const isResolving = useIsResolvingConflicts();
  const [wasOpen, setWasOpen] = useState(isResolving);
  if (isResolving && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <LayerBoundary open={isResolving} onClose={() => actions.setConflictsAside()}>
      <Suspense fallback={null}>
        <ConflictDialog />
      </Suspense>
    </LayerBoundary>
  );
}
