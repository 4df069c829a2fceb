import { useState } from 'react';
import { useSession, usePendingAccounts } from '../../replica/index.ts';
import { LayerBoundary } from '../../ui/layers/layer-boundary.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';

const PendingAccounts = lazyComponent(
  () => import('./pending-accounts.tsx'),
  (it) => it.default,
);

/**
 * Shows the changes that wait on this device in accounts that nobody is signed in to: their number and the
 * phone number, or the phone number alone if nothing else is known, and never their content. Once dismissed
 * it is hidden until the next start.
 */
export function WaitingNotice({ path }: { readonly path: string }) {
  const session = useSession();
  const waiting = usePendingAccounts();
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <div role="status">
      {waiting.length > 0 && !isDismissed && session.kind !== 'starting' && (
        <LayerBoundary>
          <PendingAccounts path={path} onDismiss={() => setIsDismissed(true)} />
        </LayerBoundary>
      )}
    </div>
  );
}
