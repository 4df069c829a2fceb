import { lazyMessages } from '../../messages/lazy-messages.ts';
import { signInHref } from '../../adapters/browser/sign-in-address.ts';
import { useInbox, useSession } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';
import { notifiedItem } from '../fields/notified-item.ts';
import { useDisplayName } from '../fields/shown-names.ts';

/**
 * Replaces an item that is not on this device; a person who is not signed in can sign in to see it, and
 * returns here.
 */
export function MissingItem({
  title,
  routeId,
  leave,
}: {
  readonly title: string;
  /** The item's uuid or number, as its address has it. */
  readonly routeId: string;
  /** The link to a page that exists. */
  readonly leave?: { readonly href: string; readonly label: string };
}) {
  const isGuest = useSession().kind === 'guest';
  const removal = useRemoval(routeId);
  return (
    <EmptyState
      drawing={firstDrawings.lost}
      title={title}
      hint={isGuest ? lazyMessages.login.toSee : (removal ?? lazyMessages.frame.notFoundHint)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {isGuest && (
            <ButtonLink variant="primary" icon={firstIcons.signIn} href={signInHref()}>
              {lazyMessages.login.submit}
            </ButtonLink>
          )}
          {leave && <ButtonLink href={leave.href}>{leave.label}</ButtonLink>}
        </div>
      }
    />
  );
}

/** The sentence about who took the item from the reader; null if no notification tells. */
function useRemoval(routeId: string): string | null {
  const { notifications, lostTitles } = useInbox();
  const removal = notifications.findLast(
    ({ kind, item_id, item_uuid }) =>
      kind === 'removed' && [String(item_id), item_uuid].includes(routeId),
  );
  const who = useDisplayName(removal?.actor_id ?? null);
  if (removal === undefined) return null;
  const { notifications: strings } = lazyMessages;
  const what = notifiedItem(removal, lostTitles.get(removal.item_uuid ?? ''));
  return strings.removedBy(who || strings.someone, what);
}
