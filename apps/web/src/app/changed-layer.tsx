import { lazy } from 'react';
import { useChangedQuestion } from '../replica/index.ts';
import { LayerBoundary } from '../ui/layer-boundary.tsx';

const ChangedDialog = lazy(() =>
  import('../features/sync-status/changed-dialog.tsx').then((module) => ({
    default: module.ChangedDialog,
  })),
);

/** The question about an item that another tab changed, over every page and dialog. */
export function ChangedLayer() {
  const question = useChangedQuestion();
  return (
    // Without an answer nothing is written, and the form stays as it is.
    <LayerBoundary open={question !== null} onClose={() => question?.answer('other')}>
      <ChangedDialog />
    </LayerBoundary>
  );
}
