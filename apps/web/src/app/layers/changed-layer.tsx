import { useChangedQuestion } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

const ChangedDialog = lazyPart(() =>
  import('../../features/sync-status/changed-dialog.tsx').then((it) => it.ChangedDialog),
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
