import { useEffect } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts';

const SearchDialog = lazyComponent(
  () => import('../../features/search/search-dialog.tsx'),
  (it) => it.SearchDialog,
);
const CreateItemDialog = lazyComponent(
  () => import('../../features/items/create-item-dialog.tsx'),
  (it) => it.CreateItemDialog,
);
const KeyboardHelp = lazyComponent(
  () => import('./keyboard-help.tsx'),
  (it) => it.default,
);

const layers = [
  ['search', SearchDialog],
  ['create', CreateItemDialog],
  ['keyboard-help', KeyboardHelp],
] as const;

/** Loads the code of the layers before one is opened. */
export function preloadOverlays(): Promise<unknown> {
  return Promise.all(layers.map(([, Layer]) => Layer.preload()));
}

/** Opens Create New Item for the address of the installed app's 'New todo' shortcut (vite.config.ts). */
function useShortcutFromOutside(isBare: boolean): void {
  const [, navigate] = useBrowserLocation();
  useEffect(() => {
    if (new URLSearchParams(location.search).get('new') === null || isBare) return;
    navigate(location.pathname, { replace: true });
    openOverlay('create');
  }, [navigate, isBare]);
}

/** The layers that can be opened from every page; the code of each is loaded when it first opens. */
export function OverlayLayers({ isBare }: { readonly isBare: boolean }) {
  const overlay = useOverlay();
  useShortcutFromOutside(isBare);
  const onOpenChange = (open: boolean) => {
    if (!open) closeOverlay();
  };
  return layers.map(([name, Layer]) => (
    <LayerBoundary key={name} open={overlay === name} onClose={closeOverlay}>
      <Layer open={overlay === name} onOpenChange={onOpenChange} />
    </LayerBoundary>
  ));
}
