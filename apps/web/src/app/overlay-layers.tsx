import { Suspense, lazy, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { LayerBoundary } from '../ui/layer-boundary.tsx';
import { closeOverlay, openOverlay, useOverlay } from './overlays.ts';

const loadSearch = () =>
  import('../features/search/search-dialog.tsx').then((module) => ({
    default: module.SearchDialog,
  }));
const loadCreate = () =>
  import('../features/items/create-item-dialog.tsx').then((module) => ({
    default: module.CreateItemDialog,
  }));
const loadHelp = () => import('./keyboard-help.tsx');

const SearchDialog = lazy(loadSearch);
const CreateItemDialog = lazy(loadCreate);
const KeyboardHelp = lazy(loadHelp);

/** Brings the layers' code in before one is opened. */
export function preloadOverlays(): Promise<unknown> {
  return Promise.all([loadSearch(), loadCreate(), loadHelp()]);
}

/** The address that the installed app's 'New todo' shortcut opens (vite.config.ts). */
function useShortcutFromOutside(isBare: boolean): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (new URLSearchParams(location.search).get('new') === null || isBare) return;
    navigate(location.pathname, { replace: true });
    openOverlay('create');
  }, [navigate, isBare]);
}

/** Renders nothing until it is first open; from then on it stays, so that closing can be seen. */
function Once({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <LayerBoundary open={isOpen} onClose={closeOverlay}>
      <Suspense fallback={null}>{children}</Suspense>
    </LayerBoundary>
  );
}

/** The layers that can be opened from every page; each one's code comes when it is first opened. */
export function OverlayLayers({ isBare }: { readonly isBare: boolean }) {
  const overlay = useOverlay();
  useShortcutFromOutside(isBare);
  const onOpenChange = (open: boolean) => {
    if (!open) closeOverlay();
  };
  return (
    <>
      <Once isOpen={overlay === 'search'}>
        <SearchDialog open={overlay === 'search'} onOpenChange={onOpenChange} />
      </Once>
      <Once isOpen={overlay === 'create'}>
        <CreateItemDialog open={overlay === 'create'} onOpenChange={onOpenChange} />
      </Once>
      <Once isOpen={overlay === 'keyboard-help'}>
        <KeyboardHelp open={overlay === 'keyboard-help'} onOpenChange={onOpenChange} />
      </Once>
    </>
  );
}
