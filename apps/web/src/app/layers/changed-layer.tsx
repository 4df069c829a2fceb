import { useChangedQuestion } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

const ChangedDialog = lazyComponent(
  () => import('../../features/sync-status/changed-dialog.tsx'),
  (it) => it.ChangedDialog,
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
