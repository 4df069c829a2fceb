import { useLocation } from 'wouter';
import { canGoBack } from '../adapters/history-entry.ts';
import { messages } from '../messages/messages.ts';
import { useItem, useRoutedItem } from '../replica/index.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { findRoute } from './routes.tsx';

function Back({ fallback }: { readonly fallback: string }) {
  const [, navigate] = useLocation();
  return (
    <IconButton
      label={messages.shell.back}
      icon="back"
      onClick={() => {
        if (canGoBack()) history.back();
        else navigate(fallback, { replace: true });
      }}
    />
  );
}

function BackFromTask({ routeId }: { readonly routeId: string }) {
  const routed = useRoutedItem('task', routeId);
  const parentUuid = routed.kind === 'found' ? routed.item.parent_uuid : null;
  const campaign = useItem(parentUuid ?? '');
  return <Back fallback={campaign ? `/campaigns/${campaign.id}` : '/'} />;
}

/**
 * Goes back in the browser's history; where this visit began on the page, up to where it belongs:
 * a task to its campaign, a campaign to the list, anything else home.
 */
export function BackButton({ path }: { readonly path: string }) {
  const found = findRoute(path);
  if (found?.route.path === '/tasks/:id') return <BackFromTask routeId={found.routeId} />;
  return <Back fallback={found?.route.path === '/campaigns/:id' ? '/campaigns' : '/'} />;
}
