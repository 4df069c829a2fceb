import { lazyMessages } from '../../messages/lazy-messages.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';

/** In a file of its own, which the service worker does not keep: the page needs the network. */
const InvitationsScreen = lazyComponent(
  () => import('../../features/invitations/invitations-screen.tsx'),
  (it) => it.InvitationsScreen,
);

/**
 * The screen of every path outside the route table (ROUTE-02). The operator's page is not in the table, which is
 * part of everybody's first load.
 */
export function NotFoundScreen() {
  if (location.pathname === '/invitations') return <InvitationsScreen />;
  return (
    <>
      <h1 tabIndex={-1} data-route-heading="" className="sr-only">
        {lazyMessages.frame.notFound}
      </h1>
      <EmptyState
        drawing={firstDrawings.lost}
        title={lazyMessages.frame.notFound}
        hint={lazyMessages.frame.notFoundHint}
        action={
          <ButtonLink href="/" variant="primary">
            {lazyMessages.frame.goHome}
          </ButtonLink>
        }
      />
    </>
  );
}
