import { useBrowserLocation } from 'wouter/use-browser-location';
import { messages } from '../../messages/messages.ts';
import { lazyMessages } from '../../messages/lazy-messages.ts';
import { useSession, usePendingAccounts } from '../../replica/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { FormerAccount } from './former-account.tsx';

const { shell } = messages;
const { notices } = lazyMessages;

/**
 * The number of waiting changes, by phone number. A former account of the signed-in user has a notice of its
 * own.
 */
export default function PendingAccounts({
  path,
  onDismiss,
}: {
  readonly path: string;
  readonly onDismiss: () => void;
}) {
  const [, navigate] = useBrowserLocation();
  const session = useSession();
  const waiting = usePendingAccounts();
  const others = waiting.filter(({ former }) => former === null);
  const isSure = others.some(({ changes }) => changes !== null);
  const isUnsure = others.some(({ changes }) => changes === null);
  const isGuest = session.kind === 'guest';
  return (
    <div className="mb-4 flex items-start gap-3 rounded-large border border-line bg-accent-soft py-2.5 pe-2 ps-4 text-ink">
      <Icon icon={firstIcons.device} className="mt-0.5 text-accent-ink" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        {waiting.map((account) =>
          account.former === null ? null : <FormerAccount key={account.userId} account={account} />,
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
        label={lazyMessages.dismiss}
        icon={firstIcons.close}
        size="small"
        onClick={onDismiss}
      />
    </div>
  );
}
