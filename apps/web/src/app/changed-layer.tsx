import { Suspense, lazy, useState } from 'react';
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
  const [wasOpen, setWasOpen] = useState(false);
  if (question !== null && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    // Without an answer nothing is written, and the form stays as it is.
    <LayerBoundary open={question !== null} onClose={() => question?.answer('other')}>
      <Suspense fallback={null}>
        <ChangedDialog />
      </Suspense>
    </LayerBoundary>
  );
}
