import { useState } from 'react';
import { closeSheet, useShownSheet } from '../../adapters/browser/sheet-entry.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';

const loadSheet = () => import('../../features/items/item-sheet.tsx').then((it) => it.ItemSheet);
const ItemSheet = lazyPart(loadSheet);

/** Loads the code of the sheet before one is opened. */
export const preloadSheet = (): Promise<unknown> => loadSheet();

/** The sheet of the item that the address names, over every page but a bare one. */
export function SheetLayer({ isBare }: { readonly isBare: boolean }) {
  const asked = useShownSheet();
  const open = asked !== null && !isBare;
  // The last sheet stays while it fades out.
  const [uuid, setUuid] = useState(asked);
  if (open && uuid !== asked) setUuid(asked);
  return (
    uuid !== null && (
      <LayerBoundary open={open} onClose={closeSheet}>
        <ItemSheet uuid={uuid} open={open} onClose={closeSheet} />
      </LayerBoundary>
    )
  );
}
