import { useState } from 'react';
import { useSession, useWaiting } from '../replica/index.ts';
import { LayerBoundary } from '../ui/layer-boundary.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const WaitingAccounts = lazyPart(async () => (await import('./waiting-accounts.tsx')).default);

/**
 * Says what waits on this device in accounts that nobody is signed in to: how much and whose number, and
 * nothing of what it is; also where only the number is known. It goes until the next start when it is
 * dismissed.
 */
export function WaitingNotice({ path }: { readonly path: string }) {
  const session = useSession();
  const waiting = useWaiting();
  const [isDismissed, setIsDismissed] = useState(false);
  return (
    <div role="status">
      {waiting.length > 0 && !isDismissed && session.kind !== 'starting' && (
        <LayerBoundary>
          <WaitingAccounts path={path} onDismiss={() => setIsDismissed(true)} />
        </LayerBoundary>
      )}
    </div>
  );
}
