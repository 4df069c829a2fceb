import { messages } from '../messages/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What a detail page says of an item that this device does not have. */
export function MissingItem({
  title,
  href,
  linkLabel,
}: {
  readonly title: string;
  readonly href: string;
  readonly linkLabel: string;
}) {
  return (
    <>
      <h1 tabIndex={-1} data-route-heading="" className="sr-only">
        {title}
      </h1>
      <EmptyState
        drawing="lost"
        title={title}
        hint={messages.shell.notFoundHint}
        action={<ButtonLink href={href}>{linkLabel}</ButtonLink>}
      />
    </>
  );
}
