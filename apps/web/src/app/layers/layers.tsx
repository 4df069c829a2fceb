import { followLayerEntries } from '../../adapters/browser/layer-entries.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { Toaster } from '../../ui/layers/toaster.tsx';
import { TooltipLayer } from '../../ui/layers/tooltip-layer.tsx';
import { useArrowLine } from './arrow-line.ts';
import { ConflictLayer, preloadConflicts } from './conflict-layer.tsx';
import { useGoKeys } from './go-keys.ts';
import { Notices, preloadNotices } from './notices.tsx';
import { OverlayLayers, preloadOverlays } from './overlay-layers.tsx';
import { RowSwipes } from './row-swipes.tsx';
import { SelectionLayer } from './selection-layer.tsx';
import { preloadSheet, SheetLayer } from './sheet-layer.tsx';
import { useUndoKeys } from './undo-keys.ts';
import { useChangedQuestion } from '../../replica/index.ts';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

followLayerEntries();

const ChangedDialog = lazyComponent(
  () => import('../../features/sync-status/version-dialogs.ts'),
  (it) => it.ChangedDialog,
);

/** The question about an item that another tab changed, over every page and dialog. */
function ChangedLayer() {
  const question = useChangedQuestion();
  return (
    // Without an answer nothing is written, and the form stays as it is.
    <LayerBoundary open={question !== null} onClose={() => question?.answer('other')}>
      <ChangedDialog />
    </LayerBoundary>
  );
}

/**
 * Everything that may appear over every page: the sheet of an item, search and other dialogs, questions,
 * notices, toasts, tooltips.
 */
export function Layers({ isBare }: { readonly isBare: boolean }) {
  useUndoKeys(isBare);
  useArrowLine(isBare);
  useGoKeys(isBare);
  return (
    <>
      <SheetLayer isBare={isBare} />
      <OverlayLayers isBare={isBare} />
      <ConflictLayer />
      <ChangedLayer />
      <LayerBoundary>
        <Notices isInTutorial={isBare} />
        <Toaster />
        <TooltipLayer />
        <RowSwipes />
        <SelectionLayer />
      </LayerBoundary>
    </>
  );
}

/** Loads the code of everything that the layers may show. */
export function preloadLayers(): Promise<unknown> {
  return Promise.all([preloadSheet(), preloadOverlays(), preloadConflicts(), preloadNotices()]);
}
