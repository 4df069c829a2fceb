import { useActions, useIsResolvingConflicts } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

const ConflictDialog = lazyComponent(
  () => import('../../features/sync-status/version-dialogs.ts'),
  (it) => it.ConflictDialog,
);

/** Loads the code of the dialog before there is a conflict. */
export const preloadConflicts = ConflictDialog.preload;

/** The conflict dialog, which opens by itself over every page, onboarding too. */
export function ConflictLayer() {
  const actions = useActions();
  const isResolving = useIsResolvingConflicts();
  return (
    <LayerBoundary open={isResolving} onClose={() => actions.setConflictsAside()}>
      <ConflictDialog />
    </LayerBoundary>
  );
}
