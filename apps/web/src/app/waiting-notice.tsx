import { useState } from 'react';
import { useLocation } from 'wouter';
import { messages } from '../messages/messages.ts';
import { useSession, useWaiting } from '../replica/index.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { FormerAccount } from './former-account.tsx';

const { notices, shell } = messages;

/**
 * Says what waits on this device in accounts that nobody is signed in to: how much and whose number, and
 * nothing of what it is; also where only the number is known. It goes until the next start when it is
 * dismissed. A former account of the signed-in user has a notice of its own.
 */
export function WaitingNotice({ path }: { readonly path: string }) {
  const [, navigate] = useLocation();
  const session = useSession();
  const waiting = useWaiting();
  const others = waiting.filter(({ former }) => former === null);
  const isSure = others.some(({ changes }) => changes !== null);
  const isUnsure = others.some(({ changes }) => changes === null);
  const [isDismissed, setIsDismissed] = useState(false);
  const isShown = waiting.length > 0 && !isDismissed && session.kind !== 'starting';
  const isGuest = session.kind === 'guest';
  return (
    <div role="status">
      {isShown && (
        <div className="mb-4 flex items-start gap-3 rounded-large border border-line bg-accent-soft py-2.5 pr-2 pl-4 text-ink">
          <Icon name="device" className="mt-0.5 text-accent-ink" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            {waiting.map((account) =>
              account.former === null ? null : (
                <FormerAccount key={account.userId} account={account} />
              ),
            )}
            {others.length > 0 && (
              <div className="min-w-0 flex-1 basis-56">
                {others.map(({ userId, phone, changes }) => (
                  <p key={userId} className="font-strong">
                    {changes === null ? notices.mayWait(phone) : notices.waiting(changes, phone)}
                  </p>
                ))}
                {isSure && (
                  <p className="text-ink-2">
                    {isGuest ? notices.waitingHint : notices.waitingHintSignedIn}
                  </p>
                )}
                {isUnsure && <p className="text-ink-2">{notices.mayWaitHint}</p>}
                {others.some(({ isDeletionRequested }) => isDeletionRequested) && (
                  <p className="text-ink-2">{notices.waitingHintDeleted}</p>
                )}
              </div>
            )}
            {isGuest && isSure && path !== '/login' && (
              <Button size="small" onClick={() => navigate('/login')}>
                {shell.signIn}
              </Button>
            )}
          </div>
          <IconButton
            label={messages.dismiss}
            icon="close"
            size="small"
            onClick={() => setIsDismissed(true)}
          />
        </div>
      )}
    </div>
  );
}
