import { useActions, useIsResolvingConflicts } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

const loadConflicts = () =>
  import('../../features/sync-status/conflict-dialog.tsx').then((it) => it.ConflictDialog);
const ConflictDialog = lazyPart(loadConflicts);

/** Loads the code of the dialog before there is a conflict. */
export function preloadConflicts(): Promise<unknown> {
  return loadConflicts();
}

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
