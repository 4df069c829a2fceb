import { messages } from '../messages/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { firstDrawings } from '../ui/first-drawings.tsx';

/** What any path outside of the route table shows (ROUTE-02). */
export function NotFoundScreen() {
  return (
    <>
      <h1 tabIndex={-1} data-route-heading="" className="sr-only">
        {messages.shell.notFound}
      </h1>
      <EmptyState
        drawing={firstDrawings.lost}
        title={messages.shell.notFound}
        hint={messages.shell.notFoundHint}
        action={
          <ButtonLink href="/" variant="primary">
            {messages.shell.goHome}
          </ButtonLink>
        }
      />
    </>
  );
}
