import { useState } from 'react';
import { closeSheet } from '../../adapters/browser/sheet-entry.ts';
import { useShownSheet } from '../../adapters/browser/shown-sheet.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

const ItemSheet = lazyComponent(
  () => import('../../features/items/item-sheet.tsx'),
  (it) => it.ItemSheet,
);

/** Loads the code of the sheet before one is opened. */
export const preloadSheet = ItemSheet.preload;

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
