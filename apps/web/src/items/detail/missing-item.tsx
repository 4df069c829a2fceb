import { lazyMessages } from '../../messages/lazy-messages.ts';
import { signInHref } from '../../adapters/browser/sign-in-address.ts';
import { useSession } from '../../replica/index.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';
import { firstIcons } from '../../ui/icons/first-icons.ts';

/**
 * Replaces an item that is not on this device; a person who is not signed in can sign in to see it, and
 * returns here.
 */
export function MissingItem({
  title,
  leave,
}: {
  readonly title: string;
  /** The link to a page that exists. */
  readonly leave?: { readonly href: string; readonly label: string };
}) {
  const isGuest = useSession().kind === 'guest';
  return (
    <EmptyState
      drawing={firstDrawings.lost}
      title={title}
      hint={isGuest ? lazyMessages.login.toSee : lazyMessages.frame.notFoundHint}
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
