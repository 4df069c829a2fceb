import { useEffect } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts';

const loadSearch = () =>
  import('../../features/search/search-dialog.tsx').then((it) => it.SearchDialog);
const loadCreate = () =>
  import('../../features/items/create-item-dialog.tsx').then((it) => it.CreateItemDialog);
const loadHelp = () => import('./keyboard-help.tsx').then((it) => it.default);

const SearchDialog = lazyPart(loadSearch);
const CreateItemDialog = lazyPart(loadCreate);
const KeyboardHelp = lazyPart(loadHelp);

/** Loads the code of the layers before one is opened. */
export function preloadOverlays(): Promise<unknown> {
  return Promise.all([loadSearch(), loadCreate(), loadHelp()]);
}

/** The address that the installed app's 'New todo' shortcut opens (vite.config.ts). */
function useShortcutFromOutside(isBare: boolean): void {
  const [, navigate] = useBrowserLocation();
  useEffect(() => {
    if (new URLSearchParams(location.search).get('new') === null || isBare) return;
    navigate(location.pathname, { replace: true });
    openOverlay('create');
  }, [navigate, isBare]);
}

const layers = [
  ['search', SearchDialog],
  ['create', CreateItemDialog],
  ['keyboard-help', KeyboardHelp],
] as const;

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
