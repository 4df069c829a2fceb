import { sampleUsers, textLength } from '@foray/domain';
import { listMessages } from '../../messages/list-messages.ts';
import { usePersonName, useSession } from '../../replica/index.ts';

/**
 * The displayed title: 'Untitled' for a title without visible characters, so that there is something to
 * press.
 */
export function shownTitle(title: string): string {
  return textLength(title) === 0 ? listMessages.item.untitled : title;
}

/**
 * The displayed name of a person: the user's own, a sample user's, the guest's, or a known one;
 * 'Unassigned' for null, empty for a user who is not known yet.
 */
export function useDisplayName(id: number | null): string {
  const session = useSession();
  const known = usePersonName(id ?? 0);
  if (id === null) return listMessages.item.unassigned;
  if (session.kind === 'user' && session.user.id === id) return session.user.name;
  return sampleUsers.find((sample) => sample.id === id)?.name ?? known;
}
