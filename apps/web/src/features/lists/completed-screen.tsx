import { messages } from '../../messages/messages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StatusListScreen } from './status-list-screen.tsx';

/** Completed: what is done. */
export function CompletedScreen() {
  return (
    <StatusListScreen
      list="completed"
      emptyAction={<ButtonLink href="/active">{messages.lists.toActive}</ButtonLink>}
    />
  );
}
