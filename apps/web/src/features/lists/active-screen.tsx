import { messages } from '../../messages/messages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { StatusListScreen } from './status-list-screen.tsx';

/** Active: what is in progress. */
export function ActiveScreen() {
  return (
    <StatusListScreen
      list="active"
      emptyAction={<ButtonLink href="/queue">{messages.lists.toQueue}</ButtonLink>}
    />
  );
}
