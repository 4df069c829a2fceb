import { listMessages } from '../../messages/list-messages.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { firstDrawings } from '../../ui/icons/first-drawings.tsx';

/** The screen of every path outside the route table (ROUTE-02). */
export function NotFoundScreen() {
  return (
    <>
      <h1 tabIndex={-1} data-route-heading="" className="sr-only">
        {listMessages.frame.notFound}
      </h1>
      <EmptyState
        drawing={firstDrawings.lost}
        title={listMessages.frame.notFound}
        hint={listMessages.frame.notFoundHint}
        action={
          <ButtonLink href="/" variant="primary">
            {listMessages.frame.goHome}
          </ButtonLink>
        }
      />
    </>
  );
}
