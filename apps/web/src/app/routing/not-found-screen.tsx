import { lazyMessages } from '../../messages/lazy-messages.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';

/** The screen of every path outside the route table (ROUTE-02). */
export function NotFoundScreen() {
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
