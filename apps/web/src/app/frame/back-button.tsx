import { useEffect, useState } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { canGoBack, goBack } from '../../adapters/browser/layer-entries.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useItem, useRoutedItem, useStage } from '../../replica/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { moreIcons } from '../../ui/icons/more-icons.ts';
import { findRoute } from '../routing/routes.tsx';

/** `fallback` is null until it is known; a press waits for it. */
function Back({ fallback }: { readonly fallback: string | null }) {
  const [, navigate] = useBrowserLocation();
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    if (isPressed && fallback !== null) navigate(fallback, { replace: true });
  }, [isPressed, fallback, navigate]);
  return (
    <IconButton
      label={lazyMessages.frame.back}
      icon={moreIcons.back}
      onClick={() => {
        if (canGoBack()) goBack();
        else if (fallback === null) setIsPressed(true);
        else navigate(fallback, { replace: true });
      }}
    />
  );
}

function BackFromTask({ routeId }: { readonly routeId: string }) {
  const routed = useRoutedItem('task', routeId);
  const parentUuid = routed.kind === 'found' ? routed.item.parent_uuid : null;
  const campaign = useItem(parentUuid ?? '');
  const stage = useStage();
  if (campaign) return <Back fallback={`/campaigns/${campaign.id}`} />;
  const isKnown = stage === 'all' || (routed.kind === 'found' && parentUuid === null);
  return <Back fallback={isKnown ? '/' : null} />;
}

/**
 * Goes back in the browser's history. If this visit began on the page, it goes up instead: from a task to
 * its campaign, from a campaign to the list, from any other page to Home.
 */
export function BackButton({ path }: { readonly path: string }) {
  const found = findRoute(path);
  if (found?.route.path === '/tasks/:id') return <BackFromTask routeId={found.routeId} />;
  return <Back fallback={found?.route.path === '/campaigns/:id' ? '/campaigns' : '/'} />;
}
